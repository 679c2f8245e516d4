import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { classifyRefusal } from '#wire/protocols/classify-refusal.ts';
import { readError } from '#wire/protocols/format/provider-error.ts';
import type { StreamEvent } from '#wire/protocols/format/wire-format.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';
import { isAddedUsageChunk, withUsageRequested } from '#wire/protocols/usage-chunk.ts';
import { inOnePiece, streamed, TOLD } from './told-answers.ts';

const ENDPOINTS: readonly Endpoint[] = [
  'openai_chat',
  'openai_responses',
  'openai_embeddings',
  'anthropic_messages',
  'gemini_interactions',
  'vercel_language',
  'ollama_chat',
];

/** Words that the formats know, so that chance reaches their depths. */
const WORDS = [
  ...new Set(
    TOLD.flatMap(([, { whole, events }]) => [
      ...JSON.stringify(whole).matchAll(/"([a-z_.]+)"/g),
      ...JSON.stringify(events(inOnePiece)).matchAll(/\\"([a-z_.]+)\\"/g),
    ]).map(([, word]) => word ?? ''),
  ),
  '__proto__',
  'constructor',
  'input',
  'messages',
  'tool_result',
  'error',
];
const word = fc.constantFrom(...WORDS);
const { json } = fc.letrec<{ json: Json; list: Json; mapping: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, 1, -1, 0.5, 1e300, '', '{"a":', '{}', '[]'),
    word,
    tie('list'),
    tie('mapping'),
  ),
  list: fc.array(tie('json'), { maxLength: 4 }),
  mapping: fc.dictionary(word, tie('json'), { maxKeys: 8 }),
}));
const object = json.filter(isJsonObject);
const event: fc.Arbitrary<StreamEvent> = fc.record({
  event: fc.option(word),
  data: fc.oneof(
    json.map((value) => JSON.stringify(value)),
    fc.constantFrom('[DONE]', '', '{', 'null'),
    fc.string(),
  ),
});

/** One change anywhere in a good stream. */
const spoiled = fc
  .constantFrom(...TOLD.map(([, told]) => ({ endpoint: told.endpoint, events: told.events(inOnePiece) })))
  .chain(({ endpoint, events }) =>
    fc
      .tuple(fc.shuffledSubarray([...events], { minLength: 1 }), fc.array(event, { maxLength: 3 }))
      .map(([kept, odd]) => ({
        endpoint,
        events: [...kept, ...odd, ...kept.slice(0, 2)],
      })),
  );

function readAll(endpoint: Endpoint, events: readonly StreamEvent[]) {
  const reader = streamed(endpoint, events);
  return [reader.answer(), reader.usage(), reader.error(), reader.isBroken()];
}

describe('whatever JSON comes', () => {
  test.each(ENDPOINTS)('%s reads it without throwing', (endpoint) => {
    const format = formatOf(endpoint);
    always(
      fc.property(object, json, (body, other) => {
        const request = format.readRequest(body, null);
        expect(request.body_hash).toHaveLength(64);
        for (const value of [body, other]) {
          canonicalJson((format.readAnswer(value)?.calls ?? []).map(({ arguments: args }) => args));
          format.readUsage(value);
        }
      }),
      { numRuns: tries(300) },
    );
  });

  test('a stream out of order, doubled or with foreign events throws nothing', () => {
    always(
      fc.property(spoiled, ({ endpoint, events }) => {
        expect(() => readAll(endpoint, events)).not.toThrow();
      }),
      { numRuns: tries(500) },
    );
  });

  test('errors, refusals and usage chunks are read without throwing', () => {
    always(
      fc.property(json, object, fc.string(), fc.integer({ min: 100, max: 599 }), (body, request, text, status) => {
        readError(body);
        for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
          expect(['key', 'model', 'credit', null]).toContain(classifyRefusal(provider, status, body));
        }
        const asked = withUsageRequested(request).body;
        expect(withUsageRequested(asked)).toEqual({ body: asked, added: false });
        expect(isAddedUsageChunk(text)).toBe(false);
      }),
    );
  });

  test('nesting without end is cut before it exhausts anybody', () => {
    const nested = jsonOrUndefined(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) ?? null;
    const text = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    for (const endpoint of ENDPOINTS) {
      const format = formatOf(endpoint);
      expect(
        format.readRequest({ messages: [{ role: 'tool', content: nested }], nested }, null).body_hash,
      ).toHaveLength(64);
      format.readAnswer({
        content: [nested],
        choices: [nested],
        output: nested,
        data: nested,
        message: { content: nested },
      });
    }
    const message = { tool_calls: [{ function: { name: 'x', arguments: text } }] };
    const answer = formatOf('openai_chat').readAnswer({ choices: [{ message }] });
    expect(canonicalJson(answer?.calls?.[0]?.arguments ?? null)).toContain('nested too deeply');
  });
});
