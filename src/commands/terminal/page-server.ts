import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';

/** A file that is shown in a browser and refreshes itself. */
export interface PageServer {
  readonly url: string;
  /** The file was written again. */
  changed(): void;
  close(): Promise<void>;
}

/** Serves one HTML file on loopback, below a path that nobody guesses, in a frame that reloads it whenever it has changed. */
export async function servePage(file: string): Promise<PageServer> {
  const folder = `/${randomUUID()}/`;
  const listening = new Set<ServerResponse>();
  let version = 1;
  const server = createServer(async ({ url }, response) => {
    if (url === folder) return void response.writeHead(200, HTML).end(FRAME);
    if (url === `${folder}report.html`)
      return void response.writeHead(200, HTML).end(await readFile(file).catch(() => ''));
    if (url !== `${folder}changes`) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data: ${version}\n\n`);
    listening.add(response);
    response.once('close', () => listening.delete(response));
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}${folder}`,
    changed() {
      version += 1;
      for (const response of listening) response.write(`data: ${version}\n\n`);
    },
    async close() {
      for (const response of listening) response.end();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** The report allows no script but its own, so what refreshes it is around it; its place in the address stays. */
const FRAME = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>agent-eval</title>
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block; }</style></head>
<body><iframe src="report.html" title="report"></iframe><script>
let version;
const changes = new EventSource('changes');
changes.onmessage = ({ data }) => {
  if (version !== undefined && version !== data) document.querySelector('iframe').contentWindow.location.reload();
  version = data;
};
changes.onerror = () => { changes.close(); document.title = 'agent-eval (the run has ended)'; };
</script></body></html>
`;
