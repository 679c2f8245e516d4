import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verdictOf } from '#gate/decision/rules/conclude.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { always } from '#test/support/always.ts';
import { bothSides } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { codes, decideOn, POLICY, reasonOf, testsOn, times } from './decide-on.ts';
import { messageOf } from './in-words.ts';

const only = (pass_rate: Partial<Policy['pass_rate']>): Partial<Policy> => ({
  pass_rate: { ...POLICY.pass_rate, ...pass_rate },
});

describe('the mean pass rate', () => {
  test('a drop beyond chance and tolerance is red, and says both', () => {
    const decision = decideOn(bothSides([...times(30, [5, 5, 15, 15]), ...times(20, [3, 5, 12, 15])]));
    expect(decision.verdict).toBe('fail');
    expect(decision.title).toBe('pass rate fell 8 points (92 % → 84 %), a real drop');
    expect(reasonOf(decision, 'suite_drop')).toMatchObject({ outcome: 'fail', gate: 'pass_rate', tag: null });
    expect(decision.decision.pass_rate.suite).toMatchObject({
      failed: true,
      passed: false,
      rule_out: expect.closeTo(0.05, 1),
    });
    expect(reasonOf(decision, 'suite_drop').message).toMatch(
      /^pass rate fell 8 points \(92 % → 84 %\), 95 % CI \[−[\d.]+, −[\d.]+\], p < 0\.001, boundary 0\.025: a real drop$/,
    );
  });

  test('no drop and enough trials is green, and says what was ruled out', () => {
    const decision = decideOn(bothSides(times(50, [5, 5, 15, 15])));
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toBe('no regression: a drop of 5 points or more is ruled out');
    expect(decision.reasons[0]).toMatchObject({
      outcome: 'pass',
      code: 'no_regression',
      message: 'no regression: a drop of 5 points or more is ruled out (upper bound 0.4 points, 5 trials per case)',
    });
  });

  test('a drop that chance may explain is neither, and says how many trials would settle it', () => {
    const counts = [...times(8, [5, 5, 15, 15]), ...times(2, [3, 5, 11, 15])];
    const decision = decideOn(bothSides(counts), only({ rule_out: 0.08 }));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.decision.trials_needed).toBeGreaterThan(5);
    const more = (decision.decision.trials_needed ?? 0) - 5;
    expect(decision.title).toMatch(/^can't tell: pass rate 2\.7 points lower, 95 % CI \[−[\d.]+, \+[\d.]+\]; /);
    expect(decision.title).toContain(`; ${more} more trial`);
    expect(codes(decision)[0]).toBe('inconclusive drop_open');
  });

  test('a drop too large to be ruled out is settled by no trials if another day may explain it: only then would it be red', () => {
    const decision = decideOn(bothSides(times(20, [3, 5, 11, 15])), { ...only({ rule_out: 0.05 }), confidence: 0.99 });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.decision.pass_rate.suite?.drop).toBeGreaterThan(0.05);
    // By chance alone, 22 would make it red four times out of five.
    expect(decision.decision.trials_needed).toBeNull();
    expect(decision.title).toContain('; more cases are needed to settle it');
  });

  test('a rise beyond chance is what the headline says, not that a drop is ruled out', () => {
    const decision = decideOn(bothSides([...times(10, [5, 5, 5, 15]), ...times(10, [5, 5, 15, 15])]));
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toMatch(
      /^no regression: pass rate rose [\d.]+ points; case-000, .* could not have been seen to break$/,
    );
  });

  test('how many more trials would settle the suite is not said beside a red: nobody waits for them', () => {
    const open = [...times(30, [5, 5, 15, 15] as const), ...times(10, [3, 5, 11, 15] as const)];
    expect(codes(decideOn(bothSides(open), only({ rule_out: 0.06 }))).join()).toContain('drop_open');
    const red = decideOn(bothSides(open), { ...only({ rule_out: 0.06 }), case_pass_rate: { min: 0.9 } });
    expect(red.verdict).toBe('fail');
    expect(codes(red).join()).not.toMatch(/drop_open|more_cases/);
  });

  test('where no number of trials helps, more cases are asked for', () => {
    const decision = decideOn(bothSides(times(2, [3, 5, 3, 5])));
    expect(decision.decision.trials_needed).toBeNull();
    expect(decision.title).toMatch(/more cases are needed to settle it$/);
  });

  test('a drop equal to the tolerated one is tolerated, however certain', () => {
    const counts = [...times(49, [50, 50, 50, 50]), [0, 50, 50, 50] as const];
    const equal = decideOn(bothSides(counts), only({ max_drop: 0.02, rule_out: 0.15 }));
    expect(equal.decision.pass_rate.suite).toMatchObject({ drop: 0.02, failed: false, passed: true });
    expect(codes(equal)).toContain('note tolerated_drop');
    expect(decideOn(bothSides(counts), only({ max_drop: 0.0199 })).decision.pass_rate.suite?.failed).toBe(true);
  });

  test('a pass asks for the upper bound to be under the drop that has to be ruled out', () => {
    const sides = bothSides(times(20, [5, 5, 15, 15]));
    const bound = decideOn(sides).decision.pass_rate.suite?.upper95 ?? 0;
    expect(decideOn(sides, only({ rule_out: bound })).verdict).toBe('inconclusive');
    expect(decideOn(sides, only({ rule_out: bound * 1.0001 })).verdict).toBe('pass');
  });

  test.each([
    ['never asks for less than 5 points', times(200, [10, 10, 25, 25]), 0.05],
    ['never asks for more than 15 points', times(6, [5, 5, 3, 5]), 0.15],
  ])('auto %s', (_, counts, asked) => {
    expect(decideOn(bothSides(counts)).decision.pass_rate.suite?.rule_out).toBe(asked);
  });

  test('auto asks for no less than what is tolerated', () => {
    const lenient = decideOn(bothSides(times(200, [10, 10, 25, 25])), only({ max_drop: 0.1 }));
    expect(lenient.decision.pass_rate.suite?.rule_out).toBe(0.1);
  });

  test('a rule_out below what the suite can see is a warning', () => {
    const decision = decideOn(bothSides(times(10, [4, 5, 12, 15])), only({ rule_out: 0.03 }));
    expect(codes(decision)).toContain('note rule_out');
  });

  test('without rule_out a run that is not red passes', () => {
    const decision = decideOn(bothSides(times(3, [4, 5, 4, 5])), only({ rule_out: null }));
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toBe('no regression: pass rate unchanged, 2 points are tolerated');
  });
});

