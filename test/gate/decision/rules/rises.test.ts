import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { increaseRule } from '#gate/decision/rules/increase.ts';
import type { IncreasePlan } from '#gate/decision/rules/rise-tests.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, POLICY, reasonOf } from '../decide-on.ts';
import { increaseDecision } from '../decisions-of.ts';
import { pairedCase } from '../evidence-of.ts';
import { messageOf, shortWordsOf } from '../in-words.ts';

const TOKENS = increaseRule('total_tokens');

/** Tokens of a trial, from 1, of a case. */
type Amounts = (item: number, trial: number) => number;

interface Sides {
  readonly here: Amounts;
  readonly main?: Amounts;
  readonly cases: number;
  readonly metric?: 'total_tokens' | 'cost_usd' | 'latency_ms';
  readonly tags?: readonly string[];
}

const LOOKS = [3, 5, 10];
const MOST = { fresh: 20, stored: 5 };
const id = (item: number) => `case-${String(item).padStart(2, '0')}`;

/** Main's stored trials, the trials of the change's first look, and the fresh trials of both sides up to the last stage. */
function sidesOf({ here, main = () => 1000, cases, metric = 'total_tokens', tags = [] }: Sides) {
  const file = (amounts: Amounts, trials: readonly number[], planned: number, facts: Partial<ResultsFile>) =>
    resultsFile(
      Array.from({ length: cases }, (_, item) =>
        caseRecord(id(item), {
          tags,
          planned_trials: planned,
          trials: trialRecords(trials.map((trial): TrialFacts => ({ index: trial, [metric]: amounts(item, trial) }))),
        }),
      ),
      facts,
    );
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const baseline = file(main, range(1, MOST.stored), MOST.stored, {});
  const looked = { looks: LOOKS, stop: { look: 3, reason: 'decided' } } as const;
  const fresh: Fresh = {
    kind: 'done',
    results: file((item, trial) => main(item, 50 + trial), range(1, MOST.fresh), MOST.fresh, {}),
    ended: null,
    doubts: [],
  };
  const [last = 0] = LOOKS.slice(-1);
  const candidate = file(here, [...range(1, 3), ...range(last + 1, last + MOST.fresh)], 3, {
    ...looked,
    again: [5, 10, 20],
  });
  return { candidate, alone: file(here, range(1, 3), 3, looked), baseline, fresh };
}

/** Main's agent can be run. */
function withMain(sides: Sides, policy: Partial<Policy> = {}) {
  const { candidate, baseline, fresh } = sidesOf(sides);
  return decideOn({ candidate, baseline }, policy, { fresh });
}

/** It can't: its stored trials decide, of as many equal runs. */
function alone(sides: Sides, policy: Partial<Policy> = {}, runs = 1) {
  const { alone: candidate, baseline } = sidesOf(sides);
  return decideOn({ candidate, baseline: Array.from({ length: runs }, () => ({ ...baseline })) }, policy);
}

const first =
  (count: number, factor: number): Amounts =>
  (item) =>
    item < count ? 1000 * factor : 1000;

/** A spread that is the same for every run, about 5 %. */
const spread: Amounts = (item, trial) => 1 + (((item * 7 + trial * 3) % 11) - 5) / 60;

describe('tokens that never vary within a case, three trials here against five of main', () => {
  const tagged = { ...POLICY.tags, slow: { ...POLICY, pass_rate: null, tool_recall: null, cost_usd: null } };

  test.each([
    [
      'one of twenty × 30',
      { cases: 20, here: first(1, 30) },
      {},
      '+145 % in all (case-00 alone adds +145 % to the total)',
    ],
    [
      'two × 10',
      { cases: 20, here: first(2, 10) },
      {},
      '+90 % in all (case-00 alone adds +45 % to the total, case-01 alone adds +45 % to the total)',
    ],
    ['five × 3', { cases: 20, here: first(5, 3) }, { total_tokens: { max_increase: 0.2 } }, '+50 % in all'],
    ['twenty × 1.5', { cases: 20, here: first(20, 1.5) }, {}, '+50 % in all'],
    ['the only one × 3', { cases: 1, here: first(1, 3) }, {}, '+200 % in all (case-00 alone adds +200 % to the total)'],
    [
      'all three of a tag × 3',
      { cases: 3, here: first(3, 3), tags: ['slow'] },
      { total_tokens: null, tags: tagged },
      'tag slow: tokens rose: +200 % in all',
    ],
  ] as const)('%s is red where main can be run, and open and named where it can not', (_, sides, policy, words) => {
    const red = withMain(sides, policy);
    expect(codes(red)).toContain('fail increase');
    expect(red.verdict).toBe('fail');
    expect(reasonOf(red, 'increase').message).toContain(words);
    const open = alone(sides, policy);
    expect(open.verdict).toBe('inconclusive');
    const reason = open.reasons.find(({ gate, outcome }) => gate === 'total_tokens' && outcome !== 'note');
    expect(messageOf(reason)).toContain(words);
  });

  test('the same tokens, fewer of them, or as much more as is tolerated pass', () => {
    for (const factor of [1, 0.5, 1.1]) {
      const sides = { cases: 20, here: first(20, factor) };
      for (const decision of [withMain(sides), alone(sides)]) expect(decision.verdict).toBe('pass');
      expect(withMain(sides).decision.total_tokens).toMatchObject({ failed: false, open: false });
    }
  });
});

