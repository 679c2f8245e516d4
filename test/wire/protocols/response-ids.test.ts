import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { modelCall } from '#test/wire/recorder/support.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import { foldCalls } from '#wire/protocols/turn/fold-calls.ts';

const ID = 'chatcmpl-BkQv1Jx0b3ZP7mYtRwE5uHs2LdKaC';
const OTHER = 'chatcmpl-Zk9v1Jx0b3ZP7mYtRwE5uHs2LdKaC';

/** A call answered under this id; `lost`: not answered at all. */
function call(id: string | null | 'lost', parts: Partial<ModelCall> = {}): ModelCall {
  const request = { model: 'm', stream: false, body_hash: OWN_BODY, retry_count: null, results: [] };
  if (id === 'lost') return modelCall({ request, fault: { kind: 'aborted', status: null, message: 'gone' }, ...parts });
  return modelCall({ request, answer: { id, model: 'm', text: 'x', calls: [], usage: null }, ...parts });
}

/** Stands for a body that no other call has. */
const OWN_BODY = '';

function hashOf(...calls: readonly ModelCall[]) {
  const sent = calls.map((call, at) => {
    const body_hash = call.request.body_hash === OWN_BODY ? `body ${at}` : call.request.body_hash;
    return { ...call, request: { ...call.request, body_hash } };
  });
  return foldCalls(sent, { ignore_tools: [], began_ms: 0 }).response_ids_hash;
}

describe('the hash of response ids', () => {
  test('is equal for equal ids, and another one for another id, one more or one less', () => {
    expect(hashOf(call(ID), call(OTHER))).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(call(ID), call(OTHER))).toBe(hashOf(call(ID), call(OTHER)));
    const lists = [[ID], [OTHER], [ID, OTHER], [ID, ID], [ID, ID, OTHER]];
    expect(new Set(lists.map((ids) => hashOf(...ids.map((id) => call(id))))).size).toBe(lists.length);
  });

  test('is the same in whatever order calls side by side arrive', () => {
    const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 6 });
    const orders = ids.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    always(
      fc.property(orders, ([left, right]) => {
        expect(hashOf(...left.map((id) => call(id)))).toBe(hashOf(...right.map((id) => call(id))));
      }),
    );
  });

  test.each<[string, readonly ModelCall[]]>([
    ['there is no call', []],
    ['no call has an id (Ollama)', [call(null), call(null)]],
    ['one call has none', [call(ID), call(null)]],
    ['one call was hung up on', [call(ID), call('lost')]],
    ['there are embeddings alone', [call(ID, { endpoint: 'openai_embeddings' })]],
  ])('is null when %s', (_, calls) => expect(hashOf(...calls)).toBeNull());

  test('is of the calls that count: embeddings and tries that were set aside do not', () => {
    const request = { model: 'm', stream: false, body_hash: 'same', results: [] };
    const tries = [
      call(OTHER, { request: { ...request, retry_count: 0 } }),
      call(ID, { request: { ...request, retry_count: 1 } }),
    ];
    expect(hashOf(call(null, { endpoint: 'openai_embeddings' }), ...tries)).toBe(hashOf(call(ID)));
  });
});

describe('an id', () => {
  test.each([
    ID,
    'resp_68a1f0c2b9d08190a7c4e5d3f2b1a09866554433221100ff',
    'msg_01XFDUDYJgAACzvnptvVoYEL',
    'msg_bdrk_01XFDUDYJgAACzvnptvVoYEL',
    'gen-1729012345-oCCpXeA2j9zxn91f3Kd0',
    '6a8a3c1e-54b0-4b7e-9a51-0a5f3c2d1e4f',
    'cmpl-6a8a3c1e54b04b7e9a510a5f3c2d1e4f',
    'PaJzaOvVGcq9nvgPvfLqgAI',
  ])('tells an answer from all others: %s', (id) => expect(hashOf(call(id))).not.toBeNull());

  test.each([
    ['one of 999', 'chatcmpl-417'],
    ['one of a million', 'resp_999998'],
    ['a count', 'chat.id.4114'],
    ['the time in seconds', 'chatcmpl-1729012345'],
    ['the time in milliseconds', 'id-1729012345678'],
    ['always the same', 'chatcmpl-abc123'],
    ['empty', ''],
  ])('tells nothing when it is %s', (_, id) => expect(hashOf(call(id), call(ID))).toBeNull());
});