describe('a single case', () => {
  const suite = times(49, [5, 5, 25, 25]);

  test('one that breaks is red whatever its share of the mean', () => {
    const decision = decideOn(bothSides([...suite, [1, 5, 25, 25]]));
    expect(decision.verdict).toBe('fail');
    expect(decision.title).toBe('case case-049 passed 25/25 on main and 1/5 here');
    expect(reasonOf(decision, 'case_broken')).toMatchObject({ gate: 'case', cases: ['case-049'] });
    expect(reasonOf(decision, 'case_broken').message).toMatch(
      /; chance of such a case anywhere in this suite if nothing changed: (under )?0\.\d %$/,
    );
  });

  test('that the mean holds is told beside it, not as a pass', () => {
    const decision = decideOn(bothSides([...suite, [1, 5, 25, 25]]));
    expect(codes(decision)).toContain('note no_regression');
    expect(reasonOf(decision, 'no_regression').message).toMatch(/^on average, no regression/);
  });

  test('several are listed, worst first', () => {
    const decision = decideOn(bothSides([...suite, [1, 5, 25, 25], [0, 5, 25, 25]]));
    expect(reasonOf(decision, 'case_broken').cases).toEqual(['case-050', 'case-049']);
    expect(decision.decision.pass_rate.cases.filter(({ failed, watch }) => failed && watch)).toEqual([]);
    expect(codes(decision)).not.toContain('note watch');
  });

  test('one that is suspicious and not proven broken is watched, and blocks nothing', () => {
    const decision = decideOn(bothSides([...times(49, [5, 5, 20, 20]), [3, 5, 20, 20]]));
    expect(decision.verdict).toBe('pass');
    expect(reasonOf(decision, 'watch')).toMatchObject({ outcome: 'note', cases: ['case-049'] });
    expect(reasonOf(decision, 'watch').message).toMatch(/^watch: case-049 passed 20\/20 on main and 3\/5 here/);
  });

  test('a case that never failed costs the others nothing', () => {
    const alone = decideOn(bothSides([[1, 5, 15, 15]])).decision.pass_rate.cases[0];
    const amongMany = decideOn(bothSides([[1, 5, 15, 15], ...times(300, [5, 5, 15, 15])])).decision.pass_rate.cases[0];
    expect(amongMany?.p_adjusted).toBeCloseTo(alone?.p_adjusted ?? 0, 12);
  });

  test.each([
    ['5 trials against 15', times(20, [5, 5, 15, 15]), { passed: 1, trials: 5, baseline_trials: 15 }],
    ['5 trials against 25', times(20, [5, 5, 25, 25]), { passed: 2, trials: 5, baseline_trials: 25 }],
    [
      'the typical case, where they differ',
      [...times(9, [3, 3, 5, 5]), ...times(11, [5, 5, 15, 15])],
      { passed: 1, trials: 5, baseline_trials: 15 },
    ],
    ['3 trials against 3', times(20, [3, 3, 3, 3]), null],
    ['1 trial against 1', times(20, [1, 1, 1, 1]), null],
  ])('what could have been seen is said: %s', (_, counts, seen) => {
    const decision = decideOn(bothSides(counts));
    expect(decision.decision.detectable_case).toEqual(seen);
    expect(codes(decision)).toContain('note blind_spot');
  });

  test('what could have been seen is told with what could not', () => {
    const blindMessage = (...counts: Parameters<typeof bothSides>[0]) =>
      messageOf(decideOn(bothSides(counts)).reasons.find(({ code }) => code.startsWith('blind')));
    expect(blindMessage(...times(20, [5, 5, 15, 15]))).toBe(
      'with 5 trials against 15 this run can detect that one of the 20 compared cases falls to 1 of 5 or less, but not one that still passes 2 of 5',
    );
    expect(blindMessage(...times(20, [3, 3, 10, 10]))).toMatch(
      /falls to 0 of 3, but not one that still passes 1 of 3$/,
    );
    expect(blindMessage(...times(20, [1, 1, 100, 100]))).toMatch(/falls to 0 of 1$/);
    expect(blindMessage(...times(20, [3, 3, 3, 3]))).toMatch(
      /^this configuration can't detect that one of the 20 compared cases breaks/,
    );
  });

  test('what could have been seen is what is seen', () => {
    for (const broken of [2, 3]) {
      const { decision } = decideOn(bothSides([...times(19, [5, 5, 15, 15]), [broken, 5, 15, 15]]));
      expect(decision.pass_rate.cases.some(({ failed }) => failed)).toBe(broken <= 2);
    }
  });
});

