import { describe, expect, test } from 'vitest';
import { type Improvements, improvementsOf } from '#gate/decision/improvements.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { tries } from '#test/support/tries.ts';
import { pairedCase } from './evidence-of.ts';

type Side = readonly [passed: number, trials: number];

/** A case with so many passes on each side. */
function caseOf(id: string, [a, n]: Side, main: Side): PairedCase {
  return pairedCase(id, 'P'.repeat(a) + 'f'.repeat(n - a), main);
}

function suiteOf(...first: readonly (readonly [here: Side, main: Side])[]): readonly PairedCase[] {
  const stable = Array.from({ length: 4 }, (): readonly [Side, Side] => [
    [3, 3],
    [3, 3],
  ]);
  return [...first, ...stable].map(([here, main], i) => caseOf(`case-${i}`, here, main));
}

/** The same with an amount for each trial, which differs a little from trial to trial. */
function withAmounts(cases: readonly PairedCase[], metric: 'total_tokens' | 'latency_ms', here: number, main: number) {
  const spread = (trials: readonly GateTrial[], amount: number) =>
    trials.map((trial, i) => ({ ...trial, [metric]: amount * (1 + i / 50) }));
  return cases.map((item) => ({
    ...item,
    trials: spread(item.trials, here),
    baseline: spread(item.baseline, main),
  }));
}

const NOTHING: Improvements = { cases: [], metrics: [] };

describe('what is called better', () => {
  test.each<[string, readonly (readonly [here: Side, main: Side])[], readonly string[]]>([
    [
      'a case that failed in 3 of 3 trials and passes in 3 of 3',
      [
        [
          [3, 3],
          [0, 3],
        ],
      ],
      ['case-0'],
    ],
    [
      'a case that passes in most trials, and never did',
      [
        [
          [8, 10],
          [0, 10],
        ],
      ],
      ['case-0'],
    ],
    [
      'nothing, if another case might have moved as far by chance',
      [
        [
          [3, 3],
          [0, 3],
        ],
        [
          [1, 3],
          [2, 3],
        ],
      ],
      [],
    ],
    [
      'nothing, for two of three failures fewer',
      [
        [
          [3, 3],
          [1, 3],
        ],
      ],
      [],
    ],
    [
      'nothing, for 2 of 2 after 0 of 2',
      [
        [
          [2, 2],
          [0, 2],
        ],
      ],
      [],
    ],
    [
      'nothing, if it is worse',
      [
        [
          [0, 3],
          [3, 3],
        ],
      ],
      [],
    ],
    [
      'nothing, if it is the same',
      [
        [
          [2, 3],
          [2, 3],
        ],
      ],
      [],
    ],
    [
      'nothing, if it could not be judged here',
      [
        [
          [0, 0],
          [0, 3],
        ],
      ],
      [],
    ],
  ])('%s', (_, first, cases) => expect(improvementsOf(suiteOf(...first), 3).cases).toEqual(cases));

  test('many cases that pass more often, of which none can be named', () => {
    const cases = Array.from({ length: 30 }, (_, i) => caseOf(`case-${i}`, [9, 10], [3, 10]));
    expect(improvementsOf(cases, 10)).toEqual({
      cases: [],
      metrics: [{ metric: 'pass_rate', change: expect.closeTo(0.6) }],
    });
  });

  test.each([
    ['tokens that fell by 61 %', 'total_tokens', 390, 1_000, -0.61],
    ['not a time of one run of main, which a busy machine may have made', 'latency_ms', 1_500, 3_833, null],
    ['not what fell by less than is tolerated as a rise', 'total_tokens', 930, 1_000, null],
    ['not what fell by as much as another day may', 'total_tokens', 880, 1_000, null],
    ['not what rose', 'total_tokens', 2_000, 1_000, null],
  ] as const)('%s', (_, metric, here, main, change) => {
    const metrics = change === null ? [] : [{ metric, change: expect.closeTo(change, 3) }];
    expect(improvementsOf(withAmounts(suiteOf(), metric, here, main), 3)).toEqual({ ...NOTHING, metrics });
  });

  test('a time that fell from 3833 ms to 1500 ms below that of four runs of main, though no rule is about it', () => {
    const once = { passed: 3, scored: 3 };
    const cases = suiteOf().map(({ id }) => ({ ...caseOf(id, [3, 3], [12, 12]), runs: [once, once, once, once] }));
    expect(improvementsOf(withAmounts(cases, 'latency_ms', 1_500, 3_833), 3)).toEqual({
      ...NOTHING,
      metrics: [{ metric: 'latency_ms', change: expect.closeTo(-0.64, 1) }],
    });
  });

  test('of one case with three trials nothing that it takes: chance orders six values so in one of twenty', () => {
    expect(improvementsOf(withAmounts(suiteOf().slice(0, 1), 'total_tokens', 390, 1_000), 3)).toEqual(NOTHING);
  });
});

test('of unchanged suites at most one in twenty is praised for anything', () => {
  const random = seededRandom(1);
  const sideOf = (rate: number, trials: number): Side => [
    Array.from({ length: trials }, random).filter((x) => x < rate).length,
    trials,
  ];
  const shares = [
    { cases: 1, here: 3, main: 3, rate: () => 0.5 },
    { cases: 30, here: 5, main: 15, rate: (i: number) => (i < 20 ? 0.97 : i / 30) },
    { cases: 10, here: 3, main: 9, rate: () => 0.6 },
  ].map(({ cases, here, main, rate }) => {
    const runs = Array.from({ length: tries(600) }, () => {
      const suite = Array.from({ length: cases }, (_, i) =>
        caseOf(`case-${i}`, sideOf(rate(i), here), sideOf(rate(i), main)),
      );
      const drawn = (trials: readonly GateTrial[]) =>
        trials.map((trial) => ({ ...trial, total_tokens: 100 + 900 * random(), latency_ms: 1 + random() }));
      return improvementsOf(
        suite.map((item) => ({ ...item, trials: drawn(item.trials), baseline: drawn(item.baseline) })),
        here,
      );
    });
    return runs.filter(({ cases, metrics }) => cases.length + metrics.length > 0).length / runs.length;
  });
  for (const share of shares) expect(share, shares.join(' ')).toBeLessThan(0.05);
});
