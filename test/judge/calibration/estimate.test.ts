import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateJudge } from '#judge/calibration/estimate.ts';
import { judgeError } from '#judge/calibration/judge-error.ts';
import type { Answer, JudgedLabel } from '#judge/calibration/judged-label.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { always } from '#test/support/always.ts';

const times = (count: number, label: Answer, verdict: Answer, weight = 1): JudgedLabel[] =>
  Array.from({ length: count }, () => ({ label, verdict, weight }));

describe('the error of a judge from labels', () => {
  it('is (x + 1) / (m + 2) of labels of equal weight, with the variance of the design', () => {
    const labels = [
      ...times(28, 'met', 'met'),
      ...times(2, 'met', 'not_met'),
      ...times(6, 'not_met', 'met'),
      ...times(24, 'not_met', 'not_met'),
    ];
    const { error, confusion } = estimateJudge(labels);
    expect(confusion).toEqual({ good: { met: 28, not_met: 2 }, bad: { met: 6, not_met: 24 } });
    const [q1, q0] = [29 / 32, 25 / 32];
    expect(error).toEqual({
      q1: expect.closeTo(q1, 12),
      q0: expect.closeTo(q0, 12),
      m1: expect.closeTo(30, 9),
      m0: expect.closeTo(30, 9),
      j: expect.closeTo(q1 + q0 - 1, 12),
      varJ: expect.closeTo((q0 * (1 - q0)) / 30 + (q1 * (1 - q1)) / 30, 12),
    });
  });

  it('counts labels of equal weight by their number, whatever the weight is', () => {
    const answer = fc.constantFrom<Answer>('met', 'not_met');
    const pairs = fc.array(fc.record({ label: answer, verdict: answer }), { minLength: 1, maxLength: 60 });
    always(
      fc.property(pairs, fc.double({ min: 0.01, max: 100, noNaN: true }), (all, weight) => {
        const { good, bad, confusion } = estimateJudge(all.map((label) => ({ ...label, weight })));
        expect(good.right).toBeCloseTo(confusion.good.met, 6);
        expect(good.of).toBeCloseTo(confusion.good.met + confusion.good.not_met, 6);
        expect(bad.right).toBeCloseTo(confusion.bad.not_met, 6);
        expect(bad.of).toBeCloseTo(confusion.bad.met + confusion.bad.not_met, 6);
      }),
    );
  });

  it('is unknown without labels of both kinds', () => {
    expect(estimateJudge([]).error).toBeNull();
    expect(estimateJudge(times(30, 'met', 'met')).error).toBeNull();
    expect(estimateJudge(times(30, 'not_met', 'not_met')).error).toBeNull();
    expect(judgeError({ right: 0, of: 0 }, { right: 3, of: 3 })).toBeNull();
  });

  it('knows little of a wrong verdict that hides among many: a heavy stratum without one is few labels', () => {
    // 900 stored trajectories judged met, 100 judged not met; 30 of each labelled, no error found.
    const { good, bad } = estimateJudge([...times(30, 'met', 'met', 30), ...times(30, 'not_met', 'not_met', 10 / 3)]);
    expect(good.of).toBeCloseTo(270, 6);
    expect(bad.of).toBeCloseTo(10 / 3, 6);
  });

  it('covers the true value where labels are drawn within met and not_met at unequal rates', () => {
    const random = seededRandom(11);
    for (const { q1, q0, good } of [
      { q1: 0.95, q0: 0.8, good: 0.9 },
      { q1: 0.9, q0: 0.7, good: 0.6 },
    ]) {
      let covered = 0;
      let above = 0;
      const runs = 200;
      for (let run = 0; run < runs; run++) {
        const { error } = estimateJudge(drawn(random, { q1, q0, good }));
        if (error === null) continue;
        const half = 1.96 * Math.sqrt(error.varJ);
        const miss = error.j - (q1 + q0 - 1);
        if (Math.abs(miss) <= half) covered += 1;
        if (miss > half) above += 1;
      }
      expect(covered / runs).toBeGreaterThan(0.92);
      expect(above / runs).toBeLessThan(0.05);
    }
  });
});

describe("Cohen's kappa", () => {
  it('is that of the textbooks, with the standard error of Fleiss, Cohen and Everitt', () => {
    // po = .7, pe = .5 · .6 + .5 · .4 = .5; its error from an own computation of the formula of 1969 for this table.
    const { agreement, kappa } = estimateJudge([
      ...times(20, 'met', 'met'),
      ...times(5, 'met', 'not_met'),
      ...times(10, 'not_met', 'met'),
      ...times(15, 'not_met', 'not_met'),
    ]);
    expect(agreement).toBeCloseTo(0.7, 12);
    expect(kappa?.value).toBeCloseTo(0.4, 12);
    expect((kappa?.high ?? 0) - (kappa?.value ?? 0)).toBeCloseTo(1.959964 * fleiss([20, 5, 10, 15]), 5);
  });

  it('is unknown where chance alone agrees always', () => {
    expect(estimateJudge(times(9, 'met', 'met')).kappa).toBeNull();
  });
});

/** Standard error of kappa of a table with two rows: the formula of 1969, term by term. */
function fleiss(cells: readonly [number, number, number, number]): number {
  const n = cells.reduce((sum, cell) => sum + cell, 0);
  const [a, b, c, d] = cells.map((cell) => cell / n) as [number, number, number, number];
  const [rows, columns] = [
    [a + b, c + d],
    [a + c, b + d],
  ] as const;
  const po = a + d;
  const pe = rows[0] * columns[0] + rows[1] * columns[1];
  const k = (po - pe) / (1 - pe);
  const diagonal = a * (1 - (rows[0] + columns[0]) * (1 - k)) ** 2 + d * (1 - (rows[1] + columns[1]) * (1 - k)) ** 2;
  const rest = (1 - k) ** 2 * (b * (columns[0] + rows[1]) ** 2 + c * (columns[1] + rows[0]) ** 2);
  return Math.sqrt((diagonal + rest - (k - pe * (1 - k)) ** 2) / (n * (1 - pe) ** 2));
}

/** 60 labels: 40 of stored trajectories judged met, 20 of those judged not met, each with the weight of its draw. */
function drawn(random: () => number, { q1, q0, good }: { q1: number; q0: number; good: number }): JudgedLabel[] {
  const stored = Array.from({ length: 800 }, (): Omit<JudgedLabel, 'weight'> => {
    const isGood = random() < good;
    const saysMet = isGood ? random() < q1 : random() >= q0;
    return { label: isGood ? 'met' : 'not_met', verdict: saysMet ? 'met' : 'not_met' };
  });
  return (['met', 'not_met'] as const).flatMap((verdict) => {
    const stratum = stored.filter((label) => label.verdict === verdict);
    const count = Math.min(verdict === 'met' ? 40 : 20, stratum.length);
    return stratum
      .map((label) => ({ label, order: random() }))
      .sort((left, right) => left.order - right.order)
      .slice(0, count)
      .map(({ label }) => ({ ...label, weight: stratum.length / count }));
  });
}
