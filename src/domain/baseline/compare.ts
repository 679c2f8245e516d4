import type { ComparedCase, Comparison } from './comparison.ts';
import { conditionDifferences, treatmentChanges } from './differences.ts';
import { evidence } from './evidence.ts';
import { type CasePair, isSameCase, pairCases } from './pair-cases.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';

/**
 * Candidate against baseline, case by case. A case is comparable when both runs had equal conditions, its input and what is
 * demanded are equal, and each side has at least one judged trial that is evidence. What a change is judged for (the treatment) is
 * named and never makes a case incomparable.
 *
 * @param whyNone why there is no baseline, a sentence part
 */
export function compare(
  candidate: ResultsFile,
  baseline: ResultsFile | null,
  whyNone: string | null = null,
): Comparison {
  const differences = baseline === null ? [] : conditionDifferences(candidate, baseline);
  const equalConditions = differences.length === 0;
  return {
    has_baseline: baseline !== null,
    why_no_baseline: baseline === null ? whyNone : null,
    makes_baseline: candidate.run.side === 'baseline',
    condition_differences: differences,
    treatment_changes: baseline === null ? [] : treatmentChanges(candidate, baseline),
    cases: pairCases(candidate.cases, baseline?.cases ?? []).map((pair) => judge(pair, equalConditions)),
  };
}

function judge({ candidate, baseline }: CasePair, equalConditions: boolean): ComparedCase {
  if (candidate === null)
    return { ...only(baseline), candidate, baseline, status: 'removed', reason: 'it is no longer in the suite' };
  if (baseline === null)
    return { ...only(candidate), candidate, baseline, status: 'new', reason: 'main has no trials of it' };
  const sides = {
    id: candidate.id,
    baseline_id: baseline.id === candidate.id ? null : baseline.id,
    candidate,
    baseline,
  };
  if (candidate.input_hash !== baseline.input_hash) {
    return { ...sides, status: 'not_comparable', reason: 'its input is not the one that main ran' };
  }
  if (!isSameCase(candidate, baseline))
    return { ...sides, status: 'changed', reason: demandChange(candidate, baseline) };
  if (!equalConditions) return { ...sides, status: 'not_comparable', reason: 'the two runs had different conditions' };
  const lacking = lackOfEvidence(candidate, 'here') ?? lackOfEvidence(baseline, 'on main');
  if (lacking !== null) return { ...sides, status: 'not_comparable', reason: lacking };
  return { ...sides, status: 'comparable', reason: null };
}

function only(item: CaseRecord | null): { readonly id: string; readonly baseline_id: null } {
  return { id: item?.id ?? '', baseline_id: null };
}

function demandChange(candidate: CaseRecord, baseline: CaseRecord): string {
  return candidate.expect_hash === baseline.expect_hash
    ? 'the files that its checks run changed'
    : 'what is demanded of it changed';
}

function lackOfEvidence(item: CaseRecord, where: string): string | null {
  if (evidence(item).length > 0) return null;
  if (item.trials.length === 0) return `it has no trial ${where}`;
  const replayed = item.trials.some((trial) => trial.source === 'replayed' && trial.outcome !== 'error');
  return replayed
    ? `its trials ${where} are replayed, which is no evidence`
    : `none of its trials ${where} could be judged`;
}
