import { jsonText } from '#common/json-text.ts';
import type { TrialRecord, UsageRecord } from '#trials/trial/trial-record.ts';
import { figuresOfRun } from './figures-of-run.ts';
import { leanTrial } from './lean-results.ts';
import { LARGEST_RESULTS_FILE } from './parse-results.ts';
import { passKOfRun } from './pass-k-of-run.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';
import { CLOSING } from './split-cases.ts';

/** A results file as text. */
export interface ResultsText {
  /** One after the other; joined, a large one would be in memory twice. */
  readonly parts: readonly string[];
  /** Of UTF-8. */
  readonly bytes: number;
  /** The complete file would be too large to be read again, so what no comparison needs is left out. */
  readonly lean: boolean;
}

/**
 * Writes results.json, with a line per case. One that exceeds the size that can be read, some 40,000 trials, is made lean ({@link leanTrial}) and
 * omits what reading fills in; so 100,000 trials fit.
 *
 * @param rest called now and then between cases, so that garbage of earlier ones can be collected
 */
export function resultsText(results: ResultsFile, rest: () => void = () => {}): ResultsText {
  const whole = writeCases(results, jsonText, rest, LARGEST_RESULTS_FILE);
  if (whole !== null) return { ...whole, lean: false };
  return { ...writeCases(results, leanCase, rest), lean: true };
}

type Written = Omit<ResultsText, 'lean'>;

type Form = (item: CaseRecord) => string;

function writeCases(results: ResultsFile, form: Form, rest: () => void): Written;
function writeCases(results: ResultsFile, form: Form, rest: () => void, most: number): Written | null;
/** Case by case. `null`: more than `most` bytes; if a sample shows that, nothing more is written. */
function writeCases(
  { cases, ...head }: ResultsFile,
  form: Form,
  rest: () => void,
  most = Number.POSITIVE_INFINITY,
): Written | null {
  if (most < Number.POSITIVE_INFINITY && sampledBytes(cases, form) > most) return null;
  const opening = jsonText({
    ...head,
    pass_k: passKOfRun({ cases }),
    figures: figuresOfRun({ cases }),
    cases: [],
  }).slice(0, -CLOSING.length);
  const parts = [opening];
  let bytes = bytesOf(opening) + CLOSING.length + 2;
  for (const [i, item] of cases.entries()) {
    // A part of its own, because a joined text is copied when it is written.
    const line = i > 0 ? ',\n' : '\n';
    const part = form(item);
    bytes += bytesOf(part) + line.length;
    if (bytes > most) return null;
    parts.push(line, part);
    if ((i + 1) % REST === 0) rest();
  }
  parts.push(`\n${CLOSING}\n`);
  return { parts, bytes };
}

/** Number of cases between two rests. */
const REST = 2000;

/** The size if all cases were like every n-th; 0 for a small suite. */
function sampledBytes(cases: readonly CaseRecord[], form: (item: CaseRecord) => string): number {
  const step = Math.floor(cases.length / SAMPLE);
  if (step < 2) return 0;
  const sample = cases.filter((_, i) => i % step === 0);
  const bytes = sample.reduce((sum, item) => sum + bytesOf(form(item)), 0);
  // Near the limit, try it.
  return (bytes / sample.length) * cases.length * 0.9;
}

const SAMPLE = 200;

/** Bytes of a text. Only texts that are not plain ASCII are copied: together the copies would be as large as the file. */
export function bytesOf(text: string): number {
  return /\P{ASCII}/u.test(text) ? new TextEncoder().encode(text).length : text.length;
}

/** A case without what no comparison needs. */
export function leanCase({ trials, ...item }: CaseRecord): string {
  const opening = jsonText({ ...item, trials: [] }).slice(0, -CLOSING.length);
  return `${opening}${trials.map(leanText).join(',')}${CLOSING}`;
}

/** Written field by field: a hundred thousand trials are not copied again. */
function leanText(trial: TrialRecord): string {
  const { usage, user_usage: user, judge_usage: judge, ...fields } = leanTrial(trial);
  const parts = partsOf(fields, isDefault);
  parts.push(`"usage":${textOf(usage)}`);
  if (user !== undefined && user !== null) parts.push(`"user_usage":${textOf(user)}`);
  if (judge !== undefined && judge !== null) parts.push(`"judge_usage":${textOf(judge)}`);
  return `{${parts.join(',')}}`;
}

/** The known counts. */
function textOf(usage: UsageRecord): string {
  return `{${partsOf({ ...usage }, (_, value) => value === null || value === false).join(',')}}`;
}

function partsOf(
  fields: Readonly<Record<string, unknown>>,
  isLeftOut: (key: string, value: unknown) => boolean,
): string[] {
  const parts: string[] = [];
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (!isLeftOut(key, value)) parts.push(`"${key}":${jsonText(value)}`);
  }
  return parts;
}

/** Values that reading fills in: none at all, or those of nearly every trial. */
function isDefault(key: string, value: unknown): boolean {
  return (
    value === null || value === undefined || value === DEFAULTS.get(key) || (Array.isArray(value) && value.length === 0)
  );
}

const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['source', 'live'],
  ['run_attempt', 1],
  ['look', 1],
  ['seed', 0],
  ['started_at', ''],
  ['duration_ms', 0],
  ['wait_ms', 0],
  ['tries', 1],
  ['trajectory_state', 'absent'],
]);
