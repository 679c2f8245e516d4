import { describe, expect, test } from 'vitest';
import { createBodyReader } from '#wire/gateway/call/open-call.ts';
import type { ModelRequest } from '#wire/ports.ts';
import { route } from '#wire/protocols/route.ts';

const BODY = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

function asked(changes: Partial<ModelRequest> & { readonly content?: string } = {}): ModelRequest {
  const { content, ...others } = changes;
  const body = content === undefined ? BODY : { ...BODY, messages: [{ role: 'user', content }] };
  return {
    provider: 'openai',
    method: 'POST',
    path: '/chat/completions',
    headers: {},
    body: JSON.stringify(body),
    ...others,
  };
}

function routeOf({ provider, method, path }: ModelRequest) {
  return route(provider, method, path) ?? expect.fail(`${path} is not served`);
}

describe('a body', () => {
  test('that was read before is not read again', () => {
    const read = createBodyReader();
    const first = read(asked(), routeOf(asked()), true);
    expect(first.wire?.request.model).toBe('m');
    expect(read(asked(), routeOf(asked()), true)).toBe(first);
    expect(createBodyReader()(asked(), routeOf(asked()), true)).toStrictEqual(first);
  });

  test.each<[string, ModelRequest, boolean]>([
    ['another text', asked({ content: 'hello!' }), true],
    ['another endpoint', asked({ path: '/responses' }), true],
    ['a second try of its client', asked({ headers: { 'x-stainless-retry-count': '1' } }), true],
    ['a server that knows no usage option', asked(), false],
  ])('is read for itself if it differs by %s', (_, other, askUsage) => {
    const read = createBodyReader();
    read(asked(), routeOf(asked()), true);
    const alone = createBodyReader()(other, routeOf(other), askUsage);
    expect(read(other, routeOf(other), askUsage)).toStrictEqual(alone);
  });

  test('that is long is not remembered, and many short ones take a bounded part of the memory', () => {
    const read = createBodyReader();
    const long = asked({ content: 'x'.repeat(20_001) });
    expect(read(long, routeOf(long), true)).not.toBe(read(long, routeOf(long), true));
    const first = read(asked(), routeOf(asked()), true);
    for (let i = 0; i < 150; i += 1) {
      const other = asked({ content: `${i}${'x'.repeat(15_000)}` });
      read(other, routeOf(other), true);
    }
    expect(read(asked(), routeOf(asked()), true)).not.toBe(first);
  });
});
