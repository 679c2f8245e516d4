import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REAL_KEY, startScene } from '#test/wire/gateway/scene.ts';
import { FUZZ } from './mutations.ts';

const KINDS = ['responses', 'conversations', 'files', 'vector_stores'] as const;
const FOREIGN = 'foreign_1';

/** Parts of which somebody could make the address of a stranger's object: ids of both, ways up, spellings, queries. */
const part = (own: string) =>
  fc.constantFrom(
    own,
    FOREIGN,
    ...KINDS,
    'files',
    'items',
    'cancel',
    'search',
    '..',
    '.',
    '',
    '%2e%2e',
    '%2F',
    ':',
    `x?${own}`,
  );

test('whatever an address is made of, nothing of others is deleted or changed with the key', async () => {
  await using scene = await startScene(() => ({ text: 'well' }), { keys: [REAL_KEY] });
  const own: string = JSON.parse((await scene.ask({ path: '/conversations', body: {} })).text).id;
  const before = scene.server.requests.length;
  const path = fc
    .tuple(
      fc.constantFrom(...KINDS),
      fc.array(part(own), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', `?id=${own}`),
    )
    .map(([kind, parts, query]) => `/${[kind, ...parts].join('/')}${query}`);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('DELETE' as const, 'POST' as const), path, async (method, address) => {
      await scene.ask({ method, path: address, ...(method === 'POST' && { body: { conversation: FOREIGN } }) });
    }),
    FUZZ,
  );
  const passed = scene.server.requests.slice(before).map(({ method, path: address }) => `${method} ${address}`);
  expect(passed.length, 'something is passed on').toBeGreaterThan(0);
  const ours = new RegExp(`^(?:DELETE|POST) /v1/conversations/${own}(?:[/?]|$)`);
  const reads = /^POST \/v1\/vector_stores\/[^/?]+\/search(?:\?|$)/;
  expect(passed.filter((request) => !ours.test(request) && !reads.test(request) && !makes(request))).toEqual([]);
});

/** A new object is nobody's. */
function makes(request: string): boolean {
  return /^POST \/v1\/(?:conversations|files|vector_stores)(?:\?|$)/.test(request);
}
