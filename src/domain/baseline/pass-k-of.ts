import { type PassCount, type PassK, passK } from '#domain/statistics/pass-k/pass-k.ts';
import type { Comparison } from './comparison/comparison.ts';
import { pooledEvidence, type ScoredTrial, scoredTrials, withoutRepeatedAnswers } from './results/evidence.ts';
import type { CaseRecord, ResultsFile } from './results/results-file.ts';

/** pass^k and pass@k of both sides, over the same cases. */
export interface ComparedPassK {
  /** `comparable`: the cases that are compared with main; `all`: there are none, so every case of this run. */
  readonly over: 'comparable' | 'all';
  readonly candidate: readonly PassK[];
  /** Empty if there is nothing to compare with. */
  readonly baseline: readonly PassK[];
}

/** Of a single run, over all its cases. */
export function passKOfRun({ cases }: Pick<ResultsFile, 'cases'>): readonly PassK[] {
  const counts = cases.map(countOf);
  return ksOf(cases).map((k) => passK(counts, k));
}

/** Of a comparison: over the cases that have at least k judged trials on both sides. */
export function passKOf({ cases }: Comparison): ComparedPassK {
  const here = cases.flatMap(({ candidate }) => candidate ?? []);
  const pairs = cases.flatMap(({ status, candidate, runs }) =>
    status === 'comparable' && candidate !== null
      ? [{ here: countOf(candidate), main: counted(pooledEvidence(runs).flat()) }]
      : [],
  );
  if (pairs.length === 0) return { over: 'all', candidate: passKOfRun({ cases: here }), baseline: [] };
  const of = (side: 'here' | 'main') =>
    ksOf(here).map((k) => {
      const both = pairs.filter((pair) => Math.min(pair.here.scored, pair.main.scored) >= k);
      return passK(
        both.map((pair) => pair[side]),
        k,
      );
    });
  return { over: 'comparable', candidate: of('here'), baseline: of('main') };
}

/** Nobody needs a larger k, and the lists would grow with the trials. */
const LARGEST_K = 50;

/** From 1 to the most trials of any case. */
function ksOf(cases: readonly CaseRecord[]): readonly number[] {
  const most = cases.reduce((most, { planned_trials }) => Math.max(most, planned_trials), 0);
  return Array.from({ length: Math.min(most, LARGEST_K) }, (_, i) => i + 1);
}

function countOf(item: CaseRecord): PassCount {
  const scored = withoutRepeatedAnswers(scoredTrials(item));
  return counted(scored.filter(({ index }) => index <= item.planned_trials));
}

function counted(trials: readonly ScoredTrial[]): PassCount {
  return { passed: trials.filter(({ outcome }) => outcome === 'passed').length, scored: trials.length };
}
