import { describe, expect, test } from 'vitest';
import {
  decideCandidates,
  fewestRounds,
  pairRounds,
  type TrialOutcomes,
  UPGRADE_ERROR,
} from '#gate/upgrade/decide-candidates.ts';
import { likelyRates, planUpgrade } from '#gate/upgrade/plan-upgrade.ts';
import { tries } from '#test/support/tries.ts';
import { UPGRADE_WORLDS, upgrade } from '../../../bench/gate/side/upgrade.ts';

const outcomes = (text: string): TrialOutcomes =>
  new Map([...text].flatMap((sign, at) => (sign === '.' ? [] : [[at + 1, sign === '+'] as const])));
const sides = (today: string, candidate: string, cases = 10) =>
  pairRounds(
    Array.from({ length: cases }, () => outcomes(today)),
    Array.from({ length: cases }, () => outcomes(candidate)),
    0.1,
  );
const RULES = { margin: 0.1, fewest: 4, most: 8 };

describe('decideCandidates', () => {
  test.each<[string, ReturnType<typeof sides>, string | null]>([
    ['shows a candidate that passes whatever today’s model passes', sides('+++++', '+++++'), 'shown'],
    ['goes on before the fewest rounds', sides('+++', '+++'), null],
    ['drops one that fails what today’s model passes', sides('++++', '----'), 'dropped'],
    ['ends with nothing shown after the most rounds', sides('+-+-+-+-', '-+-+-+-+'), 'ended'],
    [
      'counts only rounds that every case has with both: trials of the machinery are missing',
      sides('+++++++', '.+.+.+.'),
      null,
    ],
    ['takes no trial of another index for the missing one', sides('++++....', '....++++'), null],
  ])('%s', (_, tried, finding) => {
    expect(decideCandidates([tried], RULES)).toEqual([finding]);
  });

  test('a candidate of which one case has no judged trial is never shown', () => {
    const tried = pairRounds([outcomes('++++++++'), outcomes('++++++++')], [outcomes('++++++++'), outcomes('')], 0.1);
    expect([tried.rounds, decideCandidates([tried], RULES)]).toEqual([0, [null]]);
  });

  test('does not show one whose mean holds while two cases are dead, and would without them', () => {
    const many = Array.from({ length: 98 }, () => outcomes('++++'));
    const dead = [outcomes('----'), outcomes('----')];
    const today = Array.from({ length: 100 }, () => outcomes('++++'));
    const decided = (rest: readonly TrialOutcomes[]) =>
      decideCandidates([pairRounds(today, [...many, ...rest], 0.1)], RULES);
    expect([decided(dead), decided(today.slice(0, 2))]).toEqual([['worse-cases'], ['shown']]);
  });

  test('one budget: beside others a candidate needs more evidence, and less once another is shown', () => {
    const enough = Math.log(1 / UPGRADE_ERROR);
    const with_ = (most: number) => ({
      ...sides('++++', '++++'),
      evidence: { now: most, most, pairs: 40, differing: 0 },
    });
    const some = with_(enough + 0.1);
    expect(decideCandidates([some], RULES)).toEqual(['shown']);
    expect(decideCandidates([some, sides('++++', '----')], RULES)).toEqual([null, 'dropped']);
    expect(decideCandidates([some, with_(enough + 1)], RULES)).toEqual(['shown', 'shown']);
  });
});

describe('planUpgrade', () => {
  test('says the same trials every time, more for a smaller margin, for noisier cases and for more candidates', () => {
    const plan = (rate: number, margin: number, candidates = 1) =>
      planUpgrade({ rates: Array.from({ length: 20 }, () => rate), candidates, margin, block: 1 });
    expect(plan(0.9, 0.1)).toEqual(plan(0.9, 0.1));
    expect(plan(0.9, 0.1).each).toEqual({ low: 80, high: 180 });
    expect(plan(0.9, 0.05).trials).toBeGreaterThan(2 * plan(0.9, 0.1).trials);
    expect(plan(0.5, 0.1).most).toBeGreaterThan(2 * plan(0.9, 0.1).most);
    expect(plan(0.9, 0.1, 3).most).toBeGreaterThanOrEqual(plan(0.9, 0.1).most);
  });

  test('knows nothing without judged trials, and takes no case for certain', () => {
    expect(likelyRates([{ passed: 0, scored: 0 }])).toBeNull();
    const rates = likelyRates([
      { passed: 5, scored: 5 },
      { passed: 0, scored: 0 },
    ]);
    expect(rates?.every((rate) => rate > 0.9 && rate < 1)).toBe(true);
  });

  test('the fewest rounds prove two dead cases', () => {
    expect([1, 2, 3].map(fewestRounds)).toEqual([4, 5, 5]);
  });
});

test('shows at most one in twenty candidates that are worse by the margin, and four in five equal ones, at the cost that was said', () => {
  const worlds = UPGRADE_WORLDS.filter((_, at) => at % 5 === 2);
  const { marks = [] } = upgrade(tries(6_000, 20), worlds);
  expect(marks.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
  expect(marks).toHaveLength(6 * worlds.length);
});
