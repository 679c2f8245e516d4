import * as z from 'zod';
import { jsonText } from '#common/json-text.ts';
import { type FileReading, type FoundTest, outcomeOf, retriedWords } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import { damaged, type Format, jsonOf, unreadable } from './json-format.ts';

/** Each with what is needed, for whoever wrote another value. */
const schema = z.looseObject({
  id: z.union([z.string().min(1), z.number()], { error: 'a name, as a text or a number' }).transform(String),
  outcome: z.string({ error: 'passed, failed, error or skipped' }).nullish(),
  passed: z.boolean({ error: 'true or false' }).nullish(),
  fault: z.enum(['provider', 'sandbox', 'judge'], { error: 'provider, sandbox or judge' }).nullish(),
  message: z.string({ error: 'a text' }).nullish(),
  file: z.string({ error: 'a path' }).nullish(),
  scores: z
    .record(
      z.string(),
      z.union([z.number(), z.boolean().transform(Number)], { error: 'a number, or null' }).nullable(),
      {
        error: 'a mapping from each scorer to its number',
      },
    )
    .nullish(),
  tries: z.int({ error: 'a whole number from 1' }).positive({ error: 'a whole number from 1' }).nullish(),
  trial: z.int({ error: 'a whole number from 1' }).positive({ error: 'a whole number from 1' }).nullish(),
  latency_ms: z.number({ error: 'milliseconds' }).nonnegative({ error: 'milliseconds, 0 or more' }).nullish(),
});

/** What may tell tests of one id apart: fields that a script writes alike in every round. */
export const APART = ['file', 'name', 'suite', 'model', 'provider', 'variant', 'input', 'expected'];

/** One JSON object a line: `id`, `outcome` or `passed` or `scores`, and what it says of its turn in the fields of the protocol. */
export const jsonLinesFormat: Format = (text, { root }) =>
  // Where the first line opens an object and does not end it, the whole file is one.
  /^\s*(?:[<[]|\{\s*(?:\n|$))/.test(text) ? null : readLines(text, root);

function readLines(text: string, root: string): FileReading {
  const tests: FoundTest[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = `line ${at + 1}`;
    const read = jsonOf(line, at + 1);
    if ('problem' in read) return unreadable(text, read.problem);
    const { value } = read;
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      const [{ path = [], message: needed = '' } = {}] = parsed.error.issues;
      const isRow = path.length > 0;
      const written = path.reduce<unknown>((inner, key) => Object(inner)[key], value);
      return damaged({
        code: 'bad_row',
        row,
        field: path.join('.'),
        value: written === undefined ? 'not there' : jsonText(written),
        needed: isRow ? needed : 'an object with an `id`',
      });
    }
    tests.push(testOf(parsed.data, root));
  }
  return { tests };
}

function testOf({ outcome, passed, ...data }: z.output<typeof schema>, root: string): FoundTest {
  const { id, fault, message, file: path, scores, tries, trial, latency_ms, ...turn } = data;
  const told = outcome == null ? 'scored' : outcomeOf(outcome);
  // The worst that is said holds.
  const reported = passed == null || !['passed', 'scored'].includes(String(told)) ? told : passed ? 'passed' : 'failed';
  return {
    id,
    file: path == null ? null : fromRoot(path, root),
    apart: APART.map((key) => data[key]),
    repeat: trial ?? null,
    outcome: reported,
    ...(fault != null && reported === 'error' && { fault }),
    retried: reported === 'passed' && tries != null && tries > 1 ? retriedWords(tries) : null,
    message,
    scores: Object.entries(scores ?? {}).map(([name, score]) => ({ name, score })),
    latency_ms,
    turn,
  };
}
