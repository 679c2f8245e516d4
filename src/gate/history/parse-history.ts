import * as z from 'zod';
import { jsonOrUndefined } from '#common/json-text.ts';
import { plural } from '#common/words.ts';
import type { HistoryRow } from './history-row.ts';

/** Name of the file next to results.json. */
export const HISTORY_FILE = 'history.jsonl';

/** Largest history that is read, in bytes; an honest one stays below a third of it. */
export const LARGEST_HISTORY = 4 * 1024 * 1024;

/** Most runs that a history holds: a year of nights. */
export const MOST_ROWS = 365;

/** What the texts of a row may be. */
export const ROW_TEXTS = {
  sha: /^[0-9a-f]{7,64}$/,
  run_id: /^[0-9]{1,20}$/,
  event: /^[a-z_]{1,64}$/,
  run_url: /^https?:\/\/[\w.:-]+(\/[\w.-]+)*$/,
  epoch: /^[\w-]{1,256}$/,
} as const;

/** The rows of a history, or what is wrong with it: a sentence part that follows the name of the file. */
export type ParsedHistory = { readonly rows: readonly HistoryRow[] } | { readonly problem: string };

/**
 * Reads the text of a history.jsonl, one row per line; a line that is no row breaks the whole. Never throws, whatever it
 * contains.
 */
export function parseHistory(text: string): ParsedHistory {
  if (text.length > LARGEST_HISTORY) return { problem: `is larger than ${LARGEST_HISTORY >> 20} MB` };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > MOST_ROWS)
    return { problem: `has ${plural(lines.length, 'line')}, at most ${MOST_ROWS} are read` };
  const rows: HistoryRow[] = [];
  for (const [index, line] of lines.entries()) {
    const read = rowSchema.safeParse(jsonOrUndefined(line) ?? null);
    if (!read.success) return { problem: `is damaged: line ${index + 1} ${whatIsWrong(read.error)}` };
    rows.push(read.data);
  }
  return { rows };
}

/** Whether a row claims to be later than the time at which it is read. */
export function isOfFuture({ date }: Pick<HistoryRow, 'date'>, now: number): boolean {
  return Date.parse(date) > now + A_DAY;
}

/** How much clocks of machines may differ, and how long a run may wait, in milliseconds. */
const A_DAY = 86_400_000;

/** Names the place and the kind of the first problem, and none of the text. */
function whatIsWrong({ issues: [first] }: z.ZodError): string {
  const [key] = first?.path ?? [];
  return key === undefined ? 'is not a row of a history' : `has a wrong ${String(key)}`;
}

const count = z.int().min(0).max(1_000_000_000);
const share = z.number().min(0).max(1);
const name = z.string().max(512);
// Also keeps out `__proto__`, which no object can hold as a key of its own by assignment.
const caseId = z.string().regex(/^(?!__proto__$)[A-Za-z0-9._/~-]{1,128}$/);
const passedOf = z.tuple([count, count]).refine(([passed, scored]) => passed <= scored);
const MOST_CASES = 20_000;

const driftSchema = z.object({
  before: share,
  now: share,
  nights: count,
  cases: z.array(z.object({ id: caseId, before: passedOf, now: passedOf })).max(MOST_CASES),
});

/** Only the date and the counts are required; what an older version did not write is unknown. */
const rowSchema = z
  .object({
    sha: z.string().regex(ROW_TEXTS.sha).nullable().default(null),
    date: z.iso.datetime({ offset: true }),
    run_id: z.string().regex(ROW_TEXTS.run_id).nullable().default(null),
    attempt: count.default(1),
    event: z.string().regex(ROW_TEXTS.event).nullable().default(null),
    run_url: z.string().max(512).regex(ROW_TEXTS.run_url).nullable().default(null),
    models: z.array(name).max(20).default([]),
    judge: name.nullable().default(null),
    epoch: z.string().regex(ROW_TEXTS.epoch).nullable().default(null),
    began: z.enum(['settings', 'better', 'worse', 'drift']).nullable().default(null),
    anew: z.array(caseId).max(MOST_CASES).default([]),
    cases: z.record(caseId, passedOf).default({}),
    passed: count,
    scored: count,
    total_tokens: z.number().min(0).nullable().default(null),
    cost_usd: z.number().min(0).nullable().default(null),
    latency_ms: z.number().min(0).nullable().default(null),
    verdict: z.enum(['pass', 'fail', 'inconclusive', 'error']),
    audit: z
      .object({ red: z.boolean(), promised: share.gt(0).lt(1) })
      .nullable()
      .default(null),
    drift: driftSchema.nullable().default(null),
  })
  .refine(({ passed, scored }) => passed <= scored);
