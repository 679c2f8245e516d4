import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createTurnClient } from '#runner/agents/http/turn-client.ts';
import { NEVER } from '../support.ts';
import { freePort } from './support.ts';

test('a turn whose answer had begun on a connection that was kept open is not posted again', async () => {
  let posts = 0;
  const server = createServer((request, response) => {
    request.resume();
    posts += 1;
    if (posts === 1) {
      response.end('whole');
      return;
    }
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const client = createTurnClient(new URL(`http://127.0.0.1:${port}/turn`), {});
  try {
    expect(await client.post('{}', 'one', NEVER)).toMatchObject({ kind: 'answered', body: 'whole' });
    expect(await client.post('{}', 'two', NEVER)).toMatchObject({ kind: 'lost', code: 'ECONNRESET' });
    expect(posts).toBe(2);
  } finally {
    client.close();
    server.close();
  }
});