describe('more passes', () => {
  const flaky = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 8 }))
    .chain(([n, m]) =>
      fc.tuple(fc.integer({ min: 0, max: n - 1 }), fc.constant(n), fc.integer({ min: 0, max: m }), fc.constant(m)),
    );

  test('never turn the suite test red, and never make the case itself look worse', () => {
    always(
      fc.property(fc.array(flaky, { minLength: 1, maxLength: 6 }), ([first, ...others]) => {
        if (first === undefined) return;
        const [a, n, b, m] = first;
        const before = testsOn(bothSides([[a, n, b, m], ...others])).evaluation.gates;
        const after = testsOn(bothSides([[a + 1, n, b, m], ...others])).evaluation.gates;
        const [least, most] = [before.suite.pass_rate, after.suite.pass_rate];
        expect(most?.drop ?? 0).toBeLessThan(least?.drop ?? 0);
        expect(most?.p_exact ?? 0).toBeGreaterThanOrEqual((least?.p_exact ?? 0) * (1 - 1e-9));
        expect(after.cases[0]?.p ?? 0).toBeGreaterThanOrEqual((before.cases[0]?.p ?? 0) * (1 - 1e-9));
        if (least?.failed === false) expect(most?.failed).toBe(false);
      }),
      { seed: 5, numRuns: tries(300) },
    );
  });

  test('in every case never turn a pass red', () => {
    const level = fc.integer({ min: 0, max: 4 });
    always(
      fc.property(fc.integer({ min: 2, max: 40 }), level, fc.integer({ min: 0, max: 15 }), (count, a, b) => {
        const verdict = (passed: number) => verdictOf(testsOn(bothSides(times(count, [passed, 5, b, 15]))).findings);
        if (verdict(a) !== 'fail') expect(verdict(a + 1)).not.toBe('fail');
      }),
      { seed: 6, numRuns: tries(200) },
    );
  });
});
