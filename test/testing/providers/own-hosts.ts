import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as askModels, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { selfSigned } from '#test/testing/github/certificate.ts';
import { isSignedBy } from './aws-signature.ts';
import { listen, readText } from './incoming.ts';
import type { ModelServer } from './model-server.ts';

/** How the hosts behave. */
export interface OwnHostsOptions {
  /** What the providers' own hosts answer with, below their keys. */
  readonly models: Pick<ModelServer, 'url'>;
  /** How long a token lives. Default: an hour. */
  readonly life_ms?: number;
  /** What the n-th exchange comes to, from 1; absent or `null`: a token. */
  readonly exchange?: (count: number) => ExchangeFailure | null;
  /** The models that end, each with its day, as lists of OpenAI, Anthropic and Bedrock say it, and answers of Gemini; `null`: the credentials may not read these; absent: as the model server lists them. */
  readonly ends?: Readonly<Record<string, string>> | null;
  /** Whether the n-th request with a living token is refused all the same, from 1. */
  readonly refuses?: (count: number) => boolean;
}

/** An answer in place of a token, or none for ever. */
export type ExchangeFailure =
  | 'hangs'
  | { readonly status: number; readonly error: string; readonly description: string; readonly date?: Date };

/** The providers at their own addresses. */
export interface OwnHosts extends AsyncDisposable {
  /** Variables by which a client of this machine comes here when it asks for these hosts, and GitHub's for identity tokens. */
  readonly env: Readonly<Record<string, string>>;
  /** Exchanges that brought a token, and when: monotonic milliseconds. */
  readonly exchanges: readonly { readonly host: string; readonly at: number }[];
  /** Every request to a token endpoint. */
  readonly attempts: number;
  /** Every token that was given out: identity tokens and those of providers. */
  readonly tokens: readonly string[];
  /** Of each request with a token: how many milliseconds it had left. */
  readonly left: readonly number[];
  /** What no client does that follows the vendors' pages. Must stay empty. */
  readonly violations: readonly string[];
}

/** Ids that the token endpoints know. */
export const IDS = {
  openai: { OPENAI_IDENTITY_PROVIDER_ID: 'idp_known', OPENAI_SERVICE_ACCOUNT_ID: 'user-known' },
  anthropic: {
    ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_known',
    ANTHROPIC_ORGANIZATION_ID: '00000000-0000-4000-8000-000000000001',
    ANTHROPIC_SERVICE_ACCOUNT_ID: 'svac_known',
  },
  openrouter: { OPENROUTER_FEDERATION_POLICY_ID: 'policy-known' },
} as const;

/** Credentials of AWS that Bedrock knows. */
export const AWS = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIAKNOWN',
  AWS_SECRET_ACCESS_KEY: 'known-secret-0123456789',
} as const;

const BEDROCK = ['bedrock-runtime.eu-west-1.amazonaws.com', 'bedrock.eu-west-1.amazonaws.com'];
/** A key that Gemini knows. */
export const GEMINI = { GEMINI_API_KEY: 'known-gemini-key-0123456789' } as const;

const OF_GEMINI = 'generativelanguage.googleapis.com';
const HOSTS = [...BEDROCK, OF_GEMINI, 'api.openai.com', 'auth.openai.com', 'api.anthropic.com', 'openrouter.ai'];
const REQUEST_TOKEN = 'runner-request-token-0123456789abcdef';

/**
 * Stands in for OpenAI, Anthropic, OpenRouter, Gemini and Bedrock at their own addresses, which clients reach by a proxy, and for GitHub where
 * it gives identity tokens. Requests below a token that lives go to a model server; others are refused as expired.
 */
