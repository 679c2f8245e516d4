import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json, type JsonObject } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import type { StreamEvent } from '#wire/protocols/format/wire-format.ts';
import type { Endpoint } from '#wire/protocols/providers.ts';
import { streamed } from './told-answers.ts';

/** How a server frames the calls of an answer; each is seen in the wild. */
interface Framing {
  readonly calls: readonly { readonly name: string; readonly args: JsonObject }[];
  readonly index: 'own' | 'zero' | 'none';
  readonly id: 'own' | 'none' | 'empty' | 'same' | 'of each piece';
  readonly name: 'first piece' | 'every piece' | 'in two pieces' | 'second piece';
  /** Where the text of arguments is cut. */
  readonly cuts: readonly number[];
  readonly empty: '' | '{}';
  readonly order: 'one after another' | 'all begin first';
}

const args = fc.constantFrom<JsonObject>({}, { at: 1 }, { id: 2, to: ['x'] }, { text: '}{' });
const framings: fc.Arbitrary<Framing> = fc
  .record<Framing>({
    calls: fc.array(fc.record({ name: fc.constantFrom('look', 'wipe', 'send'), args }), {
      minLength: 1,
      maxLength: 4,
    }),
    index: fc.constantFrom('own', 'zero', 'none'),
    id: fc.constantFrom('own', 'none', 'empty', 'same', 'of each piece'),
    name: fc.constantFrom('first piece', 'every piece', 'in two pieces', 'second piece'),
    cuts: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
    empty: fc.constantFrom('', '{}'),
    order: fc.constantFrom('one after another', 'all begin first'),
  })
  // These say nothing of how many calls they are, and no server is known to do it.
  .filter(({ id, name }) => id !== 'of each piece' || (name !== 'in two pieces' && name !== 'every piece'))
  .filter(({ id, empty, order }) => id !== 'same' || (empty === '{}' && order === 'one after another'));

const event = (data: Json, name: string | null = null): StreamEvent => ({ event: name, data: JSON.stringify(data) });

function cut(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.toSorted((left, right) => left - right), text.length];
  return places.slice(1).map((end, at) => text.slice(places[at], end));
}

function argumentsText({ empty }: Framing, object: JsonObject): string {
  return Object.keys(object).length === 0 ? empty : JSON.stringify(object);
}

function inOrder<T>({ order }: Framing, calls: readonly (readonly T[])[]): readonly T[] {
  if (order === 'one after another') return calls.flat();
  return [...calls.flatMap(([first]) => (first === undefined ? [] : [first])), ...calls.flatMap((own) => own.slice(1))];
}

function chatPieces(framing: Framing): readonly JsonObject[] {
  const { calls, index, id, name, cuts } = framing;
  const own = calls.map((call, place) => {
    const later = name === 'second piece' || name === 'in two pieces';
    const texts = cut(argumentsText(framing, call.args), later ? [0, ...cuts] : cuts);
    const split = name === 'in two pieces' && texts.length > 1;
    return texts.map((text, at) => {
      const names = {
        'first piece': at === 0 ? call.name : '',
        'every piece': call.name,
        'second piece': at === 1 ? call.name : '',
        'in two pieces': split ? [call.name.slice(0, 2), call.name.slice(2)][at] : at === 0 ? call.name : '',
      };
      const ids = {
        own: at === 0 ? `call_${place}` : undefined,
        none: undefined,
        empty: '',
        same: at === 0 ? 'call' : undefined,
        'of each piece': `call_${place}_${at}`,
      };
      return {
        ...(index === 'none' ? {} : { index: index === 'own' ? place : 0 }),
        ...(ids[id] === undefined ? {} : { id: ids[id] }),
        function: { ...(names[name] ? { name: names[name] } : {}), arguments: text },
      };
    });
  });
  return inOrder(framing, own);
}

const bag = (calls: readonly { readonly name: string; readonly args: JsonObject }[]) =>
  calls.map(({ name, args: object }) => `${name} ${canonicalJson(object)}`).sort();

function expectTruth(answer: ReturnType<ReturnType<typeof streamed>['answer']>, { calls }: Framing): void {
  expect(answer).not.toBeNull();
  if (answer?.calls === null || answer === null) return;
  expect(bag(answer.calls.map(({ name, arguments: object }) => ({ name, args: object })))).toEqual(bag(calls));
}

