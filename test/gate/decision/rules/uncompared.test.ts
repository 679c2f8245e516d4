import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { codes, decideOn, reasonOf } from '../decide-on.ts';
import { titleOf } from '../in-words.ts';

const MAIN = Array.from({ length: 20 }, (_, i) => caseRecord(`c${i}`, { trials: outcomes(20) }));
const baseline = resultsFile(MAIN);

/** The run of main with some of its cases replaced and others added. */
function decideWith(replaced: readonly CaseRecord[], added: readonly CaseRecord[] = []): Decision {
  const own = new Map(replaced.map((item) => [item.id, item]));
  const cases = MAIN.map((item) => own.get(item.id) ?? { ...item, trials: outcomes(5), planned_trials: 5 });
  return decideOn({ candidate: resultsFile([...cases, ...added]), baseline });
}

/** The first cases of main with something about them changed. */
function changed(facts: Partial<CaseRecord>, ...passed: readonly number[]): readonly CaseRecord[] {
  return passed.map((count, i) => caseRecord(`c${i}`, { ...facts, trials: outcomes(count, 5 - count) }));
}

describe('changed cases that pass clearly less than those they replace', () => {
  test.each<[string, Partial<CaseRecord>]>([
    ['another input', { input_hash: 'another' }],
    ['other demands, which main could not be graded with', { expect_hash: 'other' }],
    ['other checks, which main could not be graded with', { grader_hash: 'other' }],
  ])('keep a pass open, and the headline counts them: %s', (_, facts) => {
    const decision = decideWith(changed(facts, 0, 0, 0));
    expect(decision.verdict).toBe('inconclusive');
    expect(titleOf(decision)).toBe('changed cases c0, c1, c2 pass 0 of 15');
    expect(reasonOf(decision, 'harder_cases')).toMatchObject({
      cases: ['c0', 'c1', 'c2'],
      message:
        'changed cases c0, c1, c2 pass 0 of 15; what they replace passed 60 of 60 on main; p < 0.001, boundary 0.025; needs a human review',
    });
  });

  test('are named one by one, whatever the others do: a broken one among many that are as they were', () => {
    const others = Array.from({ length: 4 }, () => 5);
    const decision = decideWith(changed({ input_hash: 'another' }, 5, 0, ...others));
    expect(titleOf(decision)).toBe('changed case c1 passes 0 of 5');
    expect(reasonOf(decision, 'harder_cases').cases).toEqual(['c1']);
  });

  test.each([
    [4, 1, 3, 'statistical', true],
    [4, 1, 2, 'statistical', false],
    [2, 0, 3, 'statistical', false],
    [3, 2, 3, 'statistical', false],
    [2, 0, 2, 'threshold', true],
    [1, 0, 1, 'threshold', true],
    [1, 1, 2, 'threshold', false],
  ] as const)(
    'are those that nearly always passed and never do, though too few trials tell: %i passed and %i failed on main, 0 of %i (%s)',
    (passed, failed, here, method, isOpen) => {
      const main = MAIN.map((item) => (item.id === 'c1' ? { ...item, trials: outcomes(passed, failed) } : item));
      const replaced = caseRecord('c1', { grader_hash: 'other', trials: outcomes(0, here), planned_trials: here });
      const others = main.map((item) =>
        item.id === 'c1' ? replaced : { ...item, trials: outcomes(5), planned_trials: 5 },
      );
      const decision = decideOn({ candidate: resultsFile(others), baseline: resultsFile(main) }, { method });
      expect(decision.verdict).toBe(isOpen ? 'inconclusive' : 'pass');
      if (isOpen) expect(titleOf(decision)).toBe(`changed case c1 passes 0 of ${here}`);
    },
  );

  test('are told as a whole where none is worse by itself', () => {
    const decision = decideWith(changed({ input_hash: 'another' }, 4, 4, 4, 4, 4, 4));
    expect(titleOf(decision)).toBe('6 changed cases pass 24 of 30');
  });

  test.each([
    ['pass as often', changed({ input_hash: 'another' }, 5, 5, 5)],
    ['fail once, which chance explains', changed({ input_hash: 'another' }, 4)],
    ['could not be judged', [caseRecord('c0', { input_hash: 'another', trials: outcomes(0, 0, 5) })]],
  ])('are not those that %s', (_, replaced) => {
    expect(codes(decideWith(replaced)).join()).not.toContain('harder_cases');
  });

  test('are told beside a red verdict, which stays red', () => {
    const broken = [...changed({ input_hash: 'another' }, 0, 0), caseRecord('c9', { trials: outcomes(0, 5) })];
    const decision = decideWith(broken);
    expect(decision.verdict).toBe('fail');
    expect(codes(decision)).toContain('inconclusive harder_cases');
  });
});

describe('new cases that never pass', () => {
  const added = (...passed: readonly number[]) =>
    passed.map((count, i) => caseRecord(`new-${i}`, { trials: outcomes(count, 3 - count) }));

  test('keep a pass open, and the headline counts them', () => {
    const decision = decideWith([], added(0, 3, 0));
    expect(decision.verdict).toBe('inconclusive');
    expect(titleOf(decision)).toBe('new cases new-0, new-2 pass 0 of 6');
    expect(reasonOf(decision, 'harder_cases').cases).toEqual(['new-0', 'new-2']);
  });

  test('are not those that could not be judged: nothing is known of them', () => {
    const silent = [0, 1, 2].map((at) => caseRecord(`new-${at}`, { trials: outcomes(0, 0, 3) }));
    const decision = decideWith([], silent);
    expect(codes(decision).join()).not.toContain('harder_cases');
    const failing = added(0, 0).map((item) => ({ ...item, id: `other-${item.id}` }));
    expect(reasonOf(decideWith([], [...silent, ...failing]), 'harder_cases').cases).toEqual([
      'other-new-0',
      'other-new-1',
    ]);
  });

  test('are not those that pass now and then', () => {
    expect(decideWith([], added(1, 3, 2)).verdict).toBe('pass');
  });

  test('are nothing unusual where as many of main’s own cases never pass', () => {
    const hopeless = (item: CaseRecord, i: number, trials: number) =>
      i < 4 ? { ...item, trials: outcomes(0, trials) } : item;
    const main = resultsFile(MAIN.map((item, i) => hopeless(item, i, 20)));
    const own = MAIN.map((item, i) => hopeless({ ...item, trials: outcomes(5), planned_trials: 5 }, i, 5));
    const withOne = decideOn({ candidate: resultsFile([...own, ...added(0)]), baseline: main });
    expect(codes(withOne).join()).not.toContain('harder_cases');
    const withThree = decideOn({ candidate: resultsFile([...own, ...added(0, 0, 0)]), baseline: main });
    expect(withThree.title).toBe('new cases new-0, new-1, new-2 pass 0 of 9');
  });
});

test.each([
  ['without a baseline', null],
  [
    'under other conditions',
    resultsFile(MAIN, { agent: { ...baseline.agent, key: 'other', conditions: { seed: 1 } } }),
  ],
])('%s nothing is held against what main never ran', (_, main) => {
  const candidate = resultsFile([caseRecord('new', { trials: outcomes(0, 5) }), ...MAIN]);
  expect(codes(decideOn({ candidate, baseline: main })).join()).not.toContain('harder_cases');
});
