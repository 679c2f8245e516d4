import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { awsFrame } from '#test/testing/providers/protocols/bedrock-frames.ts';
import { createFrameText, framesOf } from '#wire/protocols/event-frames.ts';

const EVENTS: readonly (readonly [string, JsonObject])[] = [
  ['messageStart', { role: 'assistant' }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Grüße, "Welt"\n' } }],
  ['messageStop', { stopReason: 'end_turn' }],
];
const BYTES = Buffer.concat(EVENTS.map(([type, data]) => awsFrame(type, data)));
const LINES = EVENTS.map(([event, data]) => `${JSON.stringify({ event, data })}\n`).join('');

describe("AWS's binary stream", () => {
  test('is a line of JSON a frame, however it is cut', () => {
    always(
      fc.property(fc.array(fc.integer({ min: 0, max: BYTES.length }), { maxLength: 12 }), (cuts) => {
        const frames = createFrameText();
        const ends = [...cuts.toSorted((left, right) => left - right), BYTES.length];
        const text = ends.map((end, index) => frames.decode(BYTES.subarray(ends[index - 1] ?? 0, end))).join('');
        expect(text).toBe(LINES);
      }),
      { numRuns: tries(300) },
    );
  });

  test('comes back from its lines, frame for frame', () => {
    expect(Buffer.from(framesOf(LINES)).equals(BYTES)).toBe(true);
  });

  test('tells what InvokeModel packs, and packs it again', () => {
    const data = { type: 'content_block_delta', delta: { text: 'ö' } };
    const packed = awsFrame('chunk', { bytes: Buffer.from(JSON.stringify(data)).toString('base64') });
    const text = createFrameText().decode(packed);
    expect(text).toBe(`${JSON.stringify({ event: 'chunk', data })}\n`);
    expect(Buffer.from(framesOf(text)).equals(packed)).toBe(true);
  });

  test('tells an exception as an error', () => {
    const text = createFrameText().decode(awsFrame('throttlingException', { message: 'Too many tokens' }));
    const error = { type: 'throttlingException', message: 'Too many tokens' };
    expect(JSON.parse(text)).toEqual({ event: 'error', data: { error } });
  });

  test('with one bit that fell over is not read from there on', () => {
    always(
      fc.property(fc.integer({ min: 0, max: BYTES.length * 8 - 1 }), (bit) => {
        const bytes = Buffer.from(BYTES);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const text = createFrameText().decode(bytes);
        const whole = text.split('\n').filter((line) => line.startsWith('{'));
        expect(LINES.startsWith(whole.map((line) => `${line}\n`).join(''))).toBe(true);
        expect(whole.length).toBeLessThan(EVENTS.length);
        expect(text.endsWith('(no event stream)\n')).toBe(true);
      }),
      { numRuns: tries(500) },
    );
  });
});
