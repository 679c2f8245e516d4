import { expect, test } from 'vitest';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { codes, decideOn, reasonOf } from '../decide-on.ts';

const main = resultsFile(Array.from({ length: 10 }, (_, i) => caseRecord(`c${i}`, { trials: outcomes(20) })));

/** The same, where of some cases the input is another one and none of its trials passes. */
function moved(count: number, passed = 0) {
  const facts = { input_hash: 'other', trials: outcomes(passed, 20 - passed) };
  return resultsFile(main.cases.map((item, i) => (i < count ? { ...item, ...facts } : item)));
}

test('the pass rate of all cases is told where that of the comparable ones is another', () => {
  const decision = decideOn({ candidate: moved(2), baseline: main });
  expect(decision.decision.pass_rate.candidate).toBe(1);
  expect(reasonOf(decision, 'all_cases')).toMatchObject({
    outcome: 'note',
    message: 'pass rate over all 10 cases here: 80 %; over the 8 that could be compared: 100 %',
  });
});

test.each([
  ['where all cases are compared', decideOn({ candidate: main, baseline: main })],
  ['where the others pass as often', decideOn({ candidate: moved(2, 20), baseline: main })],
  ['where none is compared', decideOn({ candidate: moved(10), baseline: main })],
])('nothing of it is told %s', (_, decision) => {
  expect(codes(decision)).not.toContain('note all_cases');
});

test('trials beyond the plan of a case count in neither rate', () => {
  const { cases } = moved(2, 20);
  const extra = outcomes(20, 20);
  const longer = cases.map((item, i) => (i < 2 ? { ...item, trials: extra, planned_trials: 20 } : item));
  expect(codes(decideOn({ candidate: resultsFile(longer), baseline: main }))).not.toContain('note all_cases');
  const due = longer.map((item, i) => (i < 2 ? { ...item, planned_trials: 40 } : item));
  expect(reasonOf(decideOn({ candidate: resultsFile(due), baseline: main }), 'all_cases').message).toContain('90 %');
});