export async function startOwnHosts(options: OwnHostsOptions): Promise<OwnHosts> {
  const { models, life_ms = 3_600_000, exchange = () => null, refuses = () => false, ends: listed } = options;
  const exchanges: { host: string; at: number }[] = [];
  const violations: string[] = [];
  const tokens: string[] = [];
  const left: number[] = [];
  const ends = new Map<string, number>();
  const unused = new Map<string, string>();
  let attempts = 0;
  let issued = 0;
  let authorized = 0;

  const github = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://github.invalid');
    if (request.headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return json(response, 401, {});
    issued += 1;
    const aud = searchParams.get('audience') ?? '';
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iat: now, nbf: now - 300, exp: now + 300 },
      sub: 'repo:acme/shop:pull_request',
      aud,
      iss: 'https://token.actions.githubusercontent.com',
      jti: issued,
    };
    const token = ['eyJhbGciOiJSUzI1NiJ9', encoded(claims), `signature${issued}`].join('.');
    unused.set(token, aud);
    tokens.push(token);
    json(response, 200, { value: token });
  });

  async function exchangeToken(host: string, request: IncomingMessage, response: ServerResponse) {
    attempts += 1;
    const failure = exchange(attempts);
    const text = await readText(request);
    if (failure === 'hangs') return;
    if (failure !== null) {
      const { status, error, description, date = new Date() } = failure;
      response.setHeader('date', date.toUTCString());
      return json(response, status, { error, error_description: description });
    }
    const wanted = FORMS[host];
    const form = /json/.test(request.headers['content-type'] ?? '')
      ? JSON.parse(text)
      : Object.fromEntries(new URLSearchParams(text));
    const identity = form.subject_token ?? form.assertion;
    const audience = unused.get(identity);
    unused.delete(identity);
    const refusal = wanted === undefined ? 'unknown host' : wanted.refusal(form, request, audience);
    if (refusal !== null) return json(response, 401, { error: 'invalid_grant', error_description: refusal });
    const token = `${wanted?.prefix ?? ''}-access-token-${exchanges.length}-0123456789abcdefghij`;
    tokens.push(token);
    ends.set(token, performance.now() + life_ms);
    exchanges.push({ host, at: performance.now() });
    json(response, 200, { access_token: token, token_type: 'Bearer', expires_in: life_ms / 1000 });
  }

  function passOn(host: string, request: IncomingMessage, response: ServerResponse) {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (request.headers['x-api-key'] !== undefined) violations.push(`${host} got x-api-key`);
    if (host === 'api.anthropic.com' && !request.headers['anthropic-beta']?.includes('oauth-2025-04-20'))
      violations.push('a token of Anthropic without its beta header');
    const end = ends.get(token);
    if (end === undefined) violations.push(`${host} was asked without a token: ${request.headers.authorization}`);
    else left.push(end - performance.now());
    authorized += 1;
    if (end === undefined || end < performance.now() || refuses(authorized)) {
      const message = 'Your authentication token has expired.';
      return json(response, 401, {
        type: 'error',
        error: { type: 'authentication_error', code: 'token_expired', message },
      });
    }
    if (listsEnds(host, request, response)) return;
    hand(request, response, (request.url ?? '/').replace(/^\/api(?=\/v1)/, '/openrouter'));
  }

  async function passSigned(host: string, request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await readText(request);
    if (!isSignedBy(AWS.AWS_SECRET_ACCESS_KEY, { method, path, headers, body }))
      violations.push(`${host} was asked without its signature: ${headers.authorization}`);
    if (path.startsWith('/foundation-models') !== (host === BEDROCK[1])) violations.push(`${host} has no ${path}`);
    if (!listsEnds(host, request, response)) hand(request, response, `/bedrock${path}`, body);
  }

  /** Its lists say nothing of ends, but each answer what becomes of its model. */
  async function passKeyed(
    { method = 'GET', url = '', headers }: IncomingMessage,
    body: string,
    response: ServerResponse,
  ) {
    if (headers['x-goog-api-key'] !== GEMINI.GEMINI_API_KEY) violations.push(`${OF_GEMINI} was asked without its key`);
    const [, model = ''] = /\/models\/([^/:]+):generateContent$/.exec(url) ?? [];
    if (model === '') violations.push(`${OF_GEMINI} was asked for ${method} ${url}`);
    const sent = {
      method,
      body,
      headers: { 'content-type': 'application/json', 'x-goog-api-key': GEMINI.GEMINI_API_KEY },
    };
    const answer = await fetch(`${models.url}/gemini${url}`, sent);
    const day = listed?.[model];
    const status =
      day === undefined ? {} : { modelStatus: { modelStage: 'LEGACY', retirementTime: `${day}T07:00:00Z` } };
    json(response, answer.status, { ...((await answer.json()) as object), ...status });
  }

  /** Answers a request for a list, if it is one. */
  function listsEnds(host: string, { url = '' }: IncomingMessage, response: ServerResponse): boolean {
    const list = ENDS[`${host}${url}`];
    if (list === undefined || listed === undefined) return false;
    if (listed === null) json(response, 403, { __type: 'AccessDeniedException', message: 'User is not authorized' });
    else json(response, 200, list(Object.entries(listed)));
    return true;
  }

  function hand(request: IncomingMessage, response: ServerResponse, path: string, body?: string) {
    const onward = askModels(
      `${models.url}${path}`,
      { method: request.method ?? 'GET', headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    if (body === undefined) request.pipe(onward);
    else onward.end(body);
  }

  const certificates = new Map(HOSTS.map((host) => [host, selfSigned(host)]));
  const tls = createTlsServer(
    {
      SNICallback: (name, done) => {
        const known = certificates.get(name);
        done(known === undefined ? new Error(name) : null, known && createSecureContext(known));
      },
    },
    (request, response) => {
      const host = request.headers.host ?? '';
      if (/\/oauth\/token$/.test(request.url ?? '')) void exchangeToken(host, request, response);
      else if (BEDROCK.includes(host)) void passSigned(host, request, response);
      else if (host === OF_GEMINI) void readText(request).then((body) => passKeyed(request, body, response));
      else passOn(host, request, response);
    },
  );
  const proxy = createServer((_, response) => void response.writeHead(502).end());
  proxy.on('connect', (request, socket) => {
    const [host = ''] = (request.url ?? '').split(':');
    if (!HOSTS.includes(host)) violations.push(`a connection to ${request.url}`);
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    tls.emit('connection', socket);
  });
  const folder = await mkdtemp(join(tmpdir(), 'own-hosts-'));
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, [...certificates.values()].map(({ cert }) => cert).join(''));
  const [proxyUrl, githubUrl] = [await listen(proxy, 0), await listen(github, 0)];
  return {
    env: {
      HTTPS_PROXY: proxyUrl,
      NODE_EXTRA_CA_CERTS: authorities,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${githubUrl}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
    },
    exchanges,
    get attempts() {
      return attempts;
    },
    tokens,
    left,
    violations,
    async [Symbol.asyncDispose]() {
      for (const server of [proxy, github, tls]) {
        server.closeAllConnections();
        server.close();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The lists of models by their address. */
const ENDS: Readonly<Record<string, (ends: readonly (readonly [id: string, day: string])[]) => object>> = {
  'api.openai.com/v1/models': (ends) => ({
    object: 'list',
    data: ends.map(([id, shutdown_date]) => ({ id, object: 'model', shutdown_date })),
  }),
  'api.anthropic.com/v1/models?limit=1000': (ends) => ({
    data: ends.map(([id, day]) => ({ id, type: 'model', lifecycle: 'deprecated', retires_at: `${day}T00:00:00Z` })),
    has_more: false,
  }),
  'bedrock.eu-west-1.amazonaws.com/foundation-models': (ends) => ({
    modelSummaries: ends.map(([modelId, day]) => ({
      modelId,
      modelLifecycle: { status: 'LEGACY', endOfLifeTime: `${day}T09:00:00Z` },
    })),
  }),
};

/** What each token endpoint wants by its vendor's page, and why it refuses a form; `null`: it takes it. */
const FORMS: Readonly<Record<string, { readonly prefix: string; refusal: Refusal }>> = {
  'auth.openai.com': {
    prefix: 'oai',
    refusal: (form, _, audience) =>
      form['grant_type'] !== 'urn:ietf:params:oauth:grant-type:token-exchange' ||
      form['subject_token_type'] !== 'urn:ietf:params:oauth:token-type:jwt'
        ? 'unsupported grant'
        : (wrong(audience, 'https://api.openai.com/v1') ??
          (form['identity_provider_id'] === 'idp_known' && form['service_account_id'] === 'user-known'
            ? null
            : 'no service account mapping matches')),
  },
  'api.anthropic.com': {
    prefix: 'sk-ant-oat01',
    refusal: (form, { headers }, audience) =>
      form['grant_type'] !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' ||
      headers['anthropic-beta'] !== 'oauth-2025-04-20,oidc-federation-2026-04-01'
        ? 'unsupported grant'
        : (wrong(audience, 'https://api.anthropic.com') ??
          (form['federation_rule_id'] === 'fdrl_known' &&
          form['organization_id'] === IDS.anthropic.ANTHROPIC_ORGANIZATION_ID &&
          form['service_account_id'] === 'svac_known'
            ? null
            : 'no federation rule matches')),
  },
  'openrouter.ai': {
    prefix: 'or',
    refusal: (form, { headers }, audience) =>
      form['grant_type'] !== 'urn:ietf:params:oauth:grant-type:token-exchange' ||
      headers['content-type'] !== 'application/x-www-form-urlencoded'
        ? 'unsupported grant'
        : (wrong(audience, 'https://openrouter.ai') ??
          (form['federation_policy_id'] === 'policy-known' ? null : 'no policy matches')),
  },
};

type Refusal = (
  form: Readonly<Record<string, string>>,
  request: IncomingMessage,
  audience: string | undefined,
) => string | null;

function wrong(audience: string | undefined, right: string): string | null {
  if (audience === undefined) return 'the identity token is unknown, or was exchanged before';
  return audience === right ? null : 'the audience of the identity token is not allowed';
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
