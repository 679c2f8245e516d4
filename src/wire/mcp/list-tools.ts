import { setTimeout as delay } from 'node:timers/promises';
import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import { errorLine } from '#common/cause-line.ts';
import { cutEnd } from '#common/cut.ts';
import { isDeeper } from '#common/cut-depth.ts';
import { errorMessage } from '#common/error-message.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { readRpcMessages } from '#trials/mcp/json-rpc.ts';
import type { McpServer } from '#trials/mcp/mcp-server.ts';
import { type ListedTool, listedTools } from '#trials/mcp/tool-hashes.ts';
import { httpLine } from './http-line.ts';
import type { Line, McpSdk } from './line.ts';
import type { Outbound } from './outbound.ts';
import { programLine } from './program-line.ts';
import type { ServerPlace } from './stdio-server.ts';

/**
 * The tools of a server, asked for by the official client: with the handshake of the protocol's earlier versions, and if the
 * server refuses that, by the newest version, which has none.
 *
 * @throws AgentUnavailableError if the server can't be reached or does not answer, its cause first.
 */
export async function listTools(
  server: McpServer,
  place: ServerPlace,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<readonly ListedTool[]> {
  const sdk = await import('@modelcontextprotocol/client');
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const late = delay(PATIENCE_MS, undefined, { signal: either }).then(
    () => Promise.reject(new Error(`did not answer within ${PATIENCE_MS / 1000} s`)),
    () => Promise.reject(new Error('was given up')),
  );
  late.catch(() => {});

  async function ask(version: string | null): Promise<readonly ListedTool[] | Refusal> {
    const line = server.kind === 'stdio' ? programLine(sdk, server, place) : httpLine(sdk, server, outbound);
    const failure = line.failure.then((how) => Promise.reject(new Error(how)));
    failure.catch(() => {});
    try {
      return await Promise.race([askForTools(sdk, server.name, line, version), failure, late]);
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable(server.name, errorMessage(error), line.last());
    } finally {
      await line.close();
    }
  }

  try {
    const earlier = await ask(null);
    if (!('refused' in earlier)) return earlier;
    const newest = await ask(NEWEST);
    if (!('refused' in newest)) return newest;
    throw unavailable(server.name, neither(earlier, newest, [NEWEST, ...sdk.SUPPORTED_PROTOCOL_VERSIONS]));
  } finally {
    over.abort();
  }
}

/** Programs that a server brings along may have to be installed first. */
const PATIENCE_MS = 120_000;
/** A server that has just refused the handshake has started. */
const PROBE_MS = 20_000;
/** A server that always names a next page has none. */
const MOST_PAGES = 100;
/** No model reads arguments that are nested deeper. */
const MOST_LEVELS = 64;
const NEWEST = '2026-07-28';

/** A server that does not speak the version that it was asked in. */
interface Refusal {
  readonly refused: string;
  /** Versions that it says it speaks. */
  readonly offered: readonly string[];
}

/** @param version `null`: what the handshake agrees on */
async function askForTools(
  sdk: McpSdk,
  server: string,
  { transport }: Line,
  version: string | null,
): Promise<readonly ListedTool[] | Refusal> {
  const offered: string[] = [];
  transport.onmessage = (message) => {
    if ('result' in message && typeof message.result['protocolVersion'] === 'string')
      offered.push(message.result['protocolVersion']);
  };
  const mode = version === null ? 'legacy' : { pin: version };
  const client = new sdk.Client(
    { name: 'agent-eval', version: '1' },
    { versionNegotiation: { mode, probe: { timeoutMs: PROBE_MS } } },
  );
  const patience = { timeout: PATIENCE_MS };
  try {
    await client.connect(transport, patience);
  } catch (error) {
    if (error instanceof sdk.UnsupportedProtocolVersionError) offered.push(...error.supported);
    return { refused: refusalOf(sdk, error), offered };
  }
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools: ListedTool[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === null ? {} : { cursor };
    const reply = client.request({ method: 'tools/list', params }, ANY_OBJECT, patience);
    const result: JsonObject = await reply.catch((error: unknown) => {
      throw new Error(`gives no list of its tools: ${errorMessage(error)}`);
    });
    const listed = listedTools(server, result);
    const deep = listed.find(({ entry }) => isDeeper(entry, MOST_LEVELS));
    if (deep !== undefined)
      throw new Error(
        `lists the tool ${cutEnd(deep.name, 100)} with more than ${MOST_LEVELS} levels; simplify its inputSchema`,
      );
    tools.push(...listed);
    const next = result['nextCursor'];
    if (typeof next !== 'string' || next === '') break;
    cursor = next;
  }
  return tools;
}

/** The whole answer: what a tool's entry holds beyond the protocol is hashed too. */
const ANY_OBJECT: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': {
    version: 1,
    vendor: 'agent-eval',
    validate: (value) => (isJsonObject(value) ? { value } : { issues: [{ message: 'expected an object' }] }),
  },
};

function refusalOf(sdk: McpSdk, error: unknown): string {
  const text = error instanceof sdk.SdkHttpError ? error.data.text : undefined;
  const answers = typeof text === 'string' ? (readRpcMessages(text) ?? []) : [];
  const [answer] = answers.flatMap((message) => (message.kind === 'error' ? [message.message] : []));
  return cutEnd(answer ?? errorMessage(error), 200);
}

function neither(earlier: Refusal, newest: Refusal, known: readonly string[]): string {
  const offered = [...new Set([...earlier.offered, ...newest.offered])];
  const how =
    offered.length > 0
      ? `it offers ${cutEnd(offered.join(', '), 200)}`
      : `it answers initialize with ${JSON.stringify(earlier.refused)} and server/discover with ${JSON.stringify(newest.refused)}`;
  return `speaks no version of the protocol that is known here (${known.join(', ')}): ${how}`;
}

function unavailable(
  server: string,
  how: string,
  { stderr, code }: ReturnType<Line['last']> = { stderr: '', code: null },
): AgentUnavailableError {
  const cause = errorLine(stderr);
  const why = cause === null ? '' : `: ${cutEnd(cause, 300)}`;
  const sentence = `the MCP server ${server} ${cutEnd(how, 500)}${why}`;
  return new AgentUnavailableError(sentence, stderr, code, cause === null ? 'stderr' : 'message');
}
