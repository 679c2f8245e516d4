import type { Comparison } from '#domain/baseline/comparison.ts';
import { scoredTrials, withoutRepeats } from '#domain/baseline/evidence.ts';
import { mean } from '#domain/statistics/mean.ts';
import { percent } from '#domain/words.ts';
import { comparableCases, meanPassRate, type PairedCase } from './evidence.ts';
import { type Finding, finding } from './finding.ts';
import { allCases } from './words/baseline.ts';

/** What is compared can look better than the run: a case that broke may be outside of it, as the change rewrote its input too. */
export function allCasesFindings({ cases }: Comparison, paired: readonly PairedCase[]): readonly Finding[] {
  const compared = comparableCases(paired).map(({ trials }) => trials);
  const rates = cases.flatMap(({ candidate }) => {
    if (candidate === null) return [];
    const trials = withoutRepeats(scoredTrials(candidate)).filter(({ index }) => index <= candidate.planned_trials);
    return mean(trials.map(({ outcome }) => (outcome === 'passed' ? 1 : 0))) ?? [];
  });
  const [all, among] = [mean(rates), meanPassRate(compared)];
  if (all === null || among === null || rates.length === compared.length || percent(all) === percent(among)) return [];
  const about = { outcome: 'note', gate: 'baseline', code: 'all_cases' } as const;
  return [finding(about, allCases({ rate: all, cases: rates.length }, { rate: among, cases: compared.length }))];
}
