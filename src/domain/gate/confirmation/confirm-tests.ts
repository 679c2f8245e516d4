import { repeatPassRate } from '#domain/gate/rules/pass-rate/repeat.ts';
import type { GateEvidence } from '../evidence.ts';
import { casesOf, type FailedTest, failedTests, type TestReadings } from './failed-tests.ts';
import type { FreshTrials } from './fresh-trials.ts';
import { repeatCase } from './repeat-case.ts';
import { repeatRatio } from './repeat-ratio.ts';
import { repeatRecall } from './repeat-recall.ts';
import type { RepeatedTest } from './repeated-test.ts';

/**
 * Repeats every red test with fresh trials of main alone in place of the stored runs: the candidate's trials stay those of the decision, and
 * only a broken case brings its top-ups. With method statistical a test holds when its own p is at most .05; with method threshold when the
 * same plain comparison is beyond its limit again.
 *
 * A failure is not taken back for want of trials: where the missing ones, had they all spoken against the candidate, would keep the test red,
 * it counts as not repeated.
 *
 * @param decided what `gates` was read on
 */
export function confirmTests(
  gates: TestReadings,
  decided: Pick<GateEvidence, 'paired'>,
  fresh: FreshTrials,
): readonly RepeatedTest[] {
  return failedTests(gates).map((failed) => repeat(failed, decided, fresh));
}

function repeat(failed: FailedTest, decided: Pick<GateEvidence, 'paired'>, fresh: FreshTrials): RepeatedTest {
  const cases = casesOf(failed, decided);
  const { gate, tag } = failed;
  switch (gate) {
    case 'pass_rate':
      return { gate, tag, cases: [], ...repeatPassRate(failed.decision, cases, fresh) };
    case 'tool_recall':
      return { gate, tag, cases: [], ...repeatRecall(failed.decision, cases, fresh) };
    case 'case':
      return { gate, tag, cases: [failed.decision.id], ...repeatCase(failed.decision, cases, fresh) };
    default:
      return { gate, tag, cases: [], ...repeatRatio(gate, failed.decision, cases, fresh) };
  }
}
