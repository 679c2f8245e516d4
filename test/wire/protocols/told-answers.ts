import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { JsonObject } from '#common/json.ts';
import type { StreamEvent, WireAnswer } from '#wire/protocols/format/wire-format.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';
import { endpointNamed, eventOf } from './read-named.ts';

/**
 * One answer told by every endpoint that streams, in one piece and as events: a text, then two calls. `pieces` says where text and
 * arguments are cut.
 */
export interface ToldAnswer {
  readonly endpoint: Endpoint;
  readonly whole: JsonObject;
  readonly events: (pieces: Pieces) => readonly StreamEvent[];
  readonly answer: WireAnswer;
}

/** Cuts a text into pieces that together are the text. */
export type Pieces = (text: string) => readonly string[];

export const inOnePiece: Pieces = (text) => [text];

/** Every way to cut. */
export const anyPieces: fc.Arbitrary<Pieces> = fc
  .array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 12 })
  .filter((sizes) => sizes.some((size) => size > 0))
  .map((sizes) => (text) => cutAt(text.length, sizes).map(([from, to]) => text.slice(from, to)));

/** Where something of a length is cut into pieces of these sizes, which come again and again. */
export function cutAt(length: number, sizes: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const places: [number, number][] = [];
  for (let at = 0, turn = 0; at < length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    places.push([at, at + size]);
    at += size;
  }
  return places;
}

/** What `⟨name⟩` stands for in `told-answers.txt`: an event with it comes once for each piece. */
const CUT: Readonly<Record<string, string>> = {
  text: 'Let me look — gleich.',
  look: JSON.stringify({ order: 'Ä1', deep: { list: [1, 'two', null] } }),
  refund: JSON.stringify({ amount: 9.5 }),
  thought: 'hm',
  nothing: '',
};

export const TOLD: readonly (readonly [string, ToldAnswer])[] = readFileSync(
  new URL('told-answers.txt', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n\n')
  .map((block) => {
    const [name = '', endpoint = '', whole = '', answer = '', ...events] = block.split('\n');
    return [
      name.replace('== ', ''),
      {
        endpoint: endpointNamed(endpoint),
        whole: JSON.parse(whole.replace('whole ', '')),
        answer: JSON.parse(answer.replace('answer ', '')),
        events: (pieces) => events.flatMap((line) => inPieces(line, pieces)).map(eventOf),
      },
    ];
  });

function inPieces(line: string, pieces: Pieces): readonly string[] {
  const [mark, name = ''] = /⟨(\w+)⟩/.exec(line) ?? [];
  if (mark === undefined) return [line];
  return pieces(CUT[name] ?? '').map((piece) => line.replace(mark, () => JSON.stringify(piece).slice(1, -1)));
}

/** What a reader makes of events. */
export function streamed(endpoint: Endpoint, events: readonly StreamEvent[]) {
  const reader = formatOf(endpoint).stream();
  for (const event of events) reader.push(event);
  return reader;
}
