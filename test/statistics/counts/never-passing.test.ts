import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neverPassingP } from '#statistics/counts/never-passing.ts';
import { always } from '#test/support/always.ts';

const never = (scored: number) => ({ passed: 0, scored });
const passing = (scored: number) => ({ passed: scored, scored });

describe('the chance that so many new cases never pass', () => {
  test.each([
    ['none, where every known case always passes', [never(3)], [passing(5), passing(5)], 0],
    ['all, where none of them ever does', [never(3), never(3)], [never(5)], 1],
    ['that of a case of the same kind', [never(3)], [passing(5), never(5), passing(5), passing(5)], 1 / 4],
    ['that of both being of that kind', [never(3), never(3)], [passing(5), never(5)], 1 / 4],
    ['that of one of two at least', [never(3), passing(3)], [passing(5), never(5)], 3 / 4],
    ['drawn without replacement', [never(2)], [{ passed: 2, scored: 4 }], 1 / 6],
    ['drawn without replacement from just as many', [never(2)], [{ passed: 1, scored: 2 }], 0],
    ['drawn with replacement from fewer trials', [never(3)], [{ passed: 1, scored: 2 }], 1 / 8],
    ['certain, where no new case never passes', [passing(3)], [passing(5)], 1],
    ['certain, where nothing is known', [never(3)], [never(0)], 1],
  ])('is %s', (_, fresh, known, p) => expect(neverPassingP(fresh, known)).toBeCloseTo(p, 12));

  const counts = fc
    .record({ passed: fc.nat(6), failed: fc.nat(6) })
    .map(({ passed, failed }) => ({ passed, scored: passed + failed }));

  test('does not depend on the order of the cases', () => {
    always(
      fc.property(fc.array(counts, { maxLength: 6 }), fc.array(counts, { maxLength: 6 }), (fresh, known) => {
        const turned = neverPassingP(fresh.toReversed(), known.toReversed());
        expect(turned).toBe(neverPassingP(fresh, known));
      }),
    );
  });

  /** Every set of new cases that can be drawn from the known ones, with its chance. */
  test('is at or below a boundary no oftener than that, for cases drawn from the known ones', () => {
    const known = [passing(6), never(6), passing(6), { passed: 2, scored: 6 }, { passed: 5, scored: 6 }];
    const trials = 3;
    // Draws of 3 of 6 trials that all failed: of the second case always, of the fourth 4 of 20, of the others never.
    const chance = (1 + 4 / 20) / known.length;
    for (const boundary of [0.01, 0.05, 0.2]) {
      let reached = 0;
      const fresh = 5;
      for (let hit = 0; hit <= fresh; hit += 1) {
        const drawn = Array.from({ length: fresh }, (_, i) => (i < hit ? never(trials) : passing(trials)));
        const ways = [1, 5, 10, 10, 5, 1][hit] ?? 0;
        if (neverPassingP(drawn, known) <= boundary) reached += ways * chance ** hit * (1 - chance) ** (fresh - hit);
      }
      expect(reached).toBeLessThanOrEqual(boundary * (1 + 1e-9));
      expect(reached).toBeGreaterThan(0);
    }
  });
});
