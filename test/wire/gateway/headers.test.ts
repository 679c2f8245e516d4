import { expect, test } from 'vitest';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { requestHeaders } from '#wire/gateway/http/request-headers.ts';
import { responseHeaders } from '#wire/gateway/http/response-headers.ts';
import { resolveUpstreams } from '#wire/gateway/resolve-upstreams.ts';
import { MESSAGES, REAL_KEY, startScene, upstreamsOf } from './scene.ts';

test('the client’s key is replaced by the real one, at the provider’s own header', async () => {
  await using scene = await startScene(() => ({ text: 'ok' }), { keys: [REAL_KEY] });
  const headers = {
    authorization: 'Bearer dummy',
    'x-api-key': 'dummy',
    'api-key': 'dummy',
    cookie: 'a=b',
    'x-forwarded-for': '::1',
  };
  await scene.ask({ headers });
  await scene.ask({ headers, provider: 'anthropic', body: MESSAGES });
  const [openai, anthropic] = scene.server.requests;
  expect(openai?.headers).toMatchObject({ authorization: `Bearer ${REAL_KEY}`, 'accept-encoding': 'identity' });
  expect(anthropic?.headers).toMatchObject({ 'x-api-key': REAL_KEY, 'anthropic-version': '2023-06-01' });
  expect(JSON.stringify([openai?.headers, anthropic?.headers])).not.toMatch(/dummy|cookie|forwarded/);
});

test('a host that only the config names gets a dummy key', () => {
  const resolved = resolveUpstreams({
    environment: { OPENAI_API_KEY: REAL_KEY },
    config_base_urls: { openai: 'http://127.0.0.1:8000/v1' },
    allowed_hosts: [],
  });
  mustBeRead(resolved);
  expect(JSON.stringify(resolved.upstreams)).not.toContain(REAL_KEY);
  const { authorization } = requestHeaders({ authorization: `Bearer ${REAL_KEY}` }, resolved.upstreams.openai);
  expect(authorization).toMatch(/^Bearer agent-eval-dummy-key/);
});

test('Azure gets the key under its own name too', () => {
  const { openai } = upstreamsOf({ OPENAI_BASE_URL: 'https://x.openai.azure.com/openai/v1', OPENAI_API_KEY: REAL_KEY });
  expect(requestHeaders({}, openai)).toMatchObject({ 'api-key': REAL_KEY, authorization: `Bearer ${REAL_KEY}` });
  const { openai: fake } = upstreamsOf({
    OPENAI_BASE_URL: 'https://azure.com.evil.example/v1',
    OPENAI_API_KEY: REAL_KEY,
  });
  expect(requestHeaders({}, fake)).not.toHaveProperty('api-key');
});

test('of an answer the client sees its kind, its ids and what is left of a quota', () => {
  const kept = {
    'content-type': 'application/json',
    'request-id': 'req_1',
    'x-request-id': 'req_1',
    'retry-after': '3',
    'openai-processing-ms': '9',
    'x-ratelimit-remaining-tokens': '1',
    'anthropic-ratelimit-requests-remaining': '2',
  };
  const dropped = {
    'set-cookie': 'a=b',
    location: 'https://evil.example',
    'content-encoding': 'gzip',
    'content-length': '9',
  };
  expect(responseHeaders({ ...kept, ...dropped }, { key: null })).toEqual(kept);
});
