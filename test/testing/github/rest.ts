import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, notFound, problem, type RouteRequest } from './http.ts';
import { asObject } from './json.ts';
import type { Contract, ContractRequest } from './openapi-contract.ts';
import { refusal } from './permissions.ts';
import { artifactRoutes } from './routes/artifacts.ts';
import { checkRoutes } from './routes/checks.ts';
import { commentRoutes } from './routes/comments.ts';
import { commitRoutes } from './routes/commits.ts';
import { contentRoutes } from './routes/contents.ts';
import { issueRoutes } from './routes/issues.ts';
import { pullRequestRoutes } from './routes/pull-requests.ts';
import { refRoutes } from './routes/refs.ts';
import { repositoryRoutes } from './routes/repository.ts';
import { NotPlayed, type Routes } from './routes/route.ts';
import { treeRoutes } from './routes/trees.ts';
import { workflowRunRoutes } from './routes/workflow-runs.ts';
import type { FakeState } from './state.ts';

/** Every operation the fake plays: exactly those of the slice. */
export const ROUTES: Routes = {
  ...repositoryRoutes,
  ...commitRoutes,
  ...contentRoutes,
  ...treeRoutes,
  ...refRoutes,
  ...workflowRunRoutes,
  ...artifactRoutes,
  ...pullRequestRoutes,
  ...commentRoutes,
  ...issueRoutes,
  ...checkRoutes,
};

/** One request to the REST API. */
export type RestCall = {
  readonly contract: Contract;
  readonly state: FakeState;
  readonly root: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly report: (violation: string) => void;
};

/** Answers one request; what the contract forbids in it, or in the answer, is reported and answered 500. */
export async function answerRest(call: RestCall, record: { operationId: string | null }): Promise<Answer> {
  const { contract } = call;
  const request = toContractRequest(call);
  const matched = contract.match(request);
  if (matched === null) {
    return violation(call, ['openapi-slice.json has no such operation; add it in scripts/openapi-slice.ts']);
  }
  record.operationId = matched.operationId;
  const asked = contract.requestProblems(request, matched.operationId);
  if (asked.length > 0) return violation(call, asked);
  const answer = await answerRoute(call, request, matched.operationId, matched.params);
  const problems = contract.answerProblems(matched.operationId, answer);
  return problems.length > 0
    ? violation(
        call,
        problems.map((text) => `answer ${answer.status}: ${text}`),
      )
    : answer;
}

async function answerRoute(
  call: RestCall,
  request: ContractRequest,
  operationId: string,
  params: Readonly<Record<string, string>>,
): Promise<Answer> {
  const route = ROUTES[operationId];
  if (route === undefined) throw new Error(`${operationId} is described and not played`);
  const media = /vnd\.github\.(?:v3\.)?(?:sha|diff|patch|html|text|full|object)/.exec(request.headers.accept ?? '');
  if (media !== null) throw new NotPlayed(`media type ${media[0]} is not played`);
  const routed: RouteRequest = {
    state: call.state,
    api: call.root,
    path: request.path,
    params,
    query: request.query,
    headers: request.headers,
    body: asObject(request.body),
  };
  const refused = refusal(routed, route.needs);
  if (refused !== null) return refused;
  return isOurs(call.state, params) ? route.answer(routed) : notFound();
}

/** The fake knows one repository; names are case-insensitive. */
function isOurs(state: FakeState, params: Readonly<Record<string, string>>): boolean {
  return `${params['owner']}/${params['repo']}`.toLowerCase() === state.repository.fullName.toLowerCase();
}

function violation(call: RestCall, problems: readonly string[]): Answer {
  const violations = problems.map((text) => `${call.method} ${call.url.pathname}${call.url.search}: ${text}`);
  for (const text of violations) call.report(text);
  return problem(500, `Violation: ${violations.join('; ')}`);
}

function toContractRequest({ method, url, headers, bytes }: RestCall): ContractRequest {
  const text = bytes.toString('utf8');
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: text === '' ? undefined : parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
