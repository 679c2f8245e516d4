import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { type Document, OpenAPIBackend, type Request } from 'openapi-backend';
import type { Answer } from './http.ts';
import { asObject } from './json.ts';

/** One request in the words of the description: which operation it is and its path parameters. */
type Matched = { readonly operationId: string; readonly params: Readonly<Record<string, string>> };

/** A request as it came in; `body` is parsed JSON or undefined. */
export type ContractRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

/** GitHub's own OpenAPI description as a judge of requests and answers. */
export type Contract = {
  /** Operation ids of the slice. */
  readonly operations: readonly string[];
  /** The operation a request means, or null when the slice has none. */
  readonly match: (request: ContractRequest) => Matched | null;
  /** What the description says against the request. */
  readonly requestProblems: (request: ContractRequest, operationId: string) => readonly string[];
  /** What the description says against the answer. */
  readonly answerProblems: (operationId: string, answer: Answer) => readonly string[];
};

let loaded: Promise<Contract> | null = null;

/** The contract of openapi-slice.json; read once, each operation's validators compiled when first needed. */
export function loadContract(): Promise<Contract> {
  loaded ??= createContract();
  return loaded;
}

async function createContract(): Promise<Contract> {
  const definition: Document = JSON.parse(readFileSync(new URL('openapi-slice.json', import.meta.url), 'utf8'));
  const backend = new OpenAPIBackend({ definition, quick: true, ajvOpts: { formats: FORMATS, allErrors: true } });
  await backend.init();
  const { router, validator } = backend;
  // The description does not change; each request would have them gathered from it several times.
  const operations = router.getOperations();
  router.getOperations = () => operations;
  return {
    operations: operations.flatMap(({ operationId }) => operationId ?? []),
    match(request) {
      const wire = toWire(request);
      const operation = router.matchOperation(wire);
      if (operation?.operationId === undefined) return null;
      const { params } = router.parseRequest(wire, operation);
      return { operationId: operation.operationId, params: decoded(asObject(params) ?? {}) };
    },
    requestProblems(request, operationId) {
      return describe(validator.validateRequest(toWire(request), operationId).errors ?? []);
    },
    answerProblems(operationId, answer) {
      const documented = router.getOperation(operationId)?.responses?.[String(answer.status)] !== undefined;
      if (!documented) return undocumentedProblems(answer);
      if (!isJson(answer)) return [];
      return describe(validator.validateResponse(answer.body, operationId, answer.status).errors ?? []);
    },
  };
}

/** Statuses GitHub gives everywhere without listing them at each operation; they carry its error shape. */
const COMMON_ERRORS: ReadonlySet<number> = new Set([401, 403, 404, 410, 422, 429]);

function undocumentedProblems(answer: Answer): readonly string[] {
  if (!COMMON_ERRORS.has(answer.status)) return [`status ${answer.status} is not described`];
  return typeof asObject(answer.body)?.['message'] === 'string' ? [] : ['an error needs a message'];
}

function isJson(answer: Answer): boolean {
  return answer.body !== undefined && !(typeof answer.headers?.['content-type'] === 'string');
}

/** Slashes inside the last parameter of a path are data to GitHub; the router needs them encoded. */
function toWire(request: ContractRequest): Request {
  const path = SLASHED.reduce(
    (current, pattern) =>
      current.replace(pattern, (_, before: string, value: string, after: string) => {
        return `${before}${value.replaceAll('/', '%2F')}${after}`;
      }),
    request.path,
  );
  return {
    method: request.method,
    path,
    query: Object.fromEntries(request.query),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: request.body,
  };
}

const SLASHED: readonly RegExp[] = [
  /^(\/repos\/[^/]+\/[^/]+\/contents\/)(.+?)()$/,
  /^(\/repos\/[^/]+\/[^/]+\/compare\/)(.+?)()$/,
  /^(\/repos\/[^/]+\/[^/]+\/commits\/)(.+?)(\/pulls|\/check-runs|)$/,
];

function decoded(params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(String(value))]));
}

type SchemaError = { readonly instancePath: string; readonly message?: string; readonly params: unknown };

function describe(errors: readonly SchemaError[]): readonly string[] {
  return errors.map((error) => `${error.instancePath || '/'} ${error.message ?? ''} ${JSON.stringify(error.params)}`);
}

const FORMATS = {
  uri: (text: string) => URL.canParse(text) || text.includes('{'),
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  'repo.nwo': /^[\w.-]+\/[\w.-]+$/,
  email: /^[^@\s]+@[^@\s]+$/,
};
