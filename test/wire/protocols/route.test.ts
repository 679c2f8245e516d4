import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#test/support/tries.ts';
import type { Method } from '#wire/protocols/format/provider.ts';
import type { Endpoint, Provider } from '#wire/protocols/providers.ts';
import { route, SERVED } from '#wire/protocols/route.ts';
import { upstreamUrl } from '#wire/protocols/upstream-url.ts';

const SERVED_ROUTES: readonly (readonly [Provider, Method, string, Endpoint | null])[] = [
  ['openai', 'POST', '/chat/completions', 'openai_chat'],
  ['openai', 'POST', '/responses', 'openai_responses'],
  ['openai', 'POST', '/embeddings', 'openai_embeddings'],
  ['openai', 'POST', '/moderations', null],
  ['openai', 'POST', '/responses/compact', 'openai_compact'],
  ['openai', 'GET', '/responses/resp_1', null],
  ['openai', 'POST', '/responses/resp_1/cancel', null],
  ['openai', 'POST', '/conversations', null],
  ['openai', 'GET', '/conversations/conv_1/items', null],
  ['openai', 'DELETE', '/conversations/conv_1/items/msg_1', null],
  ['openai', 'POST', '/files', null],
  ['openai', 'GET', '/vector_stores/vs_1/files', null],
  ['openrouter', 'POST', '/chat/completions', 'openai_chat'],
  ['openrouter', 'GET', '/models/vendor/model/endpoints', null],
  ['openai', 'GET', '/models', null],
  ['openai', 'GET', '/models/ft:gpt-4o-mini:acme::a1', null],
  ['openai', 'GET', '/models/ft%3Agpt-4o', null],
  ['anthropic', 'POST', '/messages', 'anthropic_messages'],
  ['anthropic', 'POST', '/messages/count_tokens', null],
  ['anthropic', 'GET', '/models/claude-3-5-haiku-latest', null],
  ['ollama', 'POST', '/api/chat', 'ollama_chat'],
  ['ollama', 'GET', '/api/tags', null],
  ['ollama', 'POST', '/api/show', null],
  ['ollama', 'GET', '/api/version', null],
  ['ollama', 'POST', '/chat/completions', 'openai_chat'],
  ['ollama', 'POST', '/embeddings', 'openai_embeddings'],
  ['ollama', 'POST', '/responses', 'openai_responses'],
];