describe('fresh trials of both sides decide on a rise', () => {
  test('a case that rose by itself is tried again alone where total and typical case are within their limits', () => {
    // The others fell by as much, so that the total stands still.
    const here: Amounts = (item, trial) => (item === 0 ? 4000 : 1000 - 3000 / 19) * spread(item, trial);
    const main: Amounts = (item, trial) => 1000 * spread(item, trial + 4);
    const decision = withMain({ cases: 20, here, main });
    expect(decision.verdict).toBe('fail');
    const [tried] = decision.decision.again?.tests ?? [];
    expect(tried).toMatchObject({ gate: 'total_tokens', cases: [id(0)], outcome: 'red' });
    expect(tried?.change).toBeCloseTo(0.15, 1);
    expect(reasonOf(decision, 'increase').message).toContain(`${id(0)} alone adds +1`);
    expect(decision.decision.total_tokens).toMatchObject({ cases: 20, failed: true });
  });

  test('what only the first trials had is cleared', () => {
    const here: Amounts = (item, trial) => (trial <= 3 ? 2000 : 1000) * spread(item, trial);
    const decision = withMain({ cases: 8, here, main: (item, trial) => 1000 * spread(item, trial + 4) });
    expect(decision.verdict).toBe('pass');
    expect(codes(decision)).toContain('note held_again');
    expect(decision.decision.total_tokens).toMatchObject({ failed: false, open: false });
  });

  test('what is neither red nor cleared after five trials of both sides goes on', () => {
    const here: Amounts = (item, trial) => (trial <= 3 ? 2000 : 1010) * spread(item, trial);
    const { decision, verdict } = withMain({ cases: 8, here, main: (item, trial) => 1000 * spread(item, trial + 4) });
    expect(decision.again?.stage).toBeGreaterThan(5);
    expect(verdict).toBe('pass');
  });

  test('of both questions only those that look worse are asked again, each at its part of the budget', () => {
    // The heaviest case falls as much as all others rise together.
    const here: Amounts = (item, trial) => (item === 0 ? 50_000 - 19 * 300 : 1300) * spread(item, trial);
    const main: Amounts = (item, trial) => (item === 0 ? 50_000 : 1000) * spread(item, trial + 4);
    const { decision, reasons, verdict } = withMain({ cases: 20, here, main });
    expect(verdict).toBe('fail');
    expect(decision.total_tokens).toMatchObject({
      total: { is_limited: false, failed: false },
      typical: { failed: true },
    });
    expect(decision.total_tokens?.boundary).toBe(decision.again?.tests[0]?.boundary);
    expect(messageOf(reasons.find(({ code }) => code === 'increase'))).toMatch(
      /^tokens rose: \+2\d(\.\d)? % in the typical case, \+10 % is tolerated \(95 % CI \[\+/,
    );
    const both = withMain({ cases: 20, here: first(20, 1.5) }).decision;
    expect(both.total_tokens?.boundary).toBeCloseTo((both.again?.tests[0]?.boundary ?? 0) / 2, 12);
  });
});

describe('stored trials of main decide on a rise', () => {
  test('each question at half of its budget, where there are enough cases for a typical one', () => {
    const of = (cases: number) => alone({ cases, here: first(0, 1) }).decision;
    expect(of(6).total_tokens?.boundary).toBeCloseTo((of(6).alpha.total_tokens ?? 0) / 2, 12);
    expect(of(5).total_tokens).toMatchObject({ boundary: of(5).alpha.total_tokens, typical: null });
  });

  test('a case whose three trials are all above those of main is open and named, as three trials can show no more', () => {
    const file = (heavy: number) =>
      resultsFile(
        Array.from({ length: 13 }, (_, item) =>
          caseRecord(id(item), {
            planned_trials: 3,
            trials: trialRecords([1, 2, 3].map((index) => ({ index, total_tokens: item === 0 ? heavy : 1000 }))),
          }),
        ),
        { looks: [3] },
      );
    const decided = decideOn({ candidate: file(30_000), baseline: file(1000) });
    expect(decided.verdict).toBe('inconclusive');
    expect(messageOf(reasonOf(decided, 'increase_open'))).toMatch(
      /case-00 alone adds .* 3 trials against 3 can't show it/,
    );
    expect(decideOn({ candidate: file(2000), baseline: file(1000) }).verdict, 'within what is tolerated').toBe('pass');
  });

  test('a rise of everything is red from four runs of main on, as fewer do not say how far its sessions differ', () => {
    const sides: Sides = {
      cases: 12,
      here: (item, trial) => 1500 * spread(item, trial),
      main: (item, trial) => 1000 * spread(item, trial + 4),
    };
    expect(codes(alone(sides, {}, 4))).toContain('fail increase');
    for (const runs of [1, 3]) {
      const open = alone(sides, {}, runs);
      expect(open.verdict).toBe('inconclusive');
      expect(messageOf(reasonOf(open, 'within_drift'))).toMatch(
        /main has too few stored runs to say how far they diff/,
      );
    }
  });

  test('a rise that one of many runs of main shows too is open', () => {
    const { alone: candidate, baseline } = sidesOf({
      cases: 12,
      here: (item, trial) => 1000 * spread(item, trial),
      main: (item, trial) => 500 * spread(item, trial + 4),
    });
    const dear = sidesOf({ cases: 12, here: first(0, 1), main: (item, trial) => 1000 * spread(item, trial) }).baseline;
    const decided = decideOn({ candidate, baseline: [dear, ...[1, 2, 3, 4].map(() => ({ ...baseline }))] });
    expect(codes(decided)).toContain('inconclusive within_drift');
    expect(codes(decided)).not.toContain('fail increase');
  });

  test('chance that explains a rise beyond its tolerance leaves it without a finding', () => {
    const here: Amounts = (item, trial) => (item === 0 && trial === 1 ? 12_000 : 1000);
    const decision = alone({ cases: 20, here, main: (item, trial) => (item === 1 && trial === 1 ? 1500 : 1000) });
    expect(decision.verdict).toBe('pass');
    expect(decision.decision.total_tokens).toMatchObject({ failed: false, open: false });
    expect(decision.decision.total_tokens?.total.rise).toBeGreaterThan(0.1);
  });

  test('a rise that a day may bring is open, and one beyond it is red', () => {
    const about = (failed: boolean, of: 'total' | 'typical') =>
      TOKENS.findings(
        { tag: null, cases: [], look: 5 },
        PLAN,
        increaseDecision({ [of]: { rise: 0.2, p: 0.001, p_drift: 0.3, failed }, open: !failed }),
      );
    expect(about(false, 'total')).toMatchObject([{ outcome: 'inconclusive', code: 'within_drift' }]);
    expect(shortWordsOf(about(false, 'total')[0])).toContain('tokens rose: +20 % in all');
    expect(shortWordsOf(about(false, 'typical')[0])).toContain('tokens rose: +20 % in the typical case');
    expect(about(true, 'typical')).toMatchObject([{ outcome: 'fail', code: 'increase' }]);
  });

  test('latency is only looked at when the policy asks', () => {
    const sides: Sides = { cases: 12, here: first(12, 9), metric: 'latency_ms' };
    expect(alone(sides).decision.latency_ms).toBeNull();
    expect(withMain(sides, { latency_ms: { max_increase: 0.25 } }).verdict).toBe('fail');
  });
});

describe('cost with caches that are warm in one run and cold in the next', () => {
  /** Main was warm, the change is cold; `list`: its prices are known. */
  const costs = (warm: boolean, list: number | null): TrialFacts => ({
    cost_usd: warm ? 0.006 : 0.01,
    list_cost_usd: list,
    cached_share: warm ? 0.8 : 0.1,
  });
  const files = (main: TrialFacts, here: TrialFacts) => {
    const side = (facts: TrialFacts, trials: number) =>
      resultsFile(
        Array.from({ length: 20 }, (_, item) =>
          caseRecord(id(item), { trials: trialRecords(Array.from({ length: trials }, () => facts)) }),
        ),
      );
    return { baseline: side(main, 15), candidate: side(here, 5) };
  };

  test('is judged at list prices, on both sides', () => {
    const { verdict, decision } = decideOn(files(costs(true, 0.012), costs(false, 0.012)));
    expect(verdict).toBe('pass');
    expect(decision.cost_usd).toMatchObject({ failed: false, open: false });
    expect(decision.cost_usd?.total.rise).toBeCloseTo(0, 12);
    const { baseline, candidate } = files(costs(true, 0.012), costs(true, 0.03));
    expect(codes(decideOn({ candidate, baseline: [1, 2, 3, 4].map(() => ({ ...baseline })) }))).toContain(
      'fail increase',
    );
  });

  test.each([
    ['only what was paid is known of main', null, 0.012],
    ['only what was paid is known at all', null, null],
  ])('where %s, is shown, and stored trials do not judge it, whatever the method', (_, main, here) => {
    for (const method of ['statistical', 'threshold'] as const) {
      const decision = decideOn(files(costs(true, main), costs(false, here)), { method });
      expect(decision.verdict).not.toBe('fail');
      expect(decision.decision.cost_usd).toMatchObject({ boundary: 0, failed: false, open: false });
      expect(decision.decision.cost_usd?.total.rise).toBeCloseTo(2 / 3, 12);
      expect(reasonOf(decision, 'values_missing').message).toMatch(/^cost was not judged: only the cost paid is known/);
    }
    expect(Object.keys(decideOn(files(costs(true, main), costs(false, here))).decision.alpha)).not.toContain(
      'cost_usd',
    );
  });

  test('can not be taken out of the gate by a change that reports dollars alone', () => {
    const decision = decideOn(files(costs(true, 0.012), costs(false, null)));
    expect(codes(decision)).toContain('inconclusive values_missing');
  });

  test('is judged by what was paid where both sides run now', () => {
    const sides = sidesOf({ cases: 20, here: first(20, 2), metric: 'cost_usd' });
    const paidOnly = (file: ResultsFile): ResultsFile => ({
      ...file,
      cases: file.cases.map((item) => ({
        ...item,
        trials: item.trials.map((trial) => ({ ...trial, usage: { ...trial.usage, list_cost_usd: null } })),
      })),
    });
    const { fresh } = sides;
    const [candidate, baseline] = [paidOnly(sides.candidate), paidOnly(sides.baseline)];
    const now = fresh.kind === 'done' ? { ...fresh, results: paidOnly(fresh.results) } : fresh;
    expect(codes(decideOn({ candidate, baseline }, {}, { fresh: now }))).toContain('fail increase');
  });
});

const PLAN: IncreasePlan = {
  boundary: 0.01,
  max_increase: 0.1,
  asks: { total: true, typical: true },
  main: null,
  open_at: 0.02,
  drift: null,
};

describe('an increase is tested', () => {
  const counted = (tokens: readonly (number | null)[]) =>
    tokens.map((total_tokens, at) => ({
      ...(pairedCase('any', 'P', [0, 0]).trials[0] ?? expect.fail('no trial')),
      index: at + 1,
      total_tokens,
    }));
  const tokensOf = (name: string, here: readonly (number | null)[], main: readonly (number | null)[]) => ({
    ...pairedCase(name, 'P', [1, 1]),
    trials: counted(here),
    baseline: counted(main),
  });
  const plainly = (cases: readonly ReturnType<typeof tokensOf>[]) =>
    TOKENS.test({ tag: null, cases, look: 5 }, { ...PLAN, boundary: 1 });

  test.each([
    ['with values of one case', 1, true],
    ['in no way without any', 0, false],
  ])('%s', (_, count, expected) => {
    const known = Array.from({ length: count }, (_unused, at) => tokensOf(`c${at}`, [null], [100]));
    expect(TOKENS.isPossible([...known, tokensOf('silent', [1], [null])], POLICY, false)).toBe(expected);
    expect(TOKENS.isPossible(known, { ...POLICY, total_tokens: null }, false)).toBe(false);
  });

  test('over the cases with values on both sides', () => {
    const cases = [tokensOf('both', [1], [1]), tokensOf('here', [1], [null]), tokensOf('main', [null], [1])];
    expect(TOKENS.casesOf(cases).map((item) => item.id)).toEqual(['both']);
    expect(plainly(cases)).toMatchObject({ cases: 1, candidate: 1, baseline: 1 });
    expect(TOKENS.test({ tag: null, cases: cases.slice(1), look: 5 }, PLAN)).toBeNull();
  });

  test('plainly by the totals of the means of cases, the limit itself tolerated, without chance', () => {
    const cases = [tokensOf('a', [100, 120], [100]), tokensOf('b', [10], [5, 15])];
    expect(plainly(cases)).toMatchObject({ candidate: 120, baseline: 110, total: { p: null }, failed: false });
    expect(plainly([tokensOf('a', [110], [100])])?.failed).toBe(false);
    const rose = [tokensOf('a', [1500], [1000])];
    const found = TOKENS.findings({ tag: null, cases: rose, look: 5 }, { ...PLAN, boundary: 1 }, plainly(rose));
    expect(found.map(messageOf)).toEqual([
      'tokens rose: +50 % in all (a alone adds +50 % to the total), +10 % is tolerated (suite total 1,000 → 1,500)',
    ]);
  });
});
