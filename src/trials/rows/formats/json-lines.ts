import * as z from 'zod';
import { jsonOrUndefined } from '#trials/messages/read-arguments.ts';
import { retriedWords, rowFrom } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Row, RowsReading } from '../row.ts';
import { type Format, maybeText } from './json-format.ts';

const schema = z.looseObject({
  id: z.string().min(1),
  outcome: z.enum(['passed', 'failed', 'error', 'skipped']).nullish(),
  passed: z.boolean().nullish(),
  message: maybeText,
  file: maybeText,
  scores: z.record(z.string(), z.number().nullable()).nullish(),
  tries: z.int().positive().nullish(),
  trial: z.int().positive().nullish(),
  latency_ms: z.number().nonnegative().nullish(),
});

/** One JSON object a line: `id`, `outcome` or `passed` or `scores`, and what it says of its turn in the fields of the protocol. */
export const jsonLinesFormat: Format = {
  twins: 'repeats',
  // Where the first line opens an object and does not end it, the whole file is one.
  read: (text, { root }) => (/^\s*(?:[<[]|\{\s*(?:\n|$))/.test(text) ? null : readLines(text, root)),
};

function readLines(text: string, root: string): RowsReading {
  const rows: Row[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = schema.safeParse(jsonOrUndefined(line));
    if (!parsed.success)
      return { rows: [], damage: [{ code: 'cut', problem: `line ${at + 1} is not a JSON object with an \`id\`` }] };
    const { id, outcome, passed, message, file: path, scores, tries, latency_ms, trial: _, ...turn } = parsed.data;
    const reported = outcome ?? (passed == null ? 'scored' : passed ? 'passed' : 'failed');
    const row = rowFrom({
      id,
      file: path == null ? null : fromRoot(path, root),
      outcome: reported,
      retried: reported === 'passed' && tries != null && tries > 1 ? retriedWords(tries) : null,
      message,
      scores: Object.entries(scores ?? {}).map(([name, score]) => ({ name, score })),
      latency_ms,
      turn,
    });
    rows.push(row);
  }
  return { rows, damage: [] };
}
