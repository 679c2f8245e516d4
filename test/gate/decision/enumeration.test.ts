import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { verdictOf } from '#gate/decision/rules/conclude.ts';
import { always } from '#test/support/always.ts';
import { bothSides, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { testsOn } from './decide-on.ts';

type Counts = [number, number, number, number];

const tinyCase = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([n, m]) =>
    fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n), fc.integer({ min: 0, max: m }), fc.constant(m)),
  );

test('p-values are the share of all ways to deal out the same trials to the two sides', () => {
  always(
    fc.property(fc.array(tinyCase, { minLength: 1, maxLength: 3 }), (counts) => {
      const dealt = everyDeal(counts);
      const observed = counts.reduce((sum, [a]) => sum + a, 0);
      const total = weight(dealt);
      const below = weight(dealt.filter(({ passes }) => sum(passes) < observed));
      const at = weight(dealt.filter(({ passes }) => sum(passes) === observed));
      const { suite: tests, cases } = testsOn(bothSides(counts)).evaluation.gates;
      const suite = tests.pass_rate;

      const informative = counts.some(([a, n, b, m]) => a + b > 0 && a + b < n + m);
      expect(suite?.p_exact).toBeCloseTo((below + at) / total, 12);
      expect(suite?.p_mid).toBeCloseTo(informative ? (below + at / 2) / total : 1, 12);
      for (const [i, item] of cases.entries()) {
        const asFew = dealt.filter(({ passes }) => (passes[i] ?? 0) <= (counts[i]?.[0] ?? 0));
        expect(item.p).toBeCloseTo(weight(asFew) / total, 12);
      }
    }),
    { seed: 3, numRuns: tries(60) },
  );
});

test('no case is called broken more often than its budget allows, over all ways to deal out the same trials', () => {
  const pools: Counts[][] = [
    [
      [5, 5, 10, 15],
      [5, 5, 14, 15],
    ],
    [
      [3, 3, 2, 15],
      [3, 3, 13, 15],
      [3, 3, 14, 15],
    ],
  ];
  for (const counts of pools) {
    const dealt = everyDeal(counts);
    const red = dealt.filter(({ passes }) => {
      const again = counts.map(([a, n, b, m], i): Counts => [passes[i] ?? 0, n, a + b - (passes[i] ?? 0), m]);
      return testsOn(bothSides(again)).evaluation.gates.cases.some(({ failed }) => failed);
    });
    expect(red.length).toBeGreaterThan(0);
    const { boundary } = testsOn(bothSides(counts)).evaluation.gates.cases[0] ?? { boundary: 0 };
    expect(weight(red) / weight(dealt)).toBeLessThanOrEqual(boundary);
  }
});

test.each([0.95, 0.8].slice(0, tries(2)))(
  'two looks with confidence %d are red no oftener than it says, whatever the rates',
  (confidence) => {
    const red = everyPath.filter((path) => isRedAfterTwoLooks(path, confidence));
    expect(red).not.toEqual([]);
    for (const first of RATES) {
      for (const second of RATES) {
        const chances = red.map(([a, b]) => {
          const turned = a === b ? 0 : chance(b, first) * chance(a, second);
          return chance(a, first) * chance(b, second) + turned;
        });
        expect(sum(chances)).toBeLessThanOrEqual(1 - confidence);
      }
    }
  },
);

const RATES = [0.05, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98];
const LOOKS = [2, 3];
const MAIN_TRIALS = 6;

/** What the trials of a case come to: passes of the first two here, of the third, and of those on main. */
interface CasePath {
  readonly first: number;
  readonly third: number;
  readonly main: number;
}

const everyCasePath = upTo(2).flatMap((first) =>
  upTo(1).flatMap((third) => upTo(MAIN_TRIALS).map((main): CasePath => ({ first, third, main }))),
);
/** Of two cases, whose order changes no verdict. */
const everyPath = everyCasePath.flatMap((a, at) =>
  everyCasePath.slice(at).map((b): readonly [CasePath, CasePath] => [a, b]),
);

function isRedAfterTwoLooks(path: readonly CasePath[], confidence: number): boolean {
  const here = path.map(({ first, third }, i) => {
    const passed = [first > 0, first > 1, third > 0];
    return caseRecord(`case-${i}`, {
      trials: trialRecords(passed.map((each) => ({ outcome: each ? 'passed' : 'failed' }))),
    });
  });
  const main = path.map((each, i) => caseRecord(`case-${i}`, { trials: outcomes(each.main, MAIN_TRIALS - each.main) }));
  const candidate = resultsFile(here, { looks: LOOKS, stop: { look: 3, reason: 'decided' } });
  const policy = { confidence, tool_recall: null, total_tokens: null, cost_usd: null };
  return verdictOf(testsOn({ candidate, baseline: resultsFile(main) }, policy).findings) === 'fail';
}

/** How likely a path is when every trial passes with that rate. */
function chance({ first, third, main }: CasePath, rate: number): number {
  const passed = first + third + main;
  const ways = choose(2, first) * choose(MAIN_TRIALS, main);
  return ways * rate ** passed * (1 - rate) ** (3 + MAIN_TRIALS - passed);
}

function upTo(most: number): number[] {
  return Array.from({ length: most + 1 }, (_, i) => i);
}

interface Deal {
  /** The candidate's passes per case. */
  readonly passes: readonly number[];
  /** Number of ways to deal it. */
  readonly ways: number;
}

function everyDeal(counts: readonly Counts[]): readonly Deal[] {
  return counts
    .reduce<readonly Deal[]>(
      (deals, [a, n, b, m]) =>
        deals.flatMap(({ passes, ways }) =>
          Array.from({ length: n + 1 }, (_, x) => ({
            passes: [...passes, x],
            ways: ways * choose(a + b, x) * choose(n + m - a - b, n - x),
          })),
        ),
      [{ passes: [], ways: 1 }],
    )
    .filter(({ ways }) => ways > 0);
}

function weight(deals: readonly Deal[]): number {
  return sum(deals.map(({ ways }) => ways));
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
