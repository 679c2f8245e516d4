import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { AgentUnavailableError } from '#application/ports.ts';
import { isThisMachine } from '#domain/config/allowed-host.ts';
import { isJsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { clientConfig, type Leg } from '#domain/mcp/client-config.ts';
import { expandServer, missingVariables } from '#domain/mcp/expand.ts';
import type { McpFile, McpServer, NamedTexts } from '#domain/mcp/mcp-server.ts';
import type { ListedTool } from '#domain/mcp/tool-hashes.ts';
import { parseJson } from '#domain/messages/read-arguments.ts';
import { plural } from '#domain/words.ts';
import { passOn, refuse } from './http-proxy.ts';
import { listTools } from './list-tools.ts';
import type { McpServers } from './ports.ts';
import { type Connection, createSessionLog, type SessionLog } from './session-log.ts';
import { relayCommand, type ServedRelay, type ServerPlace, serveRelay } from './stdio-server.ts';

/** What the servers of an agent need. */
export interface McpServersOptions {
  readonly file: McpFile;
  /** Where programs start, and with which variables beside their own: those of the agent. */
  readonly place: ServerPlace;
  /** What the variables in the file stand for. */
  readonly variables: NamedTexts;
  /** True for a URL whose host is in the input `allowed-hosts`; this machine is always allowed. */
  readonly isAllowedHost: (url: URL) => boolean;
  /** A folder for the files that agents get; absolute. */
  readonly temporary: string;
}

/** What belongs to the token of one process. */
interface Session {
  readonly log: SessionLog;
  readonly relays: Set<ServedRelay>;
  /** Clients by server and by the session that the server gave them. */
  readonly clients: Map<string, Connection>;
}

/** A server for relays and a proxy on 127.0.0.1, started on first use. */
export function createMcpServers({ file, place, variables, isAllowedHost, temporary }: McpServersOptions): McpServers {
  const sessions = new Map<string, Session>();
  const ending = new Set<Promise<void>>();
  let listed: Promise<readonly ListedTool[]> | null = null;
  let known: readonly ListedTool[] | null = null;
  let starting: Promise<Ports> | null = null;
  let folder: Promise<string> | null = null;
  let late = 0;
  let count = 0;

  /** @throws AgentUnavailableError if a variable has no value, or a host must not be asked. */
  function filled(): readonly McpServer[] {
    return file.servers.map((server) => {
      const expanded = expandServer(server, variables, place.cwd);
      if ('missing' in expanded)
        throw new AgentUnavailableError(missingVariables(server.name, expanded.missing), '', null);
      const problem =
        expanded.server.kind === 'http' ? hostProblem(expanded.server.url, server.name, isAllowedHost) : null;
      if (problem !== null) throw new AgentUnavailableError(problem, '', null);
      return expanded.server;
    });
  }

  async function listAll(signal: AbortSignal): Promise<readonly ListedTool[]> {
    const tools = await Promise.all(filled().map((server) => listTools(server, place, signal)));
    known = tools.flat();
    return tools.flat();
  }

  function start(): Promise<Ports> {
    const servers = new Map(filled().map((server) => [server.name, server]));
    return listen(
      createTcpServer({ allowHalfOpen: true }, (socket) => greet(socket, servers)),
      createHttpServer((request, response) => {
        answer(request, response, servers).catch(() => response.destroy());
      }),
    );
  }

  /** The first line of a relay says whose it is. */
  function greet(socket: Socket, servers: ReadonlyMap<string, McpServer>): void {
    socket.on('error', () => {});
    let held: Buffer = Buffer.alloc(0);
    socket.on('data', function read(chunk: Buffer) {
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf('\n');
      if (end === -1 && held.length < MOST_HELLO) return;
      socket.off('data', read);
      const hello = parseJson(held.subarray(0, Math.max(0, end)).toString('utf8'));
      const { token, server: name } = isJsonObject(hello) ? hello : { token: null, server: null };
      const session = typeof token === 'string' ? sessions.get(token) : undefined;
      const server = typeof name === 'string' ? servers.get(name) : undefined;
      if (session === undefined || server?.kind !== 'stdio') return void socket.destroy();
      session.relays.add(serveRelay(server, place, socket, session.log.connect(server.name)));
      if (held.length > end + 1) socket.emit('data', held.subarray(end + 1));
    });
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    servers: ReadonlyMap<string, McpServer>,
  ): Promise<void> {
    request.on('error', () => {});
    response.on('error', () => {});
    // A page in a browser whose name resolves to this machine is no agent of ours.
    const host = `http://${request.headers.host ?? ''}`;
    if (!URL.canParse(host) || !isThisMachine(new URL(host).hostname)) return refuse(response, 403, FOREIGN_HOST, null);
    const [token = '', name = ''] = (request.url ?? '').split('?')[0]?.slice(1).split('/') ?? [];
    const session = sessions.get(token);
    const server = servers.get(decoded(name));
    if (session === undefined || server?.kind !== 'http') return refuse(response, 404, UNKNOWN, null);
    return passOn(server, request, response, clientOf(session, server.name, request));
  }

  function clientOf({ clients, log }: Session, server: string, { headers }: IncomingMessage): Connection {
    const key = `${server} ${String(headers['mcp-session-id'] ?? '')}`;
    const client = clients.get(key) ?? log.connect(server);
    clients.set(key, client);
    return client;
  }

  async function end(token: string): Promise<void> {
    const session = sessions.get(token);
    sessions.delete(token);
    const ended = Promise.all([...(session?.relays ?? [])].map((relay) => relay.close())).then(() => {});
    ending.add(ended);
    await ended;
    ending.delete(ended);
  }

  return {
    listTools(signal) {
      listed ??= listAll(signal);
      return listed;
    },
    tools: () => known,
    async open() {
      count += 1;
      const name = String(count);
      starting ??= start();
      folder ??= mkdtemp(join(temporary, 'agent-eval-mcp-'));
      const [ports, all] = await Promise.all([starting, folder]);
      const own = join(all, name);
      const token = randomBytes(16).toString('hex');
      const log = createSessionLog(
        () => known ?? [],
        () => {
          late += 1;
        },
      );
      sessions.set(token, { log, relays: new Set(), clients: new Map() });
      const legOf = ({ kind, name }: McpServer): Leg =>
        kind === 'stdio'
          ? relayCommand(ports.tcp, token, name)
          : { url: `http://127.0.0.1:${ports.http}/${token}/${encodeURIComponent(name)}` };
      await mkdir(own, { mode: 0o700 });
      const config = join(own, 'mcp.json');
      await writeFile(config, `${jsonText(clientConfig(file, legOf), 2)}\n`, { mode: 0o600 });
      return {
        config,
        begin: (mock) => log.begin(mock),
        async close() {
          await end(token);
          await rm(own, { recursive: true, force: true });
        },
      };
    },
    notes: () =>
      late === 0
        ? []
        : [
            `${plural(late, 'call')} of MCP tools ${late === 1 ? 'was' : 'were'} made outside of any turn (before the turn began, or after its answer): they belong to no trial's record.`,
          ],
    async close() {
      await Promise.all([...ending, ...[...sessions.keys()].map(end)]);
      const ports = await starting?.catch(() => null);
      await ports?.close();
      if (folder !== null) await rm(await folder, { recursive: true, force: true });
    },
  };
}

const MOST_HELLO = 4096;
const FOREIGN_HOST = 'agent-eval: the proxy answers only requests to 127.0.0.1 or localhost';
const UNKNOWN =
  'agent-eval: unknown address: the process that it was given to is over, or it was changed. Use the file of AGENT_EVAL_MCP_CONFIG as it is';

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** A pull request can write any host into a file, and the proxy sends it secrets. */
function hostProblem(url: string, name: string, isAllowed: (url: URL) => boolean): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    return `the MCP server ${name} has no address such as https://host/mcp`;
  if (isThisMachine(parsed.hostname) || isAllowed(parsed)) return null;
  return `the MCP server ${name} is at ${parsed.host}, which is not this machine; name it in the input allowed-hosts of the workflow (--allowed-hosts in a terminal)`;
}

/** Where relays and clients connect. */
interface Ports {
  readonly tcp: number;
  readonly http: number;
  close(): Promise<void>;
}

async function listen(tcp: TcpServer, http: Server): Promise<Ports> {
  // Node's default of 5 s would close a client's idle connection just when it is used again.
  http.keepAliveTimeout = 0;
  http.requestTimeout = 0;
  const sockets = new Set<Socket>();
  tcp.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const [ofTcp, ofHttp] = await Promise.all([portOf(tcp), portOf(http)]);
  return {
    tcp: ofTcp,
    http: ofHttp,
    async close() {
      for (const socket of sockets) socket.destroy();
      http.closeAllConnections();
      await Promise.all([tcp, http].map((one) => new Promise<void>((resolve) => one.close(() => resolve()))));
    },
  };
}

function portOf(server: TcpServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('no port on 127.0.0.1'));
    });
  });
}