test('pieces of Chat Completions in any framing are the calls that were made, or unknown', () => {
  always(
    fc.property(framings, (framing) => {
      const pieces = chatPieces(framing).map((piece) =>
        event({ id: 'c', choices: [{ delta: { tool_calls: [piece] } }] }),
      );
      const end = event({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] });
      expectTruth(streamed('openai_chat', [...pieces, end]).answer(), framing);
    }),
    { numRuns: 1000 },
  );
});

/** The events of one call: it begins, its arguments come, it ends; `place` has what they say of where they belong. */
interface Blocks {
  readonly endpoint: Endpoint;
  begin(name: string, place: JsonObject): StreamEvent;
  piece(text: string, place: JsonObject): StreamEvent;
  end(name: string, text: string, place: JsonObject): StreamEvent;
  around(events: readonly StreamEvent[]): readonly StreamEvent[];
}

const typed = (type: string, data: JsonObject) => event({ type, ...data }, type);
const at = ({ place }: JsonObject, name: string): JsonObject => (place === undefined ? {} : { [name]: place });

const BLOCKS: readonly Blocks[] = [
  {
    endpoint: 'anthropic_messages',
    begin: (name, place) =>
      typed('content_block_start', {
        content_block: { type: 'tool_use', id: 't', name, input: {} },
        ...at(place, 'index'),
      }),
    piece: (text, place) =>
      typed('content_block_delta', { delta: { type: 'input_json_delta', partial_json: text }, ...at(place, 'index') }),
    end: (_, __, place) => typed('content_block_stop', at(place, 'index')),
    around: (events) => [typed('message_start', { message: { id: 'm' } }), ...events, typed('message_stop', {})],
  },
  {
    endpoint: 'bedrock_converse',
    begin: (name, place) =>
      event({ start: { toolUse: { toolUseId: 't', name } }, ...at(place, 'contentBlockIndex') }, 'contentBlockStart'),
    piece: (input, place) =>
      event({ delta: { toolUse: { input } }, ...at(place, 'contentBlockIndex') }, 'contentBlockDelta'),
    end: (_, __, place) => event(at(place, 'contentBlockIndex'), 'contentBlockStop'),
    around: (events) => [...events, event({ stopReason: 'tool_use' }, 'messageStop'), event({}, 'metadata')],
  },
  {
    endpoint: 'gemini_interactions',
    begin: (name, place) => event({ step: { type: 'function_call', name }, ...at(place, 'index') }, 'step.start'),
    piece: (text, place) =>
      event({ delta: { type: 'arguments_delta', arguments: text }, ...at(place, 'index') }, 'step.delta'),
    end: (_, __, place) => event(at(place, 'index'), 'step.stop'),
    around: (events) => [
      ...events,
      event({ interaction: { id: 'i', status: 'requires_action' } }, 'interaction.requires_action'),
    ],
  },
  {
    endpoint: 'openai_responses',
    begin: (name, { id, ...place }) =>
      typed('response.output_item.added', {
        item: { type: 'function_call', name, ...(id === undefined ? {} : { id, call_id: id }) },
        ...at(place, 'output_index'),
      }),
    piece: (delta, { id, ...place }) =>
      typed('response.function_call_arguments.delta', {
        delta,
        ...(id === undefined ? {} : { item_id: id }),
        ...at(place, 'output_index'),
      }),
    end: (name, text, { id, ...place }) =>
      typed('response.output_item.done', {
        item: { type: 'function_call', name, arguments: text, ...(id === undefined ? {} : { id, call_id: id }) },
        ...at(place, 'output_index'),
      }),
    around: (events) => [...events, typed('response.completed', { response: { id: 'r', output: [] } })],
  },
];

test.each(BLOCKS)('events of $endpoint in any framing are the calls that were made, or unknown', (blocks) => {
  always(
    fc.property(framings, fc.boolean(), (framing, ends) => {
      const own = framing.calls.map(({ name, args: object }, place) => {
        const where = {
          ...(framing.index === 'none' ? {} : { place: framing.index === 'own' ? place : 0 }),
          ...(framing.id === 'own' ? { id: `item_${place}` } : {}),
        };
        const text = argumentsText(framing, object);
        const pieces = cut(text, framing.cuts).map((part) => blocks.piece(part, where));
        return [blocks.begin(name, where), ...pieces, ...(ends ? [blocks.end(name, text, where)] : [])];
      });
      expectTruth(streamed(blocks.endpoint, blocks.around(inOrder(framing, own))).answer(), framing);
    }),
    { numRuns: 1000 },
  );
});
