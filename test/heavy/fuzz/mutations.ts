import fc from 'fast-check';
import { expect } from 'vitest';
import type { Issue } from '#common/document/issue.ts';
import type { Json } from '#common/json.ts';
import { pathsOf, replaceAt } from '#test/support/json-places.ts';

/** What a reader is tried with, and how often, unless a test says otherwise; the same each time. */
export const FUZZ = { numRuns: 400, seed: Number(process.env['FUZZ_SEED'] ?? 17) } as const;

/** Longest that one input may keep a processor busy, in milliseconds: what takes longer hangs, or would with a longer input. */
const LONGEST = 3000;

/** Runs a reader, and fails if it takes too long; what it throws is thrown. */
export function inTime<T>(read: () => T): T {
  const started = process.cpuUsage();
  const value = read();
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(LONGEST);
  return value;
}

/** Issues that a person can act on: where it is, what is wrong, on one line that a terminal and a comment can show. */
export function expectUseful(issues: readonly Issue[]): void {
  for (const { file, line, column, message } of issues) {
    expect(file).not.toBe('');
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
    expect(message.length).toBeGreaterThan(5);
    // A name or value of 5000 characters may be quoted whole; the places that show it cut it.
    expect(message.length).toBeLessThan(6000);
    expect(message).not.toMatch(/Cannot read prop|is not a function|undefined|\[object Object\]|Maximum call stack/);
  }
}

/** Real texts with their bytes changed: cut, repeated, moved, spliced with one another, or spoiled by what formats choke on. */
export function mutated(corpus: readonly string[]): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...corpus);
  return fc
    .tuple(sample, fc.array(fc.tuple(edit(sample), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }))
    .map(([text, edits]) => {
      let bytes: Buffer = Buffer.from(text);
      for (const [change, left, right] of edits) {
        const [from, to] = [left % (bytes.length + 1), right % (bytes.length + 1)].toSorted((a, b) => a - b);
        bytes = change(bytes, from ?? 0, to ?? 0).subarray(0, MOST_BYTES);
      }
      return bytes.toString('utf8');
    });
}

/** A change of the bytes between two places. */
type Edit = (bytes: Buffer, from: number, to: number) => Buffer;

const MOST_BYTES = 40_000;

function edit(sample: fc.Arbitrary<string>): fc.Arbitrary<Edit> {
  const replaced =
    (by: Buffer, whole = true): Edit =>
    (bytes, from, to) =>
      Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(whole ? to : from)]);
  return fc.oneof(
    fc.constant<Edit>((bytes, from) => bytes.subarray(0, from)),
    fc.constant<Edit>((bytes, from, to) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])),
    fc.integer({ min: 2, max: 20 }).map<Edit>((times) => (bytes, from, to) => {
      const part = bytes.subarray(from, Math.min(to, from + 500));
      return Buffer.concat([bytes.subarray(0, from), ...Array<Buffer>(times).fill(part), bytes.subarray(to)]);
    }),
    fc.constant<Edit>((bytes, from, to) =>
      Buffer.concat([bytes.subarray(to), bytes.subarray(from, to), bytes.subarray(0, from)]),
    ),
    fc.integer({ min: 0, max: 255 }).map<Edit>((byte) => (bytes, from) => {
      const copy = Buffer.from(bytes);
      if (from < copy.length) copy[from] = byte;
      return copy;
    }),
    fc.constantFrom(...NASTY).map((text) => replaced(Buffer.from(text), false)),
    fc.tuple(sample, fc.nat(), fc.nat()).map(([text, left, right]) => {
      const bytes = Buffer.from(text);
      const [from, to] = [left % (bytes.length + 1), right % (bytes.length + 1)].toSorted((a, b) => a - b);
      return replaced(bytes.subarray(from, to));
    }),
  );
}

/** Pieces that readers of YAML, JSON, event streams and shells have stumbled over. */
const NASTY = [
  '\0',
  '\uFEFF',
  '\u2028',
  '\r',
  '\n\n',
  '\t',
  '---\n',
  '...\n',
  '&a *a',
  '<<: *a',
  '!!js/function ',
  '!!binary ',
  '? ',
  ': ',
  '- - - ',
  '"',
  "'",
  '{',
  '[',
  '}',
  ']',
  '\\u0000',
  '\\ud800',
  '\\',
  '1e999',
  '-0',
  '99999999999999999999',
  '0x1F',
  'NaN',
  'null',
  'true',
  '~',
  '__proto__',
  'constructor',
  '{"__proto__":{"x":1}}',
  '$approx',
  '$regex',
  '(a+)+$',
  'data: ',
  'event: ',
  ':\n',
  'data: [DONE]\n\n',
  '::set-output name=x::y',
  '${{ secrets.X }}',
  '../../../etc/passwd',
  'https://169.254.169.254/',
  '\u{1F600}',
  '\uD800',
  '['.repeat(3000),
  '{"a":'.repeat(3000),
  'x'.repeat(5000),
] as const;

/** A JSON value in which up to four values are replaced, removed or renamed. */
export function changedValue(corpus: readonly Json[]): fc.Arbitrary<Json> {
  const change = fc.record({ at: fc.nat(), by: fc.option(ODD, { nil: undefined, freq: 4 }) });
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([value, changes]) =>
      changes.reduce<Json>((current, { at, by }) => {
        const paths = pathsOf(current);
        return replaceAt(current, paths[at % paths.length] ?? [], by) ?? null;
      }, value),
    );
}

/** Values that fields rarely have. */
const ODD: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 0.5, 1e300, Number.MAX_SAFE_INTEGER, '', ' ', [], {}, [[]], [null]),
  fc.constantFrom<Json>('x'.repeat(5000), '../x', '/etc/passwd', '$approx', '(a+)+$', '${{ x }}', '\0', '\uD800', '1'),
  fc.constantFrom<Json>(
    { $approx: 1 },
    { $regex: '(' },
    { $any: [] },
    { $literal: {} },
    { $unknown: 1 },
    { a: { a: 1 } },
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json),
);
