import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { expectSaidByLine } from '#test/support/said.ts';
import { tries } from '#test/support/tries.ts';
import type { Method } from '#wire/protocols/format/provider.ts';
import type { Provider } from '#wire/protocols/providers.ts';
import { route, SERVED } from '#wire/protocols/route.ts';
import { upstreamUrl } from '#wire/protocols/upstream-url.ts';
import { providerNamed } from './read-named.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'DELETE'];

/** Their paths may come with the version in front, or without. */
const VERSIONED: readonly Provider[] = ['openai', 'openrouter', 'anthropic', 'ollama'];

describe('a request', () => {
  test('is served, passed on or not served as the golden file says, and keeps its path; with /v1, without it, and with it twice', () => {
    expectSaidByLine(new URL('golden/routes.txt', import.meta.url), (text) => {
      const [, name = '', method = '', quoted = ''] = /^(\w+) (\w+) (".*")$/.exec(text) ?? [];
      const [provider, path]: [Provider, string] = [providerNamed(name), JSON.parse(quoted)];
      const spellings = VERSIONED.includes(provider) ? [`/v1${path}`, `/v1/v1${path}`, `${path}/`, `/v1${path}/`] : [];
      const served = route(provider, METHODS.find((known) => known === method) ?? expect.fail(method), path);
      for (const spelling of served === null ? [] : spellings)
        expect(route(provider, METHODS.find((known) => known === method) ?? 'GET', spelling)).toEqual(served);
      if (served === null) return 'not served';
      expect(served.path).toBe(path);
      return served.endpoint ?? 'passed on';
    });
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
    always(
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
  test('is asked at the address that the golden file says', () => {
    expectSaidByLine(new URL('golden/upstream.txt', import.meta.url), (text) => {
      const [, provider = '', base = '', path = ''] = /^(\w+) at (\S+) is asked for (\S+)$/.exec(text) ?? [];
      return upstreamUrl(providerNamed(provider), base, path);
    });
  });

  test('that is no URL is refused', () => {
    expect(() => upstreamUrl('openai', 'api.openai.com', '/models')).toThrow(TypeError);
  });
});
