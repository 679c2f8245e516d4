import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listed } from '#common/words.ts';
import { readForeign, removeForeign, temporaryFolder } from '#process/foreign-files.ts';
import { shippedFile } from '#process/shipped-file.ts';
import type { KnownHosts } from './known-hosts.ts';

/** Sends the calls of clients that read no setting to the recorder, by code that runs in their processes before them. */
export interface Preload {
  /** Variables for a process whose requests have this token, with the recorder's address. */
  open(
    token: string,
    origin: string,
  ): Promise<{ readonly variables: { readonly [name: string]: string }; close(): void }>;
  /** Gives a request that came through one of the sockets the path and host that the recorder expects. */
  redirect(request: IncomingMessage): void;
  /** The hosts that the processes made requests to. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** @param onConnection takes the connections of processes, for an HTTP server */
export function createPreload(hosts: KnownHosts, onConnection: (socket: Socket) => void): Preload {
  const tokens = new WeakMap<Socket, string>();
  const open = new Map<Server, string>();
  const removing = new Set<Promise<void>>();
  /** Of processes that have ended. */
  const seen = new Map<string, number>();
  let left = MOST_READ;

  /** Adds what a process has noted, and returns how many bytes that is. */
  function addLog(folder: string, counts: Map<string, number>): number {
    const log = readForeign(join(folder, LOG), left);
    if ('problem' in log) return 0;
    for (const host of hostsIn(log.bytes.toString('latin1'))) counts.set(host, (counts.get(host) ?? 0) + 1);
    return log.bytes.length;
  }

  /** Of one process alone: others may clear the folder for temporary files while it runs. */
  async function make(): Promise<string> {
    const folder = await temporaryFolder(tmpdir(), 'agent-eval-preload-');
    await copyFile(shippedFile(import.meta.dirname, 'preload/node.cjs'), join(folder, 'node.cjs'));
    await mkdir(join(folder, 'python'));
    const python = shippedFile(import.meta.dirname, 'preload/sitecustomize.py');
    await copyFile(python, join(folder, 'python', 'sitecustomize.py'));
    await writeFile(join(folder, LOG), '');
    return folder;
  }

  function close(server: Server): void {
    const folder = open.get(server);
    if (folder === undefined) return;
    open.delete(server);
    server.close();
    left -= addLog(folder, seen);
    const removed = removeForeign(folder).then(() => void removing.delete(removed));
    removing.add(removed);
  }

  return {
    async open(token, origin) {
      const place = await make();
      const socket = join(place, 'socket');
      const server = createServer((connection) => {
        tokens.set(connection, token);
        onConnection(connection);
      });
      open.set(server, place);
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(socket, resolve);
      });
      const settings = { hosts, socket, base: `${origin}/${token}`, log: join(place, LOG) };
      return {
        variables: {
          AGENT_EVAL_PRELOAD: JSON.stringify(settings),
          NODE_OPTIONS: `--require ${JSON.stringify(join(place, 'node.cjs'))}`,
          PYTHONPATH: join(place, 'python'),
        },
        close: () => close(server),
      };
    },
    redirect(request) {
      const token = tokens.get(request.socket);
      const known = hosts[request.headers.host?.toLowerCase() ?? ''];
      if (token === undefined || known === undefined) return;
      const { provider, root } = known;
      const url = request.url ?? '/';
      request.url = `/${token}/${provider}${url.startsWith(`${root}/`) ? url.slice(root.length) : url}`;
      request.headers.host = '127.0.0.1';
    },
    notes() {
      const counts = new Map(seen);
      for (const folder of open.values()) addLog(folder, counts);
      return hostNotes(counts, hosts);
    },
    async close() {
      for (const server of open.keys()) close(server);
      await Promise.all(removing);
    },
  };
}

const LOG = 'hosts.log';
/** Bytes of all logs together; agents can write to them. */
const MOST_READ = 4_000_000;
const MOST_LISTED = 30;

function hostsIn(log: string): readonly string[] {
  return log
    .split('\n')
    .slice(0, -1)
    .filter((line) => HOST.test(line));
}

function hostNotes(counts: ReadonlyMap<string, number>, hosts: KnownHosts): readonly string[] {
  if (counts.size === 0) return [];
  const rows = [...counts].toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1));
  const names = rows.map(([host, count]) => `${host} (${count}${hosts[host] === undefined ? '' : ', recorded'})`);
  const hint = rows.every(([host]) => hosts[host] !== undefined) ? '' : ` ${OTHER_HOSTS}`;
  return [
    `requests of the agent's processes by host, as record.preload saw them: ${listed(names, MOST_LISTED)}.${hint}`,
  ];
}

const OTHER_HOSTS =
  "To record another model's host, name it in the step as the base URL of the provider whose protocol it speaks (OPENAI_BASE_URL, …).";

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/;
