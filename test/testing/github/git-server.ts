import { execFile, spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';

/** A git repository served by http on loopback. */
export type GitServer = {
  /** Address of the repository. */
  readonly url: string;
  /** Headers of every request, in order. */
  readonly headers: IncomingHttpHeaders[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/**
 * Serves the repository in a folder to whoever sends the token, as GitHub does; others get 401.
 *
 * @param refusal an answer to everybody in place of that
 */
export async function startGitServer(
  repository: string,
  token: string,
  refusal: { readonly status: number; readonly location?: string } | null = null,
): Promise<GitServer> {
  const seen: IncomingHttpHeaders[] = [];
  const expected = `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const server = createServer((request, response) => {
    seen.push(request.headers);
    const refused = refusal ?? (request.headers.authorization === expected ? null : { status: 401 });
    if (refused === null) return void answerGit(request, response, { repository, mount: '/repository' });
    const challenge = { 'www-authenticate': 'Basic realm="git"' };
    const headers =
      refused.location === undefined
        ? challenge
        : { location: refused.location + request.url?.replace('/repository', '') };
    response.writeHead(refused.status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/repository`,
    headers: seen,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let programs: Promise<{ readonly stdout: string }> | null = null;

/** Answers a request of a git client for the repository that is served below `mount`. Git's own CGI program does the talking. */
export async function answerGit(
  request: IncomingMessage,
  response: ServerResponse,
  { repository, mount }: { readonly repository: string; readonly mount: string },
): Promise<void> {
  programs ??= promisify(execFile)('git', ['--exec-path']);
  const { stdout } = await programs;
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const cgi = spawn(`${stdout.trim()}/git-http-backend`, [], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: `${repository}/.git`,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      PATH_INFO: pathname.slice(mount.length),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(cgi.stdin);
  cgi.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  cgi.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  cgi.once('close', () => {
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const fields = answer.toString('latin1', 0, end).split('\r\n');
    const pairs = fields.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 2),
    ]);
    const status = Number.parseInt(pairs.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
    response.writeHead(status, Object.fromEntries(pairs)).end(answer.subarray(end + 4));
  });
}
