import * as z from 'zod';
import { shortSha } from '#common/words.ts';
import { fewDifferences, type SideNames } from '#gate/baseline/pairing/difference-words.ts';
import { conditionDifferences, declaredDifferences } from '#gate/baseline/pairing/differences.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { epochIds } from './epoch-id.ts';

/** Most runs of main in a pool: as many as hold the trials of a case that count, five each. */
export const MOST_POOLED_RUNS = 10;

/** Runs of main that are older than this, in days before the compared run, are not pooled. */
const MOST_DAYS = 14;
const DAY = 86_400_000;

/** Runs that count as one baseline. */
export interface Pool<Results extends LeanResults> {
  /** Nearest first; empty only when there was none to begin with. */
  readonly runs: readonly Results[];
  /** Why the others don't count, one sentence each. */
  readonly left_out: readonly string[];
}

/**
 * Which runs of main are pooled: the nearest, and those with its conditions, its declared model and sampling, in its epoch,
 * within 14 days of the run that is compared with them; at most 10. The nearest counts at any age, because the change builds on
 * it. A run with an unreadable time is left out, because it may be old. So is a run that was made for a change (its trials
 * passed a filter) and one that occurs twice.
 *
 * @param runs nearest first
 * @param today `created_at` of the run that is compared with them
 */
export function poolRuns<Results extends LeanResults>(runs: readonly Results[], today: string): Pool<Results> {
  const [nearest, ...others] = runs;
  if (nearest === undefined) return { runs: [], left_out: [] };
  const [epoch, ...epochs] = epochIds(runs);
  const pooled = [nearest];
  const leftOut: string[] = [];
  for (const [i, run] of others.entries()) {
    const reason =
      whyNoRunOfMain(run) ??
      whyUnlike(run, nearest) ??
      (epochs[i] === epoch ? null : epochWords(run, nearest)) ??
      whyApart(run, today) ??
      (pooled.some((other) => isSameRun(run, other)) ? 'it is listed twice' : null) ??
      (pooled.length < MOST_POOLED_RUNS ? null : `${MOST_POOLED_RUNS} nearer runs are`);
    if (reason === null) pooled.push(run);
    else leftOut.push(`${nameOf(run)} is not pooled: ${reason}`);
  }
  return { runs: pooled, left_out: leftOut };
}

function whyNoRunOfMain({ run, commit }: LeanResults): string | null {
  if (run.side === 'confirm') return 'its trials were run to confirm a failure';
  return commit.pull_request === null ? null : `it is of pull request ${commit.pull_request}`;
}

const SIDES: SideNames = { before: 'there', after: 'in the nearest run' };

function whyUnlike(run: LeanResults, nearest: LeanResults): string | null {
  const conditions = conditionDifferences(nearest, run);
  if (conditions.length > 0) return `its conditions differ (${fewDifferences(conditions, SIDES)})`;
  const declared = declaredDifferences(nearest, run);
  return declared.length === 0 ? null : `its model or sampling differs (${fewDifferences(declared, SIDES)})`;
}

function epochWords(run: LeanResults, nearest: LeanResults): string {
  if (run.epoch === null) return 'it names no epoch, but the nearest run does';
  if (nearest.epoch === null) return 'it names an epoch, but the nearest run does not';
  const { since } = nearest.epoch;
  return `it belongs to another epoch than the nearest run${since === null ? '' : `, whose epoch began at ${shortSha(since)}`}`;
}

function whyApart({ created_at: created }: LeanResults, today: string): string | null {
  const [now, its] = [timeOf(today), timeOf(created)];
  if (its === null) return 'its created_at is not an ISO 8601 time, so its age is unknown';
  if (now === null) return 'created_at of this run is not an ISO 8601 time, so the time between them is unknown';
  if (Math.abs(now - its) <= MOST_DAYS * DAY) return null;
  return `it was made more than ${MOST_DAYS} days ${its < now ? 'before' : 'after'} this run`;
}

/** With its offset: a time without one differs between machines. */
const instant = z.iso.datetime({ offset: true });

function timeOf(text: string): number | null {
  return instant.safeParse(text).success ? Date.parse(text) : null;
}

/** Whether two files are of one run: a second attempt includes the trials of the first. */
export function isSameRun(left: LeanResults, right: LeanResults): boolean {
  return left === right || (left.run.id !== null && left.run.id === right.run.id);
}

function nameOf({ run, commit }: LeanResults): string {
  const name = run.id === null ? 'an earlier run' : `run ${run.id.slice(0, 20)}`;
  return commit.sha === null || commit.sha === '' ? name : `${name} (${shortSha(commit.sha)})`;
}
