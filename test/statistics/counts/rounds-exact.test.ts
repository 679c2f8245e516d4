import { expect, test } from 'vitest';
import { roundsError, roundsMidP } from '#statistics/counts/rounds-exact.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { seededRandom } from '#statistics/seeded-random.ts';

/** The same by listing every choice of rounds. */
function byEnumeration(here: readonly number[], main: readonly number[]): number {
  const all = [...here, ...main];
  const observed = here.reduce((sum, total) => sum + total, 0);
  let [ways, below] = [0, 0];
  for (let choice = 0; choice < 2 ** all.length; choice += 1) {
    const taken = all.filter((_, at) => (choice >> at) & 1);
    if (taken.length !== here.length) continue;
    ways += 1;
    const sum = taken.reduce((total, next) => total + next, 0);
    below += sum < observed ? 1 : sum === observed ? 0.5 : 0;
  }
  return below / ways;
}

test('the p of whole rounds is what counting every choice of rounds gives, whichever side has more of them', () => {
  const random = seededRandom(7);
  for (let draw = 0; draw < 60; draw += 1) {
    const side = () => Array.from({ length: 3 + Math.floor(random() * 4) }, () => Math.floor(random() * 9) + 10);
    const [here, main] = [side(), side()];
    expect(roundsMidP({ here, main })).toBeCloseTo(byEnumeration(here, main), 12);
  }
});

test('fewer than three whole rounds on a side say nothing, and counts that no round can have are refused', () => {
  expect(roundsMidP({ here: [1, 2], main: [3, 4, 5] })).toBeNull();
  expect(roundsError({ here: [1, 2, 3], main: [3, 4] })).toBeNull();
  expect(() => roundsMidP({ here: [1, 2, -1], main: [3, 4, 5] })).toThrow(RangeError);
});

// By listing every choice of rounds it would take for ever.
test('ten rounds against fifty of a thousand cases take no more than a moment', () => {
  const side = (rounds: number) => Array.from({ length: rounds }, (_, at) => 900 + ((at * 37) % 41));
  expect(roundsMidP({ here: side(10), main: side(50) })).toBeGreaterThan(0.01);
});

/** Shares of unchanged suites of 20 cases that are red at 5 %: by trials alone, and with whole rounds too. */
function redShares(dead: number, rounds: number, drop = 0): { readonly trials: number; readonly both: number } {
  const random = seededRandom(11);
  const draws = 600;
  let [trials, both] = [0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const rates = Array.from({ length: 20 }, (_, at) => (at < 8 ? 0.99 : at < 16 ? 0.8 : 0.45));
    const side = (count: number, lowered: number) =>
      Array.from({ length: count }, () => {
        const isDead = random() < dead;
        return rates.map((rate) => !isDead && random() < rate - lowered);
      });
    const [here, main] = [side(rounds, drop), side(25, 0)];
    const passes = (some: readonly (readonly boolean[])[], at: number) => some.filter((round) => round[at]).length;
    const counts = rates.map((_, at) => ({ a: passes(here, at), n: rounds, b: passes(main, at), m: 25 }));
    const totals = (some: readonly (readonly boolean[])[]) => some.map((round) => round.filter(Boolean).length);
    const { pMid } = suiteExact(counts);
    if (pMid <= 0.05) trials += 1;
    if (Math.max(pMid, roundsMidP({ here: totals(here), main: totals(main) }) ?? 1) <= 0.05) both += 1;
  }
  return { trials: trials / draws, both: both / draws };
}

test('an unchanged suite with dying rounds is red far too often by its trials, and in five of a hundred by whole rounds', () => {
  const { trials, both } = redShares(0.05, 5);
  expect(trials).toBeGreaterThan(0.15);
  expect(both).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / 600));
});

test('a drop of ten points is still seen in most suites', () => {
  expect(redShares(0, 5, 0.1).both).toBeGreaterThan(0.7);
});
