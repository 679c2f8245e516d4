import type { Case } from '#cases/suite/case.ts';
import { canonicalJson } from '#common/json.ts';
import { sha256Hex } from '#common/sha256.ts';
import type { TrialPlan } from './plan.ts';

/** What the seeds of a run's trials depend on, besides case and index. */
export type RunSeeds = Pick<SeedSource, 'tree' | 'side'>;

/**
 * Every trial to run, round by round: the first of every case in the order of the suite, then the second of every case …
 *
 * @param trials the suite's number of trials per case; a case's own number takes precedence
 */
export function planTrials(cases: readonly Case[], trials: number, seeds: RunSeeds): readonly TrialPlan[] {
  return byRound(cases.flatMap((evalCase) => trialsBetween(evalCase, 0, evalCase.trials ?? trials, seeds)));
}

/**
 * Further trials of some cases, round by round.
 *
 * @param from number of trials that each case has, by id; 0 if missing
 * @param to final number of trials, by id; missing cases get none
 */
export function planFurtherTrials(
  cases: readonly Case[],
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
  seeds: RunSeeds,
): readonly TrialPlan[] {
  return byRound(
    cases.flatMap((evalCase) => trialsBetween(evalCase, from.get(evalCase.id) ?? 0, to.get(evalCase.id) ?? 0, seeds)),
  );
}

/** One trial of a case; `index` counts from 1. */
export function planTrial(evalCase: Case, index: number, seeds: RunSeeds): TrialPlan {
  return { case: evalCase, index, seed: trialSeed({ ...seeds, case_id: evalCase.id, index }) };
}

/**
 * A trial that runs early meets a fresh process and one that runs late a used one. Round by round, the trial of one index meets the same on
 * main and on a change, also where one of them goes on for longer.
 */
function byRound(plans: readonly TrialPlan[]): readonly TrialPlan[] {
  return plans.toSorted((left, right) => left.index - right.index);
}

function trialsBetween(evalCase: Case, from: number, to: number, seeds: RunSeeds): readonly TrialPlan[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, position) =>
    planTrial(evalCase, from + position + 1, seeds),
  );
}

/** The source of a seed. `tree`: the git tree (or other fingerprint) under test, `null` if unknown. */
interface SeedSource {
  readonly tree: string | null;
  readonly side: 'candidate' | 'baseline' | 'confirm';
  readonly case_id: string;
  /** Trial index, from 1. */
  readonly index: number;
}

/**
 * The agent's seed for one trial: 1 to 2³¹ − 1, the same for the same source, different on the two sides of a comparison so
 * that their trials are independent.
 */
export function trialSeed({ tree, side, case_id, index }: SeedSource): number {
  const word = Number.parseInt(sha256Hex(canonicalJson([tree, side, case_id, index])).slice(0, 8), 16);
  return 1 + (word % 0x7fffffff);
}
