import { closeSync, openSync, readSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listed } from '#common/words.ts';
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
  const servers = new Set<Server>();
  let made: Promise<string> | null = null;
  let folder = '';
  let opened = 0;

  async function make(): Promise<string> {
    folder = await mkdtemp(join(tmpdir(), 'agent-eval-preload-'));
    await copyFile(shippedFile(import.meta.dirname, 'preload/node.cjs'), join(folder, 'node.cjs'));
    await mkdir(join(folder, 'python'));
    const python = shippedFile(import.meta.dirname, 'preload/sitecustomize.py');
    await copyFile(python, join(folder, 'python', 'sitecustomize.py'));
    await writeFile(join(folder, LOG), '');
    return folder;
  }

  return {
    async open(token, origin) {
      made ??= make();
      const place = await made;
      opened += 1;
      const socket = join(place, `${opened}.sock`);
      const server = createServer((connection) => {
        tokens.set(connection, token);
        onConnection(connection);
      });
      servers.add(server);
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
        close() {
          servers.delete(server);
          server.close();
        },
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
    notes: () => (folder === '' ? [] : hostNotes(readBeginning(join(folder, LOG)), hosts)),
    async close() {
      for (const server of servers) server.close();
      if (folder !== '') await rm(folder, { recursive: true, force: true });
    },
  };
}

const LOG = 'hosts.log';
/** Bytes; the agent can write to the file. */
const MOST_READ = 4_000_000;
const MOST_LISTED = 30;

function readBeginning(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MOST_READ);
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function hostNotes(log: string, hosts: KnownHosts): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of log.split('\n').slice(0, -1)) if (HOST.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
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