describe('a request', () => {
  test.each(SERVED_ROUTES)(
    '%s %s %s is served with /v1, without it, and with it twice',
    (provider, method, path, endpoint) => {
      for (const spelling of [path, `/v1${path}`, `/v1/v1${path}`, `${path}/`, `/v1${path}/`]) {
        expect(route(provider, method, spelling)).toMatchObject({ endpoint, path });
      }
    },
  );

  test.each<[string, Endpoint | null]>([
    ['/v1beta/models/gemini-2.5-flash:generateContent', 'gemini_generate'],
    ['/v1/models/gemini-2.5-flash:streamGenerateContent', 'gemini_generate'],
    ['/v1alpha/models/gemini-2.5-flash:generateContent', 'gemini_generate'],
    ['/models/gemini-2.5-flash:generateContent', 'gemini_generate'],
    ['/v1beta/tunedModels/mine:generateContent', 'gemini_generate'],
    ['/v1beta/models/text-embedding-004:embedContent', 'gemini_embeddings'],
    ['/v1beta/models/text-embedding-004:batchEmbedContents', 'gemini_embeddings'],
    ['/v1beta/models/gemini-2.5-flash:countTokens', null],
    ['/v1beta/interactions', 'gemini_interactions'],
    ['/v1beta/interactions/v1_1/cancel', null],
  ])('POST %s of Gemini is served, and keeps its version', (path, endpoint) => {
    expect(route('gemini', 'POST', path)).toMatchObject({ endpoint, path });
  });

  test.each([
    '/v1beta/models/x:predict',
    '/v1beta/models/a/b:generateContent',
    '/v1beta/models/x:generateContent:y',
    '/v1beta/files',
    '/v2/models/x:generateContent',
  ])('POST %s of Gemini is not served', (path) => {
    expect(route('gemini', 'POST', path)).toBeNull();
  });

  test.each<[string, Endpoint | null]>([
    ['/v3/ai/language-model', 'vercel_language'],
    ['/v1/ai/embedding-model', 'vercel_embeddings'],
    ['/language-model', 'vercel_language'],
    ['/v1/chat/completions', 'openai_chat'],
  ])('POST %s of Vercel is served, and keeps its version', (path, endpoint) => {
    expect(route('vercel', 'POST', path)).toMatchObject({ endpoint, path });
  });

  test.each<[string, Endpoint | null]>([
    ['/openai/deployments/my-gpt/chat/completions', 'openai_chat'],
    ['/openai/deployments/my-gpt/embeddings', 'openai_embeddings'],
    ['/openai/responses', 'openai_responses'],
    ['/openai/v1/chat/completions', 'openai_chat'],
    ['/openai/v1/conversations/conv_1/items', null],
  ])('POST %s of Azure is served, and keeps its deployment and the version of its API', (path, endpoint) => {
    expect(route('azure', 'POST', `${path}?api-version=2024-10-21`)).toMatchObject({
      endpoint,
      path: `${path}?api-version=2024-10-21`,
    });
  });

  test.each([
    '/openai/deployments/a/b/chat/completions',
    '/openai/deployments/a/images/generations',
    '/openai/v2/responses',
  ])('POST %s of Azure is not served', (path) => expect(route('azure', 'POST', path)).toBeNull());
  test.each([
    ['/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse', 'bedrock_converse'],
    ['/model/us.amazon.nova-lite-v1:0/converse-stream', 'bedrock_converse'],
    ['/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.claude/invoke', 'bedrock_invoke'],
    ['/model/meta.llama3-8b-instruct-v1:0/invoke-with-response-stream', 'bedrock_invoke'],
    ['/model/amazon.titan-embed-text-v2:0/invoke', 'bedrock_embeddings'],
    ['/model/amazon.nova-lite-v1:0/count-tokens', null],
  ])('POST %s of Bedrock is served', (path, endpoint) => {
    expect(route('bedrock', 'POST', path)).toMatchObject({ endpoint, path });
  });

  test.each([
    '/model//converse',
    '/model/a/b/converse',
    '/model/a%2F..%2Fb/converse',
    '/model/%2F/converse',
    '/model/a/apply',
    '/guardrail/a/version/1/apply',
  ])('POST %s of Bedrock is not served', (path) => {
    expect(route('bedrock', 'POST', path)).toBeNull();
  });

  test("keeps no key of Gemini's in its query: the recorder's own is a dummy", () => {
    const path = '/v1beta/models/x:streamGenerateContent';
    expect(route('gemini', 'POST', `${path}?key=dummy&alt=sse`)?.path).toBe(`${path}?alt=sse`);
    expect(route('gemini', 'POST', `${path}?key=dummy`)?.path).toBe(path);
  });

  test('keeps its query', () => {
    const path = '/messages?beta=true&x=a%2Fb?';
    expect(route('anthropic', 'POST', `/v1${path}`)).toMatchObject({ endpoint: 'anthropic_messages', path });
    expect(route('anthropic', 'POST', '/v1/messages/?')).toMatchObject({
      endpoint: 'anthropic_messages',
      path: '/messages',
    });
  });

  test.each<[Provider, string, string]>([
    ['openai', 'GET', '/chat/completions'],
    ['openai', 'POST', '/models'],
    ['openai', 'DELETE', '/models/x'],
    ['openai', 'POST', '/messages'],
    ['openai', 'POST', '/realtime'],
    ['openai', 'DELETE', '/chat/completions'],
    ['ollama', 'GET', '/conversations/conv_1'],
    ['openai', 'POST', '/completions'],
    ['openai', 'GET', '/conversations/../models'],
    ['openai', 'POST', '/CHAT/completions'],
    ['anthropic', 'POST', '/chat/completions'],
    ['anthropic', 'POST', '/messages/batches'],
    ['anthropic', 'POST', '/api/chat'],
    ['ollama', 'POST', '/api/pull'],
    ['ollama', 'POST', '/api/generate'],
    ['ollama', 'POST', '/messages'],
    ['openai', 'POST', '/v1'],
    ['openai', 'POST', '/v1/'],
    ['openai', 'POST', '/'],
    ['openai', 'POST', ''],
    ['openai', 'POST', 'chat/completions'],
    ['openai', 'POST', '//chat/completions'],
    ['openai', 'POST', '/chat//completions'],
    ['openai', 'POST', '/v1//chat/completions'],
    ['openai', 'POST', '/x/../chat/completions'],
    ['openai', 'GET', '/models/..'],
    ['openai', 'GET', '/models/.'],
    ['openai', 'GET', '/models/%2e%2e'],
    ['openai', 'GET', '/models/a%2Fb'],
    ['openai', 'GET', '/models/a/b'],
    ['openai', 'GET', '/models/a%00'],
    ['openai', 'GET', '/models/a\\b'],
    ['openai', 'GET', '/models/a#b'],
    ['openai', 'GET', '/models/a b'],
    ['openai', 'GET', '/models\n'],
    ['openai', 'GET', '/models?a=\r\nx: y'],
    ['openai', 'POST', 'http://evil.example/v1/chat/completions'],
    ['openai', 'POST', '//evil.example/chat/completions'],
    ['openai', 'POST', '/@evil.example/chat/completions'],
  ])('of %s %s %j is not served', (provider, method, path) => {
    expect(route(provider, method, path)).toBeNull();
  });

  test('that is served is so however often it is routed, and stays on its host', () => {
    const part = fc.constantFrom(
      '/v1',
      '/chat',
      '/completions',
      '/models',
      '/..',
      '/',
      '//',
      '%2f',
      '?',
      '@',
      '#',
      ':',
      '\\',
      'a',
      '.',
    );
    const provider = fc.constantFrom<Provider>('openai', 'anthropic', 'ollama');
    const tails = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    const path = fc.oneof(
      tails,
      fc.tuple(fc.constantFrom('/v1/models/', '/models/'), tails).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(provider, path, (whose, asked) => {
        const served = route(whose, 'GET', asked);
        if (served === null) return;
        expect(route(whose, 'GET', served.path)).toEqual(served);
        const url = new URL(upstreamUrl(whose, 'http://host.example/base', served.path));
        expect(url.host).toBe('host.example');
        expect(url.pathname).toMatch(/^\/base\/(v1\/)?(models|api)/);
      }),
      { numRuns: tries(2000) },
    );
  });

  test('that is not served is answered with what is', () => {
    expect(SERVED.anthropic).toBe('POST /messages, POST /messages/count_tokens, GET /models');
    expect(SERVED.ollama).toContain('POST /api/chat');
  });
});

