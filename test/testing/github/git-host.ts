import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { answerGit } from '#test/testing/github/git-server.ts';
import { selfSigned } from './certificate.ts';
import type { FakeState } from './state.ts';

/** One request of a git client. */
type GitRequest = { readonly method: string; readonly path: string; readonly status: 200 | 401 | 404 };

/** github.com for git clients: the repository behind it, by https, with the job's token. */
export type GitHost = {
  /** Variables by which a client of this machine comes here when it asks for github.com. */
  readonly env: Readonly<Record<string, string>>;
  readonly requests: readonly GitRequest[];
  /** Requests of other hosts and repositories, and pushes. Must stay empty. */
  readonly violations: readonly string[];
  readonly close: () => Promise<void>;
};

/**
 * Serves a repository at the address that the runner's environment names for the repository of the state. It is a
 * proxy that stands in for github.com, as the address itself must stay what it is.
 *
 * @param repository folder that git is asked in
 */
export async function startGitHost(state: FakeState, repository: string): Promise<GitHost> {
  const requests: GitRequest[] = [];
  const violations: string[] = [];
  const { key, cert } = selfSigned(HOST);
  const github = createTlsServer({ key, cert }, (request, response) => {
    const status = statusOf(state, request, violations);
    requests.push({ method: request.method ?? 'GET', path: request.url ?? '/', status });
    if (status === 200) void answerGit(request, response, { repository, mount: mountOf(state) });
    else refuse(response, status);
  });
  const open = new Set<Duplex>();
  const proxy = createServer((request, response) => {
    violations.push(`${request.method} ${request.url} by the proxy`);
    response.writeHead(502).end();
  });
  proxy.on('connect', (request: IncomingMessage, socket: Duplex) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => {});
    if (request.url !== `${HOST}:443`) {
      violations.push(`a connection to ${request.url}`);
      return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    github.emit('connection', socket);
  });
  const port = await listen(proxy);
  const folder = await mkdtemp(join(tmpdir(), 'git-host-'));
  const certificate = join(folder, 'github.pem');
  await writeFile(certificate, cert);
  return {
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
      NO_PROXY: '127.0.0.1,localhost',
      GIT_SSL_CAINFO: certificate,
    },
    requests,
    violations,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const HOST = 'github.com';

function mountOf({ repository }: FakeState): string {
  return `/${repository.fullName}`;
}

function statusOf(
  state: FakeState,
  { url = '/', headers }: IncomingMessage,
  violations: string[],
): GitRequest['status'] {
  const { pathname, searchParams } = new URL(url, `https://${HOST}`);
  const isFetch = pathname.endsWith('/git-upload-pack') || searchParams.get('service') === 'git-upload-pack';
  if (!pathname.startsWith(`${mountOf(state)}/`) || !isFetch) {
    violations.push(`git asked for ${url}`);
    return 404;
  }
  const expected = `basic ${Buffer.from(`x-access-token:${state.token.value}`).toString('base64')}`;
  return headers.authorization === expected ? 200 : 401;
}

function refuse(response: ServerResponse, status: 401 | 404): void {
  response.writeHead(status, status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {}).end();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
