import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import type { JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { nextStep } from '#report/reasons/next-step.ts';
import type { JudgeError } from '#statistics/judge/judge-error.ts';
import { codes, decideOn, NO_BOUNDS, POLICY, reasonOf, times } from '#test/gate/decision/decide-on.ts';
import { byAudit, byJudge } from '#test/support/judged-results.ts';
import { bothSides } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { messageOf } from '../in-words.ts';

type Counts = readonly [number, number, number, number];

const error = (q1: number, q0: number, m = 30): JudgeError => {
  const varJ = m === 0 ? 0 : (q1 * (1 - q1)) / m + (q0 * (1 - q0)) / m;
  return { q1, q0, m1: m, m0: m, j: q1 + q0 - 1, varJ };
};
const known = (of: JudgeError, facts: Partial<JudgeRules> = {}): Partial<Policy> => ({
  judge: { uncalibrated: 'inconclusive', criteria: { polite: of }, ...facts },
});

/** Both sides as those of a judge. */
function judged(counts: readonly Counts[], isJudged: (case_number: number) => boolean = () => true) {
  const { candidate, baseline } = bothSides(counts);
  return { candidate: byJudge(candidate, isJudged), baseline: byJudge(baseline, isJudged) };
}

/** Main's first and the candidate's last trials (failures are last) graded by a second judge, which finds main's good. */
function audited({ candidate, baseline }: ReturnType<typeof judged>, isGood?: (of: CaseRecord) => boolean) {
  return {
    candidate: byAudit(candidate, (i, of) => i >= of - 2, isGood),
    baseline: byAudit(baseline, (i) => i < 5),
  };
}

/** The same, of which each case has these tags. */
function tagged(sides: ReturnType<typeof judged>, tagsOf: (case_number: number) => readonly string[]) {
  const of = (results: ResultsFile) => ({
    ...results,
    cases: results.cases.map((item, at) => ({ ...item, tags: tagsOf(at) })),
  });
  return { candidate: of(sides.candidate), baseline: of(sides.baseline) };
}
const NONE = { tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };
const TAG_RULE = { ...NONE, pass_rate: { ...NO_BOUNDS, max_drop: 0.02 } };

const unchanged = times(50, [5, 5, 15, 15]);
const lower = [...times(30, [5, 5, 15, 15]), ...times(20, [3, 5, 12, 15])];

describe('a judge that is known', () => {
  test('leaves the p of a drop as it is, and compares the drop corrected for its errors', () => {
    const plain = decideOn(bothSides(lower)).decision.pass_rate.suite;
    const { verdict, decision, reasons } = decideOn(judged(lower), known(error(0.95, 0.8)));
    expect(verdict).toBe('fail');
    expect(decision.pass_rate.suite?.p_mid).toBe(plain?.p_mid);
    expect(decision.pass_rate.suite?.corrected?.drop).toBeCloseTo((plain?.drop ?? 0) / 0.75, 12);
    expect(reasons[0]?.message).toContain("10.7 points corrected for the judge's errors");
  });

  test('a drop that is tolerated as it was judged can be red once corrected', () => {
    const small = [...times(60, [10, 10, 25, 25]), ...times(40, [7, 10, 21, 25])];
    const tolerant = { pass_rate: { ...POLICY.pass_rate, max_drop: 0.06 } };
    expect(decideOn(bothSides(small), tolerant).verdict).not.toBe('fail');
    expect(decideOn(judged(small), { ...tolerant, ...known(error(0.95, 0.75)) }).verdict).toBe('fail');
  });

  test('is told with the tax that its errors cost, and what can be detected is larger', () => {
    const plain = decideOn(bothSides(unchanged));
    const decision = decideOn(judged(unchanged), known(error(0.95, 0.8)));
    expect(decision.verdict).toBe('pass');
    expect(decision.reasons[0]?.message).toContain("corrected for the judge's errors");
    expect(reasonOf(decision, 'judge_tax').message).toMatch(
      /^judge tax 1\.8: in 50 judged cases a drop shows only 0\.75/,
    );
    const [seen, unjudged] = [decision.decision.detectable_drop ?? 0, plain.decision.detectable_drop ?? 1];
    expect(seen).toBeGreaterThan(unjudged);
    // The tolerance is compared with the drop that is corrected, so no more than that is lost.
    expect(seen).toBeLessThanOrEqual(unjudged / 0.75);
  });

  test('a pass needs more evidence than one of a judge that never errs', () => {
    const fine = [...times(30, [5, 5, 15, 15]), ...times(20, [4, 5, 12, 15])];
    const strict = { pass_rate: { ...POLICY.pass_rate, rule_out: 0.05 } };
    expect(decideOn(bothSides(fine), strict).verdict).toBe('pass');
    expect(decideOn(judged(fine), { ...strict, ...known(error(0.9, 0.7)) }).verdict).toBe('inconclusive');
  });

  test('only the judged cases of a mixed suite are corrected', () => {
    const isJudged = (i: number) => i >= 30;
    const decision = decideOn(judged(lower, isJudged), known(error(0.95, 0.8)));
    expect(decision.decision.pass_rate.suite?.corrected).toMatchObject({ visible_share: expect.closeTo(0.9, 12) });
    expect(decision.decision.pass_rate.suite?.corrected?.drop).toBeCloseTo(0.08 / 0.75, 12);
  });

  test.each([
    ['unchanged', unchanged],
    ['a drop', lower],
    ['open', [...times(30, [5, 5, 15, 15]), ...times(10, [3, 5, 11, 15])] as readonly Counts[]],
  ])('that is the truth decides byte for byte as checks without a judge: %s', (_, counts) => {
    const floors = { pass_rate: { ...POLICY.pass_rate, min: 0.9 }, case_pass_rate: { min: 0.5 } };
    const never = known(error(1, 1, 0));
    const told = (decision: Decision) => JSON.stringify(decision);
    expect(told(decideOn(judged(counts), { ...floors, ...never }))).toBe(told(decideOn(bothSides(counts), floors)));
  });
});

describe('a judge that nobody calibrated', () => {
  test('makes no green: it can hide a drop', () => {
    const decision = decideOn(judged(unchanged));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toBe('uncalibrated judge: a green can hide a drop');
    expect(reasonOf(decision, 'judge_uncalibrated').message).toContain('no labels say how often it errs on polite');
    expect(nextStep(decision, 'job', ['npx', 'github:acme/eval#v1'])).toContain(
      'npx github:acme/eval#v1 calibrate-judge',
    );
  });

  test('makes a green if the policy allows it, which still says so', () => {
    const decision = decideOn(judged(unchanged), { judge: { uncalibrated: 'allow', criteria: {} } });
    expect(decision.verdict).toBe('pass');
    expect(reasonOf(decision, 'judge_uncalibrated')).toMatchObject({ outcome: 'note' });
  });

  test('still makes a red: trials of both sides are judged alike', () => {
    const decision = decideOn(judged(lower));
    expect(decision.verdict).toBe('fail');
    expect(codes(decision)).toContain('note judge_uncalibrated');
  });

  test('is one that was calibrated under another identity', () => {
    const { candidate, baseline } = judged(unchanged);
    const judge = { identity: 'b'.repeat(64), model: 'm', votes: 3, models: [] };
    const decision = decideOn(
      { candidate: { ...candidate, judge }, baseline },
      known(error(0.95, 0.8), { of: 'a'.repeat(64) }),
    );
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'judge_uncalibrated').message).toContain(
      'another judge was calibrated (aaaaaaaaaaaa, this is bbbbbbbbbbbb)',
    );
  });
});

