import { expect, test } from 'vitest';
import { compare } from '#domain/baseline/comparison/compare.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { seededRandom } from '#domain/statistics/seeded-random.ts';
import { POLICY } from '#test/domain/gate/decide-on.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';
import { decide } from '../../domain/gate/in-words.ts';

/** 40 % of cases nearly always pass, 40 % mostly, 20 % every other time. */
const RATES = [...Array(8).fill(0.99), ...Array(8).fill(0.8), ...Array(4).fill(0.45)];
const RULES = { ...POLICY, tool_recall: null, total_tokens: null, cost_usd: null };

test('with nothing changed, hardly a failure that is taken back says that main is worse', () => {
  const random = seededRandom(7);
  const run = (trials: number): ResultsFile => {
    const outcome = (rate: number) => (random() < rate ? 'passed' : 'failed');
    const trialsOf = (rate: number) => trialRecords(Array.from({ length: trials }, () => ({ outcome: outcome(rate) })));
    return resultsFile(RATES.map((rate, i) => caseRecord(`case-${i}`, { trials: trialsOf(rate) })));
  };
  const takenBack: string[][] = [];
  while (takenBack.length < 60) {
    const candidate = run(5);
    const comparison = compare(candidate, [run(5)]);
    if (decide(comparison, RULES, candidate, { confirmation: { kind: 'pending' } }).verdict !== 'fail') continue;
    const fresh = run(10);
    const results: ResultsFile = { ...fresh, run: { ...fresh.run, side: 'confirm' } };
    const { verdict, reasons } = decide(comparison, RULES, candidate, {
      confirmation: { kind: 'done', results, required: false },
    });
    if (verdict !== 'fail') takenBack.push(reasons.map(({ code }) => code));
  }
  expect(takenBack.filter((codes) => codes.includes('stale_baseline')).length).toBeLessThanOrEqual(6);
  expect(takenBack.filter((codes) => codes.includes('not_confirmed')).length).toBeGreaterThanOrEqual(54);
});
