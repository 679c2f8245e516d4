import { jsonText } from '#domain/json-text.ts';
import type { TrialRecord, UsageRecord } from '#domain/trial/trial-record.ts';
import { passKOfRun } from '../pass-k-of.ts';
import { leanTrial } from './lean-results.ts';
import { LARGEST_RESULTS_FILE } from './parse-results.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';

/** A results file as text. */
export interface ResultsText {
  readonly text: string;
  /** Of UTF-8. */
  readonly bytes: number;
  /** The whole would have been too large to be read again: what no comparison needs is left out. */
  readonly lean: boolean;
}

/**
 * Writes results.json. One that is larger than what is read, some 40,000 trials, is made lean ({@link leanTrial}) and goes without what
 * reading fills in; so 100,000 trials fit.
 *
 * @param rest called now and then between cases: what was needed for the text of those before is needed no more
 */
export function resultsText(results: ResultsFile, rest: () => void = () => {}): ResultsText {
  const whole = written(results, (item) => jsonText(item), rest, LARGEST_RESULTS_FILE);
  if (whole !== null) return { ...whole, lean: false };
  return { ...written(results, leanCase, rest), lean: true };
}

interface Written {
  readonly text: string;
  readonly bytes: number;
}

type Form = (item: CaseRecord) => string;

function written(results: ResultsFile, form: Form, rest: () => void): Written;
function written(results: ResultsFile, form: Form, rest: () => void, most: number): Written | null;
/** Case by case. `null`: more than `most` bytes; where a sample shows it, no more than that is made. */
function written(
  { cases, ...head }: ResultsFile,
  form: Form,
  rest: () => void,
  most = Number.POSITIVE_INFINITY,
): Written | null {
  if (most < Number.POSITIVE_INFINITY && sampledBytes(cases, form) > most) return null;
  const opening = jsonText({ ...head, pass_k: passKOfRun({ cases }), cases: [] }).slice(0, -CLOSING.length);
  const blocks: string[] = [opening];
  let bytes = bytesOf(opening) + CLOSING.length + 1;
  let parts: string[] = [];
  for (const [i, item] of cases.entries()) {
    const part = i === 0 ? form(item) : `,${form(item)}`;
    bytes += bytesOf(part);
    if (bytes > most) return null;
    parts.push(part);
    if (parts.length === BLOCK) {
      blocks.push(parts.join(''));
      parts = [];
      if ((i + 1) % REST === 0) rest();
    }
  }
  // Joined once: of a text that is put together from others, a copy is made when it is written.
  blocks.push(...parts, `${CLOSING}\n`);
  return { text: blocks.join(''), bytes };
}

const CLOSING = ']}';
/** Cases whose texts become one before they are old: small texts that are kept cost more than large ones. */
const BLOCK = 50;
/** Cases, a number of blocks. */
const REST = 2000;

/** What the cases would take if all were as every n-th is; 0 of a suite that is written soon enough. */
function sampledBytes(cases: readonly CaseRecord[], form: (item: CaseRecord) => string): number {
  const step = Math.floor(cases.length / SAMPLE);
  if (step < 2) return 0;
  const sample = cases.filter((_, i) => i % step === 0);
  const bytes = sample.reduce((sum, item) => sum + bytesOf(form(item)), 0);
  // What is near the limit is tried.
  return (bytes / sample.length) * cases.length * 0.9;
}

const SAMPLE = 200;

/** Copies are made of what is not plain ASCII only: together they would be as large as the file. */
function bytesOf(text: string): number {
  return /\P{ASCII}/u.test(text) ? new TextEncoder().encode(text).length : text.length;
}

function leanCase({ trials, ...item }: CaseRecord): string {
  const opening = jsonText({ ...item, trials: [] }).slice(0, -CLOSING.length);
  return `${opening}${trials.map(leanText).join(',')}${CLOSING}`;
}

/** Written field by field: of a hundred thousand trials no second copies are made. */
function leanText(trial: TrialRecord): string {
  const { usage, user_usage: user, ...fields } = leanTrial(trial);
  const parts = partsOf(fields, isDefault);
  parts.push(`"usage":${textOf(usage)}`);
  if (user !== undefined && user !== null) parts.push(`"user_usage":${textOf(user)}`);
  return `{${parts.join(',')}}`;
}

/** Counts that are known. */
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

/** What reading takes for granted where nothing is written: nothing at all, or what nearly every trial has. */
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
