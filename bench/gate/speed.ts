import { compare } from '#domain/baseline/compare.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { decide } from '#domain/gate/decide.ts';
import { defaultPolicy } from '#domain/gate/policy-schema.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';
import { drawDay, drawTrials } from './draw-trials.ts';
import { drawSuite, type Truth } from './population.ts';
import { type Random, randomOf } from './random.ts';

/** How long one decision takes, from parsed files to a verdict with its words. */
export interface Speed {
  readonly work: string;
  readonly ms: number;
  readonly most_ms: number;
}

const ROUNDS = 7;

/** Times `compare` and `decide` on suites of two sizes: 10 trials of every case against five runs of main with 5 trials each. */
export function measureSpeed(): readonly Speed[] {
  return [
    { cases: 200, most_ms: 100 },
    { cases: 2_000, most_ms: 2_000 },
  ].map(({ cases, most_ms }) => ({ work: `${cases} cases × 10 against 5 × 5`, ms: timeOf(cases), most_ms }));
}

function timeOf(cases: number): number {
  const random = randomOf(cases);
  const suite = drawSuite('mixed', cases, random);
  const runs = Array.from({ length: 5 }, () => results(suite, 5, [5], random));
  const candidate = results(suite, 10, [3, 5, 10], random);
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    decide(compare(candidate, runs), defaultPolicy(), candidate);
    return performance.now() - begun;
  });
  // What a busy machine does to a time only adds to it.
  return Math.min(...times);
}

function results(suite: readonly Truth[], trials: number, looks: readonly number[], random: Random): ResultsFile {
  const day = drawDay(0, random);
  const cases = suite.map(({ rate }, index) =>
    caseRecord(`case-${String(index).padStart(4, '0')}`, {
      expected_tool_calls: 3,
      trials: trialRecords(
        drawTrials(trials, { rate, day, metrics: 'drawn' }, random).map(({ passed, index: _, ...values }) => ({
          ...values,
          outcome: passed ? ('passed' as const) : ('failed' as const),
        })),
      ),
    }),
  );
  return resultsFile(cases, { looks });
}
