import { jsonText } from '#common/json-text.ts';
import { leanTrial } from '#trials/trial/lean-trial.ts';
import { type CheckRecord, filledIn, type TrialRecord, type UsageRecord } from '#trials/trial/trial-record.ts';
import { figuresOfRun } from './figures-of-run.ts';
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
  return whole === null ? leanText(results, rest) : { ...whole, lean: false };
}

/** Writes lean results, whatever their size. */
export function leanText(results: ResultsFile, rest: () => void = () => {}): ResultsText {
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
  return `${opening}${trials.map((trial) => trialText(leanTrial(trial))).join(',')}${CLOSING}`;
}

/** Written field by field: a hundred thousand trials are not copied again. */
function trialText({ usage, user_usage: user, judge_usage: judge, checks, ...fields }: TrialRecord): string {
  const parts = partsOf(fields, isFilledIn);
  if (checks.length > 0) parts.push(`"checks":[${checks.map(checkText).join(',')}]`);
  parts.push(`"usage":${textOf(usage)}`);
  if (user !== undefined && user !== null) parts.push(`"user_usage":${textOf(user)}`);
  if (judge !== undefined && judge !== null) parts.push(`"judge_usage":${textOf(judge)}`);
  return `{${parts.join(',')}}`;
}

/** All that a lean trial has of a check that passed. */
function checkText({ name, passed, ...check }: CheckRecord): string {
  return jsonText(passed === true ? { name, passed } : { name, passed, ...check });
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

/** Whether reading fills it in. */
function isFilledIn(key: string, value: unknown): boolean {
  return value === undefined || value === filledIn()[key];
}
