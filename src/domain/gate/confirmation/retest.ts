import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import { fisherLess } from '#domain/statistics/counts/fisher.ts';
import { caseMinP, minPBeside } from '#domain/statistics/counts/min-p.ts';
import type { PairedCounts } from '#domain/statistics/counts/paired-counts.ts';
import { lastLook } from '#domain/trial/looks.ts';
import type { CaseDecision } from '../decision.ts';
import { type GateTrial, mostCountsOf, type PairedCase, passes } from '../evidence.ts';
import { isSuspicious, looksWorse } from '../looks/suspicion.ts';
import type { GatePlan } from '../plan.ts';
import type { Confirmation } from './confirmation.ts';
import { freshTrials } from './fresh-trials.ts';
import type { ConfirmationPlan } from './plan-confirmation.ts';
import { type FreshTrials, filled } from './repetition.ts';

/** Fresh trials of a case on each side. */
export const RETEST_TRIALS = 20;

/** A case that still looks worse at an adjusted p up to this is not called sound. */
const UNSETTLED = 0.1;

/** A case that looked worse without being called broken, and what fresh trials of both sides say of it. */
export interface Retest {
  readonly id: string;
  /** Of the fresh trials alone, adjusted for the number of cases that were tried again; `null` without any. */
  readonly p_adjusted: number | null;
  readonly outcome: 'broken' | 'unsettled' | 'sound';
  readonly candidate: { readonly passed: number; readonly scored: number };
  readonly baseline: { readonly passed: number; readonly scored: number };
}

/** Cases that look worse, with too little evidence to call them broken: they are worth fresh trials on both sides. */
export function suspects(cases: readonly CaseDecision[]): readonly CaseDecision[] {
  return cases.filter(({ failed, p, baseline }) => !failed && looksWorse(p, baseline.scored));
}

/**
 * The fresh trials that tell whether suspicious cases broke: as many on main as here, and here beyond the last look, so that no look reads them.
 *
 * @returns `null` where no case is suspicious
 */
export function planRetest(cases: readonly CaseDecision[], candidate: ResultsFile): ConfirmationPlan | null {
  const ids = suspects(cases).map(({ id }) => id);
  if (ids.length === 0) return null;
  const after = afterLooks(candidate);
  return {
    base: new Map(ids.map((id) => [id, RETEST_TRIALS])),
    top_up: new Map(ids.map((id) => [id, after(id) + RETEST_TRIALS])),
    after: lastLook(candidate),
  };
}

/**
 * Tests suspicious cases on fresh trials alone, so that what made them suspicious counts for nothing: Fisher's exact test of each, adjusted for
 * their number, at a part of the budget that is kept for it.
 *
 * @param alpha that part
 */
export function retestCases(
  suspicious: readonly Pick<CaseDecision, 'id'>[],
  { main, candidate }: FreshTrials,
  alpha: number,
): readonly Retest[] {
  const sides = suspicious.map(({ id }) => ({ id, here: candidate.get(id) ?? [], today: main.get(id) ?? [] }));
  const tests = caseMinP(sides.map(({ here, today }) => countsOfSides(here, today)));
  const worst = caseMinP(sides.map(({ here, today }) => countsOfSides(atWorst(here, false), atWorst(today, true))));
  return sides.map(({ id, here, today }, i) => {
    const p_adjusted = here.length === 0 || today.length === 0 ? null : (tests[i]?.pAdjusted ?? 1);
    const isBroken = p_adjusted !== null && reaches(p_adjusted, alpha);
    const isOpen = p_adjusted === null || reaches(p_adjusted, UNSETTLED) || reaches(worst[i]?.pAdjusted ?? 1, alpha);
    return {
      id,
      p_adjusted,
      outcome: isBroken ? 'broken' : isOpen ? 'unsettled' : 'sound',
      candidate: { passed: passes(here), scored: here.length },
      baseline: { passed: passes(today), scored: today.length },
    };
  });
}

/**
 * What fresh trials say of the suspicious cases of a run.
 *
 * @returns `null` where there are no fresh trials
 */
export function retestsOf(
  cases: readonly CaseDecision[],
  candidate: ResultsFile,
  comparison: Comparison,
  confirmation: Confirmation,
  alpha: number,
): readonly Retest[] | null {
  if (confirmation.kind !== 'done') return null;
  const after = afterLooks(candidate);
  const fresh = freshTrials(
    { ...candidate, appended: false },
    confirmation.results,
    comparison,
    Number.POSITIVE_INFINITY,
  );
  const here = [...fresh.candidate].map(
    ([id, trials]) => [id, trials.filter(({ index }) => index > after(id))] as const,
  );
  return retestCases(suspects(cases), { main: fresh.main, candidate: new Map(here) }, alpha);
}

/**
 * Cases whose test could not have been red whatever happened here, as main has too few trials of them; a case that never passes on main has
 * nothing to lose.
 *
 * @param retried cases that look worse are tried again: those are left that could not even look worse
 */
export function unseenCases(paired: readonly PairedCase[], plan: GatePlan, retried: boolean): readonly string[] {
  const looks = plan.looks.map(({ look }) => look);
  const boundary = plan.looks.at(-1)?.case ?? null;
  if (boundary === null) return [];
  const planned = paired.map((item) => ({ item, most: mostCountsOf(item, looks) }));
  const others = planned.map(({ most: { n, b, m } }) => ({ a: Math.round((n * b) / m), n, b, m }));
  const adjusted = minPBeside(others);
  const known = new Map<string, boolean>();
  return planned.flatMap(({ item, most: { n, b, m } }) => {
    if (b === 0) return [];
    const isAlwaysExtended = item.fixed || item.never_fail;
    const key = `${n},${b},${m},${isAlwaysExtended}`;
    const broken = { a: 0, n, b, m };
    const isSeen =
      known.get(key) ??
      ((isAlwaysExtended || staysSuspicious(broken, looks)) &&
        (retried ? looksWorse(fisherLess(broken), m) : !exceeds(adjusted(broken), boundary)));
    known.set(key, isSeen);
    return isSeen ? [] : [item.id];
  });
}

/** Whether a case that fails all of its trials gets those of the last look also if the rest of the suite is settled. */
function staysSuspicious({ b, m }: PairedCounts, looks: readonly number[]): boolean {
  return looks.slice(0, -1).every((n, i) => isSuspicious(fisherLess({ a: 0, n, b, m }), m, i === 0));
}

/** Those that look worse by more than chance does to one unchanged suite in ten, and whose test could not be red. */
export function blindlyWorse(cases: readonly CaseDecision[], unseen: () => readonly string[]): readonly CaseDecision[] {
  const worse = cases.filter(({ failed, p_adjusted: p }) => !failed && reaches(p, UNSETTLED));
  if (worse.length === 0) return [];
  const blind = new Set(unseen());
  return worse.filter(({ id }) => blind.has(id));
}

function afterLooks(candidate: ResultsFile): (id: string) => number {
  const planned = new Map(candidate.cases.map((item) => [item.id, item.planned_trials]));
  return (id) => Math.max(lastLook(candidate), planned.get(id) ?? 0);
}

function countsOfSides(here: readonly GateTrial[], today: readonly GateTrial[]) {
  return { a: passes(here), n: here.length, b: passes(today), m: today.length };
}

/** The missing trials, had they all spoken against the candidate. */
function atWorst(trials: readonly GateTrial[], passed: boolean): readonly GateTrial[] {
  return filled(trials, RETEST_TRIALS, { passed, tool_recall: null });
}
