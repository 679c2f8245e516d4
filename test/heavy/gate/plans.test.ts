import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { decideEvidence } from '#gate/decision/decide-evidence.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { decideByFailures } from '../../../bench/gate/by-failures.ts';
import { drawPullRequest } from '../../../bench/gate/draw-pull-request.ts';
import { randomOf } from '../../../bench/gate/random.ts';
import { ADAPTIVE, FIFTY, POOL } from '../../../bench/gate/tables/base.ts';

describe('looks that follow what main saw fail', () => {
  it.each(['unchanged', 'minus-5', 'one-broken'] as const)(
    'decide as the gate does if they are the same: %s',
    (change) => {
      const random = randomOf(11);
      const scenario = { ...FIFTY, cases: 20, looks: ADAPTIVE, pool: POOL, change };
      const policy = { ...defaultPolicy(), total_tokens: null, cost_usd: null };
      for (let draw = 0; draw < 40; draw += 1) {
        const { evidence } = drawPullRequest(scenario, random);
        const gate = decideEvidence(evidence, policy, { looks: ADAPTIVE, stop: 10, appended: false });
        const looks = { stable: ADAPTIVE, others: ADAPTIVE };
        const { verdict, trials } = decideByFailures(evidence.paired, policy, looks, ADAPTIVE);
        expect([verdict, trials * 20]).toEqual([gate.verdict, gate.trials]);
      }
    },
  );

  /** Trials here of a case that main never saw fail in 25 trials, and of any other. */
  const STAGES = [
    [2, 3],
    [2, 5],
    [4, 8],
    [10, 12],
  ] as const;

  it.each(STAGES)(
    'keep Fisher’s test of a case below its level, by counting all outcomes: %i or %i trials',
    (stable, other) => {
      const most = Array.from({ length: 99 }, (_, i) => worstExcess((i + 1) / 100, stable, other));
      expect(Math.max(...most)).toBeLessThan(1);
    },
  );
});

/** The largest ratio of the chance of a p-value to that p-value, with nothing changed. */
function worstExcess(rate: number, stable: number, other: number): number {
  const outcomes = binomialPmf(25, rate).flatMap((onMain, b) => {
    const n = b === 25 ? stable : other;
    return binomialPmf(n, rate).map((here, a) => ({ p: fisherLess({ a, n, b, m: 25 }), chance: onMain * here }));
  });
  outcomes.sort((left, right) => left.p - right.p);
  let [sum, worst] = [0, 0];
  for (const { p, chance } of outcomes) {
    sum += chance;
    if (p < 0.3) worst = Math.max(worst, sum / p);
  }
  return worst;
}