describe('a judge that can’t tell good from bad', () => {
  test('makes nothing green, and nothing red', () => {
    for (const counts of [unchanged, lower]) {
      const decision = decideOn(judged(counts), known(error(0.7, 0.6)));
      expect(decision.verdict).toBe('inconclusive');
      expect(reasonOf(decision, 'judge_cannot_tell').message).toMatch(
        /^this judge can't tell good from bad \(polite\): polite: J 0\.30 by 30 \+ 30 labels, at least 0\.\d\d with 95 % confidence; more than 0\.3 is needed$/,
      );
    }
  });

  test('a tag that falls in the cases that it does not judge is red, one that falls in the others is not', () => {
    const counts: readonly Counts[] = [...times(20, [2, 5, 15, 15]), ...times(20, [5, 5, 15, 15])];
    const decide = (isJudged: (at: number) => boolean) => {
      const sides = tagged(judged(counts, isJudged), (at) => [at < 20 ? 'fell' : 'stood']);
      const decision = decideOn(sides, { ...known(error(0.7, 0.6)), tags: { fell: TAG_RULE, stood: TAG_RULE } });
      return decision.reasons.filter(({ code, tag }) => code === 'suite_drop' && tag !== null);
    };
    expect(decide((at) => at >= 20)).toMatchObject([{ outcome: 'fail', tag: 'fell' }]);
    expect(decide((at) => at < 20)).toMatchObject([{ outcome: 'note', tag: 'fell' }]);
  });

  test('a tag that falls without the cases that it judges is red by its own rule, whatever the suite does', () => {
    // Of the tag's forty cases it judges one; the suite rises with its other cases, and tolerates more.
    const counts = [...times(40, [3, 5, 15, 15]), ...times(60, [5, 5, 9, 15])];
    const sides = tagged(
      judged(counts, (at) => at === 0),
      (at) => [at < 40 ? 'fell' : 'rose'],
    );
    const policy = { ...known(error(0.7, 0.6)), pass_rate: { ...NO_BOUNDS, max_drop: 0.5 }, tags: { fell: TAG_RULE } };
    const drops = decideOn(sides, policy).reasons.filter(({ code }) => code === 'suite_drop');
    expect(drops).toMatchObject([{ outcome: 'fail', tag: 'fell' }]);
  });

  test('a tag without the cases that it judges is red at its own part of the budget, not at the part of the suite', () => {
    const others = Array.from({ length: 9 }, (_, i) => `other-${i}`);
    const tags = Object.fromEntries(['fell', ...others].map((tag) => [tag, TAG_RULE]));
    const outcomeOf = (lower: number) => {
      const counts = [...times(20, [2, 5, 15, 15]), ...times(lower, [4, 5, 15, 15]), ...times(60, [5, 5, 15, 15])];
      const sides = tagged(
        judged(counts, (at) => at < 20),
        (at) => [at < 20 + lower ? 'fell' : (others[at % 9] ?? '')],
      );
      const { reasons } = decideOn(sides, { ...known(error(0.7, 0.6)), tags });
      return reasons.find(({ code, tag }) => code === 'suite_drop' && tag === 'fell')?.outcome;
    };
    expect([outcomeOf(4), outcomeOf(5)]).toEqual(['note', 'fail']);
  });

  test('a failure of the cases that it does not judge stands', () => {
    const broken = (count: number, isJudged: (case_number: number) => boolean) =>
      decideOn(judged([...times(count, [0, 5, 15, 15]), ...unchanged], isJudged), known(error(0.7, 0.6)));
    const decision = broken(1, (i) => i > 0);
    expect(decision.verdict).toBe('fail');
    expect(codes(decision)).toContain('note judge_cannot_tell');
    expect(
      reasonOf(
        broken(2, (i) => i > 0),
        'case_broken',
      ),
    ).toMatchObject({
      cases: ['case-000'],
      message: expect.stringContaining('case case-000 passed 15/15 on main and 0/5 here'),
    });
    const blind = broken(2, (i) => i < 2);
    expect(reasonOf(blind, 'case_broken')).toMatchObject({ outcome: 'note', cases: ['case-000', 'case-001'] });
    expect(blind.verdict).toBe('inconclusive');
  });
});

