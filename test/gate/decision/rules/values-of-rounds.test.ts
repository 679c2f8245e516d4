import { expect, test } from 'vitest';
import { increaseRule } from '#gate/decision/rules/increase.ts';
import { type RecallPlan, toolRecallRule } from '#gate/decision/rules/tool-recall.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { pairedCase } from '../evidence-of.ts';

const CASES = 20;
const PLAN = {
  boundary: 0.05,
  max_increase: 0.05,
  asks: { total: true, typical: true },
  main: null,
  open_at: 0,
  drift: null,
} as const;
const RECALL: RecallPlan = { boundary: 0.05, max_drop: 0.01, drift: null };

type Side = readonly ((item: number) => Partial<GateTrial>)[];

/** Cases with a trial in each round of both sides; `apart`: the same trials, but that no round joins them. */
function suite(here: Side, main: Side, apart = false): PairedCase[] {
  const trials = (side: string, rounds: Side, item: number) =>
    rounds.map((valuesOf, at): GateTrial => {
      const [bare] = pairedCase('x', 'P', [0, 0]).trials;
      if (bare === undefined) throw new Error('no trial');
      return { ...bare, index: at + 1, ...valuesOf(item), ...(!apart && { round: `${side}.${at}` }) };
    });
  return Array.from({ length: CASES }, (_, item) =>
    pairedCase(`case-${item}`, 'P'.repeat(here.length), [main.length, main.length], {
      trials: trials('here', here, item),
      baseline: trials('main', main, item),
    }),
  );
}

const testOf = (cases: readonly PairedCase[]) => increaseRule('total_tokens').test({ tag: null, cases, look: 5 }, PLAN);

/** Unchanged suites in a hundred that are red on tokens, where a round's tokens are all shifted by a third, more or less. */
function reds(apart: boolean, draws: number): number {
  const random = seededRandom(5);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const side = (rounds: number): Side =>
    Array.from({ length: rounds }, () => {
      const shift = 0.3 * normal();
      return (item: number) => ({ total_tokens: (1000 + 100 * item) * Math.exp(shift + 0.3 * normal()) });
    });
  let red = 0;
  for (let draw = 0; draw < draws; draw += 1) if (testOf(suite(side(5), side(10), apart))?.failed === true) red += 1;
  return (100 * red) / draws;
}

test('rounds that take more tokens in all their cases make an unchanged suite red far too often, but for the guard of whole rounds', () => {
  expect(reds(true, 150)).toBeGreaterThan(20);
  // Two questions are asked at 5 % each, of which most reds have both.
  expect(reds(false, 150)).toBeLessThan(10);
});

test('a rise in every round is red', () => {
  const tokens = (factor: number) => (item: number) => ({ total_tokens: factor * (1000 + item) });
  const main = [1, 1.01, 0.99, 1, 1.02].map(tokens);
  const found = testOf(suite([1.3, 1.31, 1.29, 1.3, 1.32].map(tokens), main));
  expect(found).toMatchObject({ failed: true, total: { failed: true }, typical: { failed: true } });
  expect(testOf(suite([1.3, 1.31].map(tokens), main))).toMatchObject({ failed: false, total: { p: 1 } });
});

test('recall that one round lost in all cases is no drop, recall that every round loses is', () => {
  const recall = (share: number) => () => ({ tool_recall: share });
  const main = Array.from({ length: 5 }, () => recall(1));
  const failed = (here: Side, apart = false) =>
    toolRecallRule.test({ tag: null, cases: suite(here, main, apart), look: 5 }, RECALL)?.failed;
  const incident = [recall(0), ...main.slice(1)];
  expect([failed(incident, true), failed(incident)]).toEqual([true, false]);
  expect(failed(main.map(() => recall(0.8)))).toBe(true);
});

test('a round in which a case has no value is left out: its spread hides no rise of the others', () => {
  const tokens = (factor: number) => (item: number) => ({ total_tokens: factor * (1000 + item) });
  const holes = (item: number) => ({ total_tokens: item === 3 ? null : 90_000, broke_off: true as const });
  const rises = [1.3, 1.31, 1.32].map(tokens);
  const main = [1, 1.01, 0.99].map(tokens);
  expect(testOf(suite([...rises, holes], main))?.total.failed).toBe(true);
});
