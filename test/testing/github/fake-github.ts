import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBlob, BLOB_PATH, type Uploads } from './blob-storage.ts';
import { ARTIFACT_SERVICE_PATH, answerArtifactCall, type PendingArtifact } from './fake-artifact-service.ts';
import { type FaultRequest, takeFault, toFault } from './faults.ts';
import { answerGraphql } from './graphql.ts';
import { type Answer, problem, readBody, send } from './http.ts';
import { type JsonObject, parseObject } from './json.ts';
import { loadContract } from './openapi-contract.ts';
import { answerRest } from './rest.ts';
import { createState, type FakeSeed, type FakeState } from './state.ts';

/** One request the fake has seen, in order of arrival. */
export type RecordedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or null. */
  readonly body: JsonObject | null;
  /** GitHub's operation id, null outside the REST API. */
  operationId: string | null;
  /** The status answered; null while unanswered. */
  status: number | null;
};

/** A GitHub on loopback: REST API, artifact service and blob storage behind one URL. */
export type FakeGitHub = {
  /** Value for `GITHUB_API_URL` and `ACTIONS_RESULTS_URL`. */
  readonly url: string;
  readonly state: FakeState;
  readonly requests: readonly RecordedRequest[];
  /** Requests or answers that GitHub's description forbids, and tokens sent where they must not go. Must stay empty. */
  readonly violations: readonly string[];
  /** Makes the next matching requests fail. */
  readonly failNext: (fault: FaultRequest) => void;
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Starts the fake on a free port of 127.0.0.1. */
export async function startFakeGitHub(seed: FakeSeed | FakeState = {}): Promise<FakeGitHub> {
  const world: World = {
    state: isState(seed) ? seed : createState(seed),
    root: '',
    requests: [],
    violations: [],
    uploads: new Map(),
    pending: [],
  };
  const server = createServer((request, response) => {
    handle(world, request, response).catch((error: unknown) => {
      // A client that went away in the middle of its request is no fault of the fake.
      if (!request.destroyed) world.violations.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world.root = `http://127.0.0.1:${portOf(server.address())}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: world.root,
    state: world.state,
    requests: world.requests,
    violations: world.violations,
    failNext: (fault) => void world.state.faults.push(toFault(fault)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type World = {
  readonly state: FakeState;
  root: string;
  readonly requests: RecordedRequest[];
  readonly violations: string[];
  readonly uploads: Uploads;
  readonly pending: PendingArtifact[];
};

async function handle(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', world.root);
  const bytes = await readBody(request);
  const record = recordOf(request, url, bytes);
  world.requests.push(record);
  const fault = takeFault(world.state.faults, record.method, `${url.pathname}${url.search}`);
  const done = fault?.carriedOut === false ? null : await answerOrReport(world, request, record, url, bytes);
  if (fault?.answer.kind === 'hang') return;
  if (fault?.answer.kind === 'drop') return void request.socket.destroy();
  const answer = fault?.answer ?? done;
  if (answer === null) return;
  record.status = answer.status;
  send(response, { ...answer, headers: { ...RATE_LIMIT, ...answer.headers } });
}

async function answerOrReport(
  world: World,
  request: IncomingMessage,
  record: RecordedRequest,
  url: URL,
  bytes: Buffer,
): Promise<Answer> {
  const report = (violation: string) => void world.violations.push(violation);
  try {
    return await answerOf(world, request, record, url, bytes, report);
  } catch (error) {
    const violation = `${record.method} ${url.pathname}: ${error instanceof Error ? error.message : String(error)}`;
    report(violation);
    return problem(500, `Violation: ${violation}`);
  }
}

async function answerOf(
  world: World,
  request: IncomingMessage,
  record: RecordedRequest,
  url: URL,
  bytes: Buffer,
  report: (violation: string) => void,
): Promise<Answer> {
  const { state, root, uploads, pending } = world;
  const { method } = record;
  const { headers } = request;
  const path = url.pathname;
  if (path.startsWith(BLOB_PATH)) {
    return answerBlob({ method, path, query: url.searchParams, headers, bytes }, state, uploads, report);
  }
  if (path.startsWith(ARTIFACT_SERVICE_PATH)) {
    const name = path.slice(ARTIFACT_SERVICE_PATH.length);
    const { authorization } = headers;
    return answerArtifactCall({ state, root, method: name, authorization, body: record.body, uploads, pending });
  }
  if (path === '/graphql') return answerGraphql(state, headers.authorization, record.body, report);
  const contract = await loadContract();
  return answerRest({ contract, state, root, method, url, headers, bytes, report }, record);
}

function recordOf(request: IncomingMessage, url: URL, bytes: Buffer): RecordedRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(headers),
    body: parseObject(bytes.toString('utf8')),
    operationId: null,
    status: null,
  };
}

const RATE_LIMIT = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999', 'x-ratelimit-resource': 'core' };

function isState(seed: FakeSeed | FakeState): seed is FakeState {
  return 'commits' in seed;
}

function portOf(address: string | AddressInfo | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('the fake is not listening on a port');
}
