import { expect, test } from 'vitest';
import { startModelServer } from '#test/support/model-server/model-server.ts';
import { route } from '#test/support/model-server/route.ts';

const VERSION = { 'anthropic-version': '2023-06-01' };

test.each([
  ['POST', '/v1/chat/completions?api-version=1', {}, 'openai', 'openai_chat'],
  ['POST', '/openai/v1/chat/completions', {}, 'openai', 'openai_chat'],
  ['POST', '/ollama/v1/chat/completions', {}, 'ollama', 'openai_chat'],
  ['POST', '/v1/responses', {}, 'openai', 'openai_responses'],
  ['POST', '/v1/messages?beta=true', {}, 'anthropic', 'anthropic_messages'],
  ['POST', '/anthropic/v1/messages/count_tokens', {}, 'anthropic', 'count_tokens'],
  ['POST', '/api/chat', {}, 'ollama', 'ollama_chat'],
  ['GET', '/v1/models', {}, 'openai', 'models'],
  ['GET', '/v1/models', VERSION, 'anthropic', 'models'],
  ['GET', '/ollama/v1/models/a%2Fb', {}, 'ollama', 'models'],
  ['GET', '/v1/models/%', {}, 'openai', 'models'],
  ['HEAD', '/', {}, 'ollama', 'root'],
  ['POST', '//', {}, 'openai', null],
  ['GET', '/v1/chat/completions', {}, 'openai', null],
  ['POST', '/anthropic/v1/chat/completions', {}, 'anthropic', null],
  ['POST', '/api/generate', {}, 'ollama', null],
] as const)('%s %s goes where it belongs', (method, path, headers, provider, endpoint) => {
  const found = route(method, path, headers);
  const target =
    found.target === null ? null : 'chat' in found.target ? found.target.chat.endpoint : found.target.aside;
  expect([found.provider, target]).toEqual([provider, endpoint]);
});

test('a path that is not there is not found, and is seen', async () => {
  await using server = await startModelServer({ script: () => ({}) });
  const answer = await fetch(`${server.url}/v1/completions`, { method: 'POST', body: '{}' });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    {
      error: { message: 'Invalid URL (POST /v1/completions)', type: 'invalid_request_error', param: null, code: null },
    },
  ]);
  expect(server.requests).toMatchObject([{ endpoint: null, path: '/v1/completions', status: 404, body: {} }]);
});

test('a body that is no JSON is refused', async () => {
  await using server = await startModelServer({ script: () => ({}) });
  const headers = { authorization: 'Bearer k' };
  const answer = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body: '{"model":' });
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
    400,
    expect.stringContaining('We could not parse the JSON body'),
  ]);
  expect(server.requests[0]?.body).toBeNull();
});
