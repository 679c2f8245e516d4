import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { ConfirmationDecision } from '../decision.ts';
import type { GateEvidence } from '../evidence.ts';
import type { Confirmation } from './confirmation.ts';
import { failedTests, type TestResults } from './failed-tests.ts';
import { freshTrials } from './fresh-trials.ts';
import { type RepeatedTest, stands } from './repeated-test.ts';
import type { FreshTrials } from './repetition.ts';

/** What fresh trials of main said of each red test. */
export interface RepeatedTests extends ConfirmationDecision {
  readonly tests: readonly RepeatedTest[];
}

/**
 * Repeats what is red against fresh trials of main.
 *
 * @param gates what the stored runs say
 * @param decided what `gates` was tested on
 * @param candidate the results file of `decided`, with the top-ups
 * @param comparison of the candidate with the stored runs
 * @returns `null` when main was not run again or nothing that is red can be confirmed
 */
export function confirmFailures(
  gates: TestResults,
  decided: Pick<GateEvidence, 'paired'>,
  candidate: ResultsFile,
  comparison: Comparison,
  confirmation: Confirmation,
): RepeatedTests | null {
  if (confirmation.kind !== 'done') return null;
  const { results } = confirmation;
  const tests = repeatTests(gates, decided, freshTrials(candidate, results, comparison));
  return tests.length === 0 ? null : { sha: results.commit.sha, tests, kept: tests.some(stands) };
}

/**
 * Repeats every red test with fresh trials of main alone in place of the stored runs: the candidate's trials stay those of the decision, and
 * only a broken case brings its top-ups. With method statistical a test holds when its own p is at most .05; with method threshold when the
 * same plain comparison is beyond its limit again.
 *
 * A failure is not taken back for want of trials: where the missing ones, had they all spoken against the candidate, would keep the test red,
 * it counts as not repeated.
 */
export function repeatTests(
  gates: TestResults,
  decided: Pick<GateEvidence, 'paired'>,
  fresh: FreshTrials,
): readonly RepeatedTest[] {
  return failedTests(gates, decided).map(({ gate, tag, id, repeat }) => ({
    gate,
    tag,
    cases: id === null ? [] : [id],
    ...repeat(fresh),
  }));
}
