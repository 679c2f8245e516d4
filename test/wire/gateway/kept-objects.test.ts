/** What a provider keeps for an agent: passed on, billed to nobody, and deleted only by the run that made it. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '#test/testing/providers/incoming.ts';
import { formatOf } from '#wire/protocols/providers.ts';
import { REAL_KEY, startScene } from './scene.ts';

const fine = () => ({ text: 'well' });

test('conversations, files and vector stores are passed on with the real key, and cost nothing', async () => {
  await using scene = await startScene(fine, { keys: [REAL_KEY] });
  const { text } = await scene.ask({ path: '/conversations', body: { items: [{ role: 'user', content: 'hi' }] } });
  const { id } = JSON.parse(text);
  const items = await scene.ask({ method: 'GET', path: `/conversations/${id}/items?order=asc` });
  expect(JSON.parse(items.text).data).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }]);
  expect((await scene.ask({ path: '/vector_stores', body: { name: 'shop' } })).status).toBe(200);
  expect((await scene.ask({ method: 'GET', path: '/files' })).status).toBe(200);
  expect(scene.calls).toEqual([]);
  expect(scene.budget.spent()).toEqual({ tokens: 0, cost_usd: 0, trials: 0 });
  expect(scene.server.failures).toEqual([]);
});

test('a run deletes what it has made, and nothing else', async () => {
  await using scene = await startScene(fine, { keys: [REAL_KEY] });
  const { id } = JSON.parse((await scene.ask({ path: '/conversations', body: {} })).text);
  const others = await scene.ask({ method: 'DELETE', path: '/conversations/conv_of_somebody_else' });
  expect(others.status).toBe(403);
  expect(others.text).toContain('the recorder deletes and changes only what this run has made');
  const own = await scene.ask({ method: 'DELETE', path: `/conversations/${id}` });
  expect(JSON.parse(own.text)).toMatchObject({ id, deleted: true });
  expect(scene.server.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test.each([
  ['an own id in the query', 'DELETE', (own: string) => `/files/file_of_somebody_else?${own}`],
  ['an own id below a foreign object', 'DELETE', (own: string) => `/vector_stores/vs_of_somebody_else/files/${own}`],
  ['a change of a foreign object', 'POST', () => '/conversations/conv_of_somebody_else'],
  ['an item for a foreign object', 'POST', () => '/conversations/conv_of_somebody_else/items'],
  ['the end of a foreign response', 'POST', () => '/responses/resp_of_somebody_else/cancel'],
  ['all of a kind', 'DELETE', () => '/files'],
  ['a search that deletes', 'DELETE', () => '/vector_stores/vs_of_somebody_else/search'],
  ['an own id of another kind', 'DELETE', (own: string) => `/files/${own}`],
] as const)('no way leads to what others have made: %s', async (_, method, path) => {
  await using scene = await startScene(fine, { keys: [REAL_KEY] });
  const { id } = JSON.parse((await scene.ask({ path: '/conversations', body: {} })).text);
  expect((await scene.ask({ method, path: path(id), ...(method === 'POST' && { body: {} }) })).status).toBe(403);
  expect(scene.server.requests).toHaveLength(1);
});

test('what an answer about a foreign object names is not made by this run; a search of one only reads', async () => {
  await using scene = await startScene(fine, { keys: [REAL_KEY] });
  await scene.ask({ path: '/vector_stores/vs_of_somebody_else/search', body: { query: 'x' } });
  expect(scene.server.requests).toHaveLength(1);
  expect((await scene.ask({ method: 'DELETE', path: '/vector_stores/vs_of_somebody_else' })).status).toBe(403);
});

test('a response goes on in a conversation of this run, and adds to no other', async () => {
  await using scene = await startScene(fine, { keys: [REAL_KEY] });
  const { id } = JSON.parse((await scene.ask({ path: '/conversations', body: {} })).text);
  const named = [id, { id }, 'conv_of_somebody_else', { id: 'conv_of_somebody_else' }];
  const statuses = [];
  for (const conversation of named)
    statuses.push((await scene.ask({ path: '/responses', body: { model: 'm', input: 'hi', conversation } })).status);
  expect(statuses).toEqual([200, 200, 403, 403]);
});

test('what a server of the config answers makes nothing at the host of the key', async () => {
  const answer = { id: 'resp_of_somebody_else', choices: [{ message: { content: 'hi' } }], usage: {} };
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  );
  const environment = { OPENROUTER_BASE_URL: await listen(server, 0), OPENROUTER_API_KEY: REAL_KEY };
  await using scene = await startScene(fine, { keys: [REAL_KEY], environment });
  expect((await scene.ask({ provider: 'openrouter' })).status).toBe(200);
  expect((await scene.ask({ method: 'DELETE', path: '/responses/resp_of_somebody_else' })).status).toBe(403);
  server.close();
});

test('a response that this run was given may be deleted', async () => {
  await using scene = await startScene(fine);
  const { text } = await scene.ask({ path: '/responses', body: { model: 'm', input: 'hi' } });
  const { status } = await scene.ask({ method: 'DELETE', path: `/responses/${JSON.parse(text).id}` });
  // Passed on: this server has no such route.
  expect(status).toBe(404);
});

test('a conversation that a model makes shorter costs its tokens, and says and calls nothing', async () => {
  await using scene = await startScene(fine);
  const { status } = await scene.ask({ path: '/responses/compact', body: { model: 'm', input: 'a long story' } });
  expect(status).toBe(200);
  expect(scene.calls).toMatchObject([
    { endpoint: 'openai_compact', answer: { text: '', calls: [] }, usage: { output_tokens: 20 } },
  ]);
});

test('Azure gets its key in its own header alone', async () => {
  await using scene = await startScene(fine, { keys: [REAL_KEY] });
  const { status } = await scene.ask({
    provider: 'azure',
    path: '/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21',
    body: { messages: [{ role: 'user', content: 'hi' }], model: 'my-gpt' },
  });
  expect(status).toBe(200);
  const [{ headers } = { headers: {} }] = scene.server.requests;
  expect(headers).toMatchObject({ 'api-key': REAL_KEY });
  expect(headers).not.toHaveProperty('authorization');
});

test("Azure's deployment is the model of a request that names none", () => {
  const path = '/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21';
  expect(formatOf('openai_chat').inCommonNames?.({ messages: [] }, path)).toEqual({ messages: [], model: 'my-gpt' });
  expect(formatOf('openai_chat').inCommonNames?.({ model: 'gpt' }, path)).toEqual({ model: 'gpt' });
});

test("a token of Entra ID is Azure's bearer", async () => {
  const token = `eyJ${REAL_KEY}`;
  await using scene = await startScene(fine, {
    keys: [token],
    environment: { AZURE_OPENAI_API_KEY: '', AZURE_OPENAI_AD_TOKEN: token },
  });
  expect((await scene.ask({ provider: 'azure' })).status).toBe(200);
  expect(scene.server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${token}` });
});