describe('floors of judged rates', () => {
  const floor = (min: number, min_mode: 'point' | 'confident'): Partial<Policy> => ({
    pass_rate: { ...NO_BOUNDS, max_drop: 0.02, min, min_mode },
  });

  const allow: Partial<Policy> = { judge: { uncalibrated: 'allow', criteria: {} } };

  test.each([
    ['labels measure the judge', known(error(0.95, 0.8))],
    ['the policy allows it unmeasured', allow],
  ])('a literal floor is red by the plain number where %s', (_, policy) => {
    const of = (min: number) => decideOn(judged(times(50, [4, 5, 12, 15])), { ...floor(min, 'point'), ...policy });
    expect(of(0.8).decision.floors).toMatchObject([{ value: expect.closeTo(0.8, 12), outcome: 'pass' }]);
    expect(of(0.81).verdict).toBe('fail');
    expect(reasonOf(of(0.81), 'floor').message).toMatch(
      /^pass rate 80 % is below its floor of 81 %; this floor is red/,
    );
  });

  test('no floor holds or breaks by what a judge decides that no labels confirm; the other cases keep theirs', () => {
    const rate = fc.integer({ min: 0, max: 4 });
    const suite = fc.array(fc.record({ passed: rate, isJudged: fc.boolean() }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(suite, fc.integer({ min: 1, max: 20 }), (cases, twentieths) => {
        const min = twentieths / 20;
        const counts = cases.map(({ passed }): Counts => [passed, 4, 4, 4]);
        const outcomeOf = (of: readonly Counts[], mode: 'point' | 'confident', isJudged: (at: number) => boolean) =>
          decideOn({ ...judged(of, isJudged), baseline: null }, floor(min, mode)).decision.floors[0]?.outcome;
        const all = (worth: number) =>
          counts.map((each, at): Counts => (cases[at]?.isJudged ? [worth, 4, 4, 4] : each));
        for (const mode of ['point', 'confident'] as const) {
          const found = outcomeOf(counts, mode, (at) => cases[at]?.isJudged === true);
          const whatever = [0, 1, 2, 3, 4].map((worth) => outcomeOf(all(worth), mode, () => false));
          if (found === 'fail' || found === 'pass') expect(new Set(whatever)).toEqual(new Set([found]));
          else expect(new Set(whatever).size > 1 || whatever[0] === found).toBe(true);
          const mean = counts.reduce((sum, [passed]) => sum + passed / 4, 0) / counts.length;
          expect(['pass', 'not_proven']).not.toContain(mean < min - 1e-9 ? found : 'fail');
        }
      }),
      { numRuns: tries(300) },
    );
  });

  test('a confident one is red only if the interval with the labels is below it', () => {
    const poor = judged(times(50, [3, 5, 9, 15]));
    const of = (min: number) => decideOn(poor, { ...floor(min, 'confident'), ...known(error(0.95, 0.8)) });
    expect(of(0.9).verdict).toBe('fail');
    expect(codes(of(0.9))[0]).toBe('fail floor');
    expect(codes(of(0.55))[0]).toBe('inconclusive floor');
    expect(of(0.3).verdict).toBe('pass');
  });

  test('without labels they say whose errors are unknown, and correct nothing', () => {
    const of = (min: number, mode: 'point' | 'confident', passed: number) =>
      messageOf(
        decideOn(judged(times(50, [passed, 5, 3 * passed, 15])), floor(min, mode)).reasons.find(({ code }) =>
          code.startsWith('floor'),
        ),
      );
    const unknown = 'a judge decided answers, and no labels show that it can';
    expect(of(0.9, 'confident', 1)).toBe(`pass rate 20 % is below its floor of 90 %, but ${unknown}`);
    expect(of(0.5, 'confident', 4)).toBe(`pass rate 80 % meets its floor of 50 %, but that is not proven (${unknown})`);
    expect(of(0.9, 'point', 1)).toBe(`pass rate 20 % is below its floor of 90 %, but ${unknown}`);
  });

  test('without labels none is red', () => {
    const decision = decideOn(judged(times(50, [1, 5, 3, 15])), floor(0.9, 'confident'));
    expect(codes(decision)).toContain('inconclusive floor');
    expect(decision.verdict).toBe('inconclusive');
  });

  test.each<[string, Partial<Policy>, string]>([
    ['nobody calibrated', {}, 'inconclusive floor'],
    ['can not tell', known(error(0.5, 0.5)), 'inconclusive floor'],
    ['is measured', known(error(0.95, 0.8)), 'fail floor'],
    ['is allowed unmeasured', allow, 'fail floor'],
  ])(
    'a floor of every case is red for cases without a judge, and for those of one that %s as said',
    (_, policy, of) => {
      const counts = [[1, 5, 3, 15], ...unchanged] as const;
      const every = { case_pass_rate: { min: 0.5 }, pass_rate: { ...NO_BOUNDS, max_drop: 0.5 } };
      const told = (isJudged: (case_number: number) => boolean) =>
        codes(decideOn(judged(counts, isJudged), { ...every, ...policy })).filter((code) => code.endsWith(' floor'));
      expect(told(() => true)).toEqual([of]);
      expect(told((i) => i > 0)).toEqual(['fail floor']);
    },
  );
});

describe('an audit by a second judge', () => {
  const audit = known(error(0.95, 0.8), { audit: { model: 'dear' } });
  const dropped = times(20, [3, 5, 15, 15]);

  test('takes a red back that only the first judge sees, and says that it treats the answers differently', () => {
    const decision = decideOn(audited(judged(dropped)), audit);
    expect(codes(decideOn(judged(dropped), audit))[0]).toBe('fail suite_drop');
    expect(decision.verdict).toBe('pass');
    expect(decision.decision.pass_rate.suite).toMatchObject({ failed: false, passed: true });
    expect(decision.decision.audit).toMatchObject({ cases: 20, differs: true, outcome: 'passed' });
    expect(reasonOf(decision, 'judge_audited').message).toMatch(
      /^the judge treats this change's answers differently: it is [\d.]+ points stricter here than on main, measured by the second judge \(p [=<] [\d.]+, in 20 cases graded by both\); the second judge's drop decides$/,
    );
  });

  test('finds the drop that a lenient judge hides', () => {
    const decision = decideOn(
      audited(judged(times(20, [5, 5, 15, 15])), ({ id }) => Number(id.replace(/\D/g, '')) % 3 === 0),
      audit,
    );
    expect(decision.verdict).toBe('fail');
    expect(decision.decision.pass_rate.suite).toMatchObject({ failed: true, passed: false });
    expect(decision.title).toMatch(
      /^the judge treats this change's answers differently: pass rate fell .* by the second judge, a real drop$/,
    );
  });

  test('leaves the rule of a tag to the first judge', () => {
    const sides = tagged(judged(dropped), (at) => (at < 15 ? ['slow'] : []));
    const decision = decideOn(audited(sides), { ...audit, tags: { slow: TAG_RULE } });
    const drops = decision.reasons.filter(({ code }) => code === 'suite_drop');
    expect(drops.map(({ outcome, tag }) => [outcome, tag])).toEqual([['fail', 'slow']]);
  });

  test('that agrees leaves a pass a pass', () => {
    const decision = decideOn(audited(judged(unchanged)), audit);
    expect(decision.verdict).toBe('pass');
    expect(reasonOf(decision, 'judge_audited').message).toContain('nothing shows that the judge treats');
  });

  test('without grades of main the first judge decides alone, and it is told', () => {
    const { candidate } = audited(judged(unchanged));
    const decision = decideOn({ candidate, baseline: judged(unchanged).baseline }, audit);
    expect(decision.verdict).toBe('pass');
    expect(reasonOf(decision, 'judge_audited').message).toContain('has graded too few trials');
  });

  test('takes a broken case back if it passes what the first judge failed', () => {
    const counts = [[0, 10, 25, 25], ...times(30, [10, 10, 25, 25])] as const;
    const broken = judged(counts);
    expect(codes(decideOn(broken, audit))).toContain('fail case_broken');
    const decision = decideOn(audited(broken), audit);
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'judge_not_confirmed').cases).toHaveLength(1);
    const two = judged([[0, 10, 25, 25], ...counts]);
    const [sound, worse] = two.candidate.cases.map(({ id }) => id);
    const oneWorse = audited(two, ({ id }) => id !== worse);
    const conclusion = decideOn(oneWorse, audit);
    expect(conclusion.verdict).toBe('fail');
    expect(reasonOf(conclusion, 'case_broken')).toMatchObject({
      cases: [worse],
      message: expect.stringContaining(`case ${worse} passed 25/25 on main and 0/10 here`),
    });
    expect(reasonOf(conclusion, 'judge_not_confirmed').cases).toEqual([sound]);
    expect(conclusion.decision.audit?.boundary).toBe(conclusion.decision.alpha.suite);
    const confirmed = audited(broken, ({ id }) => id !== broken.candidate.cases[0]?.id);
    expect(decideOn(confirmed, audit).verdict).toBe('fail');
  });
});
