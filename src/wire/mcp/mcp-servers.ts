import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { isJsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { plural } from '#common/words.ts';
import { isThisMachine } from '#config/allowed-host.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { removeForeign, temporaryFolder } from '#process/foreign-files.ts';
import { clientConfig, type Leg } from '#trials/mcp/client-config.ts';
import { expandServer, missingVariables } from '#trials/mcp/expand.ts';
import type { McpFile, McpServer, NamedTexts } from '#trials/mcp/mcp-server.ts';
import type { ListedTool } from '#trials/mcp/tool-hashes.ts';
import type { OutboundProxy } from '#wire/outbound/outbound-proxy.ts';
import { passOn, refuseRequest } from './http-proxy.ts';
import { listTools } from './list-tools.ts';
import { createOutbound } from './outbound.ts';
import type { McpServers } from './ports.ts';
import { createSessionLog, type SessionLog } from './session-log.ts';
import { relayCommand, type ServedRelay, type ServerPlace, serveRelay } from './stdio-server.ts';

/** What the servers of an agent need. */
export interface McpServersOptions {
  readonly file: McpFile;
  /** Where programs start, and with which variables besides their own: those of the agent. */
  readonly place: ServerPlace;
  /** What the variables in the file stand for. */
  readonly variables: NamedTexts;
  /** True for a URL whose host is in the input `allowed-hosts`; this machine is always allowed. */
  readonly isAllowedHost: (url: URL) => boolean;
  /** Leads to servers elsewhere. */
  readonly proxy: OutboundProxy;
  /** A folder for the files that agents get; absolute. */
  readonly temporary: string;
}

/** What belongs to the token of one process. */
interface Session {
  /** Of its processes alone, for the file that they get. */
  readonly folder: string;
  readonly log: SessionLog;
  /** See `McpSession.begin`. */
  workspace: string | undefined;
  readonly relays: Set<ServedRelay>;
}

/** A server for relays and a proxy on 127.0.0.1, started on first use. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { file, place, variables, isAllowedHost, temporary } = options;
  const outbound = createOutbound(options.proxy);
  const sessions = new Map<string, Session>();
  const ending = new Set<Promise<void>>();
  let listed: Promise<readonly ListedTool[]> | null = null;
  let known: readonly ListedTool[] | null = null;
  let starting: Promise<Ports> | null = null;
  const seen = { turns: 0, clients: 0, late: 0 };

  /** @throws AgentUnavailableError if a variable has no value, or a host must not be asked. */
  function fillIn(server: McpServer, workspace: string = place.cwd): McpServer {
    const expanded = expandServer(server, variables, workspace);
    if ('missing' in expanded)
      throw new AgentUnavailableError(missingVariables(server.name, expanded.missing), '', null);
    const problem =
      expanded.server.kind === 'http' ? hostProblem(expanded.server.url, server.name, isAllowedHost) : null;
    if (problem !== null) throw new AgentUnavailableError(problem, '', null);
    return expanded.server;
  }

  async function listAll(signal: AbortSignal): Promise<readonly ListedTool[]> {
    for (const server of file.servers) fillIn(server);
    const tools = await Promise.all(file.servers.map((server) => listTools(fillIn(server), place, outbound, signal)));
    known = tools.flat();
    return tools.flat();
  }

  function start(): Promise<Ports> {
    return listen(
      createTcpServer({ allowHalfOpen: true, noDelay: true }, greet),
      createHttpServer((request, response) => {
        answer(request, response).catch(() => response.destroy());
      }),
    );
  }

  /** `undefined`: there is none of this name that may be used. */
  function serverOf(session: Session, name: string): McpServer | undefined {
    const server = file.servers.find((server) => server.name === name);
    try {
      return server && fillIn(server, session.workspace);
    } catch {
      return undefined;
    }
  }

  /** The first line of a relay says whose it is. */
  function greet(socket: Socket): void {
    socket.on('error', () => {});
    let buffer: Buffer = Buffer.alloc(0);
    socket.on('data', function read(chunk: Buffer) {
      buffer = Buffer.concat([buffer, chunk]);
      const end = buffer.indexOf('\n');
      if (end === -1 && buffer.length < MOST_HELLO) return;
      socket.off('data', read);
      const hello = jsonOrUndefined(buffer.subarray(0, Math.max(0, end)).toString('utf8'));
      const { token, server: name } = isJsonObject(hello) ? hello : { token: null, server: null };
      const session = typeof token === 'string' ? sessions.get(token) : undefined;
      const server = session && typeof name === 'string' ? serverOf(session, name) : undefined;
      if (session === undefined || server?.kind !== 'stdio') return void socket.destroy();
      const own = { ...place, workspace: session.workspace };
      session.relays.add(serveRelay(server, own, socket, session.log.connect(server)));
      if (buffer.length > end + 1) socket.emit('data', buffer.subarray(end + 1));
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {});
    response.on('error', () => {});
    // A page in a browser whose name resolves to this machine is no agent of ours.
    const host = `http://${request.headers.host ?? ''}`;
    if (!URL.canParse(host) || !isThisMachine(new URL(host).hostname))
      return refuseRequest(response, 403, FOREIGN_HOST, null);
    const [token = '', name = ''] = (request.url ?? '').split('?')[0]?.slice(1).split('/') ?? [];
    const session = sessions.get(token);
    const server = session && serverOf(session, decodeName(name));
    if (session === undefined || server?.kind !== 'http') return refuseRequest(response, 404, UNKNOWN, null);
    // An answer comes with the request that it answers, so clients with equal ids don't meet.
    return passOn(outbound, server, request, response, session.log.connect(server));
  }

  async function end(token: string): Promise<void> {
    const session = sessions.get(token);
    sessions.delete(token);
    if (session === undefined) return;
    const ended = Promise.all([...session.relays].map((relay) => relay.close())).then(() =>
      removeForeign(session.folder),
    );
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
      starting ??= start();
      const ports = await starting;
      const folder = await temporaryFolder(temporary, 'agent-eval-mcp-');
      const token = randomBytes(16).toString('hex');
      const log = createSessionLog(() => known ?? [], {
        turn: () => {
          seen.turns += 1;
        },
        client: () => {
          seen.clients += 1;
        },
        late: () => {
          seen.late += 1;
        },
      });
      const session: Session = { folder, log, workspace: undefined, relays: new Set() };
      sessions.set(token, session);
      const legOf = ({ kind, name }: McpServer): Leg =>
        kind === 'stdio'
          ? relayCommand(ports.tcp, token, name)
          : { url: `http://127.0.0.1:${ports.http}/${token}/${encodeURIComponent(name)}` };
      const config = join(folder, 'mcp.json');
      await writeFile(config, `${jsonText(clientConfig(file, legOf), 2)}\n`, { mode: 0o600 });
      return {
        config,
        begin(mock, workspace) {
          session.workspace = workspace;
          return log.begin(mock);
        },
        close: () => end(token),
      };
    },
    notes: () => notesOf(seen),
    async close() {
      await Promise.all([...ending, ...[...sessions.keys()].map(end)]);
      const ports = await starting?.catch(() => null);
      await ports?.close();
      await outbound.close();
    },
  };
}

function notesOf({
  turns,
  clients,
  late,
}: {
  readonly turns: number;
  readonly clients: number;
  readonly late: number;
}) {
  const unused = turns > 0 && clients === 0 ? [NO_CLIENT] : [];
  if (late === 0) return unused;
  const made = `${plural(late, 'call')} of MCP tools ${late === 1 ? 'was' : 'were'} made`;
  return [
    `${made} outside of any turn (before the turn began, or after its answer): they belong to no trial's record.`,
  ];
}

const NO_CLIENT =
  'no client of the agent spoke to its MCP servers: does it read the file that {mcp_config} and AGENT_EVAL_MCP_CONFIG name?';
const MOST_HELLO = 4096;
const FOREIGN_HOST = 'agent-eval: the proxy answers only requests to 127.0.0.1 or localhost';
const UNKNOWN =
  'agent-eval: unknown address: the process that it was given to is over, or it was changed. Use the file of AGENT_EVAL_MCP_CONFIG as it is';

function decodeName(name: string): string {
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

/** Lets both listen on free ports of 127.0.0.1. @throws if there is none. */
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
      await Promise.all([tcp, http].map((item) => new Promise<void>((resolve) => item.close(() => resolve()))));
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
