import { describe, expect, test } from 'vitest';
import { bothSides } from '#test/support/results.ts';
import { codes, decideOn, reasonOf, times } from '../decide-on.ts';

type Counts = readonly [number, number, number, number];

/** Twenty cases that waver alike on both sides, each of which may fall by chance, and one that is asked about. */
const withOne = (counts: Counts) => bothSides([...times(20, [2, 4, 2, 4]), counts]);

describe('where stored trials of main decide', () => {
  test.each<Counts>([
    [0, 3, 3, 3],
    [0, 4, 4, 4],
  ])(
    'a case that passed all of its trials on main and none here is open and named: %i/%i here, %i/%i on main',
    (...counts) => {
      const decision = decideOn(withOne(counts));
      expect(decision.verdict).toBe('inconclusive');
      const { message, cases } = reasonOf(decision, 'case_unsettled');
      expect(cases).toHaveLength(1);
      expect(message).toContain(`passed ${counts[2]}/${counts[3]} on main and 0/${counts[1]} here`);
    },
  );

  test.each<Counts>([
    [1, 4, 4, 4],
    [0, 4, 3, 4],
    [0, 2, 2, 2],
  ])(
    'one that passes now and then on a side, or has fewer than three trials, is not: %i/%i here, %i/%i on main',
    (...counts) => {
      expect(codes(decideOn(withOne(counts)))).not.toContain('inconclusive case_unsettled');
    },
  );

  test('a case whose fall is beyond chance for the suite is red, not open', () => {
    const decision = decideOn(bothSides([...times(20, [10, 10, 50, 50]), [0, 10, 50, 50]]));
    expect(decision.verdict).toBe('fail');
    expect(codes(decision)).not.toContain('inconclusive case_unsettled');
  });
});
