import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { errorMessage } from '#common/error-message.ts';

/** A page on loopback that shows a file and refreshes itself. */
export interface PageServer {
  /** Shows a file from now on, or again because it was written anew. */
  show(file: string): void;
  close(): Promise<void>;
}

/**
 * Serves an HTML file on loopback, in a frame that reloads it whenever it has changed. Only requests for this very address are answered, so that
 * no other site reaches it by a name of its own, and no page may frame it.
 */
export async function servePage(port: number): Promise<PageServer | { readonly problem: string }> {
  const hosts = [`localhost:${port}`, `127.0.0.1:${port}`];
  const listening = new Set<ServerResponse>();
  let version = 0;
  let shown: string | null = null;
  const answer = async ({ url, method, headers }: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    if (method !== 'GET' || !hosts.includes(headers.host ?? '')) return response.writeHead(403).end();
    if (url === '/') return response.writeHead(200, { ...HTML, 'content-security-policy': POLICY }).end(FRAME);
    if (url === '/report.html') {
      const text = shown === null ? null : await readFile(shown).catch(() => null);
      return response.writeHead(200, { ...HTML, 'x-frame-options': 'SAMEORIGIN' }).end(text ?? 'No run has ended yet.');
    }
    if (url !== '/changes') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data: ${version}\n\n`);
    listening.add(response);
    return response.once('close', () => listening.delete(response));
  };
  const server = createServer((request, response) => void answer(request, response));
  const problem = await new Promise<unknown>((resolve) => {
    server.once('error', resolve);
    server.listen(port, '127.0.0.1', () => resolve(null));
  });
  if (problem !== null)
    return { problem: `nothing can be shown on http://${hosts[0]}: ${errorMessage(problem)}; end what uses that port` };
  return {
    show(file) {
      shown = file;
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

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const POLICY =
  "default-src 'none'; frame-src 'self'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'";

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
changes.onerror = () => { changes.close(); document.title = 'agent-eval (no longer watching)'; };
</script></body></html>
`;