describe('upstream', () => {
  test.each<[Provider, string, string, string]>([
    ['openai', 'https://api.openai.com/v1', '/responses', 'https://api.openai.com/v1/responses'],
    ['openai', 'https://api.openai.com/v1/', '/responses', 'https://api.openai.com/v1/responses'],
    ['openai', 'http://127.0.0.1:8000', '/models?limit=2', 'http://127.0.0.1:8000/v1/models?limit=2'],
    [
      'openai',
      'https://x.example/openai/deployments/d',
      '/chat/completions?api-version=2',
      'https://x.example/openai/deployments/d/chat/completions?api-version=2',
    ],
    [
      'anthropic',
      'https://api.anthropic.com',
      '/messages?beta=true',
      'https://api.anthropic.com/v1/messages?beta=true',
    ],
    ['anthropic', 'https://api.anthropic.com/v1/', '/messages', 'https://api.anthropic.com/v1/messages'],
    ['anthropic', 'https://proxy.example/claude', '/messages', 'https://proxy.example/claude/v1/messages'],
    [
      'azure',
      'https://x.openai.azure.com/',
      '/openai/deployments/d/chat/completions?api-version=2',
      'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2',
    ],
    [
      'azure',
      'https://x.openai.azure.com/openai/v1',
      '/openai/v1/responses',
      'https://x.openai.azure.com/openai/v1/responses',
    ],
    ['openrouter', 'https://openrouter.ai/api/v1', '/models', 'https://openrouter.ai/api/v1/models'],
    ['ollama', 'http://127.0.0.1:11434', '/api/chat', 'http://127.0.0.1:11434/api/chat'],
    ['ollama', 'http://127.0.0.1:11434/v1', '/api/chat', 'http://127.0.0.1:11434/api/chat'],
    ['ollama', 'http://127.0.0.1:11434/', '/chat/completions', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['ollama', 'http://127.0.0.1:11434/v1', '/models', 'http://127.0.0.1:11434/v1/models'],
  ])('of %s at %s is asked for %s at %s', (provider, base, path, url) => {
    expect(upstreamUrl(provider, base, path)).toBe(url);
  });

  test('that is no URL is refused', () => {
    expect(() => upstreamUrl('openai', 'api.openai.com', '/models')).toThrow(TypeError);
  });
});
