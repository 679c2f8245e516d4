import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { evidence, pooledEvidence, type ScoredTrial } from '#gate/baseline/results/evidence.ts';
import type { LeanCase, LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import { type Finding, finding } from '../terms/finding.ts';

/** This many equal answers in a row are no coincidence. */
const FEWEST_ALIKE = 3;

/**
 * Notes about trials that are not independent: those that repeat the provider's answer of another trial of their case, here or
 * on main, and a candidate that says the same in every trial of every case, by design or from a cache.
 */
export function identicalTrialFindings(candidate: LeanResults, { cases }: LeanComparison): readonly Finding[] {
  const here = candidate.cases.map(({ id, trials }) => ({ id, runs: [trials] }));
  return [
    ...repeatFindings(here, 'here'),
    ...repeatFindings(cases, 'main'),
    ...contentFindings(candidate.cases, cases),
  ];
}

/** A case with its trials, one list for each run. */
interface Tried {
  readonly id: string;
  readonly runs: readonly (readonly LeanTrial[])[];
}

function repeatFindings(cases: readonly Tried[], side: 'here' | 'main'): readonly Finding[] {
  const repeats = cases.map(({ id, runs }) => ({ id, count: repeatsOf(runs) })).filter(({ count }) => count > 0);
  if (repeats.length === 0) return [];
  const ids = repeats.map(({ id }) => id).sort();
  const trials = repeats.reduce((sum, { count }) => sum + count, 0);
  const about = { outcome: 'note', gate: 'infrastructure', code: 'identical_trials', cases: ids } as const;
  return [finding(about, { trials, side })];
}

/** Judged trials that are no evidence because another one has the same answer. */
function repeatsOf(runs: readonly (readonly LeanTrial[])[]): number {
  const live = runs.flat().filter(({ outcome, source }) => outcome !== 'error' && source !== 'replayed');
  return live.length - pooledEvidence(runs).flat().length;
}

/** Where main's trials vary, so does the agent, and it was chance that these do not. */
function contentFindings(cases: readonly LeanCase[], main: readonly Tried[]): readonly Finding[] {
  const often = cases.map(evidence).filter((trials) => trials.length >= FEWEST_ALIKE && trials.some(saysSomething));
  if (often.length === 0 || !often.every(areAlike)) return [];
  if (!main.every(({ runs }) => pooledEvidence(runs).every(areAlike))) return [];
  const about = { outcome: 'note', gate: 'infrastructure', code: 'identical_content' } as const;
  return [finding(about, { cases: often.length })];
}

function saysSomething({ output_hash, tools_hash }: ScoredTrial): boolean {
  return output_hash !== null || tools_hash !== null;
}

function areAlike(trials: readonly ScoredTrial[]): boolean {
  return new Set(trials.map(({ output_hash, tools_hash }) => `${output_hash} ${tools_hash}`)).size <= 1;
}
