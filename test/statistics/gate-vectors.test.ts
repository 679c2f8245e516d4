import { describe, expect, test } from 'vitest';
import { failureRateAfterCleanRuns } from '#statistics/counts/clean-runs.ts';
import { detectableDrop } from '#statistics/counts/detectable-drop.ts';
import { estimateDrop } from '#statistics/counts/drop.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { caseMinP, caseMinPAtLook } from '#statistics/counts/min-p.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { normalQuantile, normalSf, Z_TWO_SIDED_95 } from '#statistics/distributions/normal.ts';
import { studentTQuantile, studentTSf } from '#statistics/distributions/student-t.ts';
import { wilsonInterval } from '#statistics/floors/floor-bounds.ts';
import { mean } from '#statistics/mean.ts';
import { passAtK, passHatK } from '#statistics/pass-k/pass-k.ts';
import { spentAlpha } from '#statistics/spending.ts';
import { logRatioTest } from '#statistics/values/log-ratio-test.ts';
import { pairedT } from '#statistics/values/paired-t.ts';
import { strataZ } from '#statistics/values/recall-test.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { expectClose } from './expect-close.ts';
import { EXACT, fieldsOf, gateVectors, QUANTILE, vectorNames } from './gate-vectors.ts';

/** Where a vector is held against something else than a function of ours, and what is not, each with the reason. */
const ELSEWHERE = {
  meta: 'says where the numbers come from',
  bh: 'no power over cases with five trials a side, as little as Holm, so minP replaces it',
  clopper_pearson_95: 'binomial.test.ts, as tails; floors read Wilson',
};
const ELSEWHERE_FIELDS = {
  cmh: 'the asymptotic test that suiteExact replaces',
  exact_perm: 'recall uses the skewness-corrected z: enumerating permutations does not scale',
  ratio: 'of the permutation test on logs; the token gate is the paired t, see paired_t_log',
};

describe('the vector file', () => {
  test('every vector is read by a test or has a reason not to be', () => {
    const named = new Set([...Object.keys(gateVectors), ...Object.keys(ELSEWHERE)]);
    expect([...named].toSorted()).toEqual(vectorNames.toSorted());
  });

  test.each(['pass_rate_suites', 'continuous'] as const)('every field of %s is tested or has a reason', (name) => {
    const tested = Object.keys(gateVectors[name][0] ?? {});
    const excused = Object.keys(ELSEWHERE_FIELDS);
    const open = fieldsOf(name).filter((field) => !tested.includes(field) && !excused.some((e) => field.startsWith(e)));
    expect(open.filter((field) => field !== 'paired_t_p')).toEqual([]);
  });
});

test.each(gateVectors.fisher_one_sided_less)('fisherLess $cand_pass/$cand_n against $base_pass/$base_n', (vector) => {
  const p = fisherLess(paired(vector.cand_pass, vector.cand_n, vector.base_pass, vector.base_n));
  expectClose(p, vector.p_less, EXACT);
});

describe.each(gateVectors.pass_rate_suites)('suite $name', (vector) => {
  test('suiteExact', () => {
    const { pExact, pMid } = suiteExact(vector.cases);
    expectClose(pExact, vector.p_exact, EXACT);
    expectClose(pMid, vector.p_mid, EXACT);
  });

  test('caseMinP', () => {
    const results = caseMinP(vector.cases);
    expect(results).toHaveLength(vector.case_p_raw.length);
    for (const [i, { p, pAdjusted }] of results.entries()) {
      expectClose(p, vector.case_p_raw[i] ?? Number.NaN, EXACT);
      expectClose(pAdjusted, vector.case_p_minp_adj[i] ?? Number.NaN, EXACT);
    }
  });

  test('estimateDrop', () => {
    const estimate = estimateDrop(vector.cases);
    expectClose(estimate?.drop, vector.drop, EXACT);
    expectClose(estimate?.standardError, vector.se, EXACT);
    expectClose(estimate?.ci95.low, vector.ci95.low, QUANTILE);
    expectClose(estimate?.ci95.high, vector.ci95.high, QUANTILE);
    expectClose(estimate?.upper95, vector.upper95_one_sided, QUANTILE);
  });

  test('detectableDrop with 5 trials at α = .025', () => {
    const planned = vector.cases.map(({ b, m }) => ({ n: 5, b, m }));
    expectClose(detectableDrop(planned, 0.025), vector.mde80_alpha025_n5, QUANTILE);
  });
});

const withPairedT = gateVectors.pass_rate_suites.filter((vector) => vector.paired_t_p !== undefined);

test.each(withPairedT)('pairedT on the drops of suite $name', ({ cases, paired_t_p = Number.NaN }) => {
  expectClose(pairedT(cases.map(({ a, n, b, m }) => b / m - a / n))?.p, paired_t_p, QUANTILE);
});

describe.each(gateVectors.continuous)('values $name', (vector) => {
  const scale = (value: number) => (vector.log ? Math.log(value) : value);
  const pairs = vector.cand.map((candidate, i) => ({
    candidate: candidate.map(scale),
    baseline: (vector.base[i] ?? []).map(scale),
  }));

  test('strataZ', () => {
    const result = strataZ(pairs);
    const z = result?.z ?? Number.NaN;
    const difference = result?.difference ?? Number.NaN;
    const error = Math.max(result?.exchangeableError ?? Number.NaN, result?.waldError ?? Number.NaN);
    expectClose(difference, vector.mean_diff, EXACT);
    expectClose(result?.exchangeableError, vector.se_perm, EXACT);
    expectClose(result?.waldError, vector.se_wald, EXACT);
    expectClose(error, vector.se_ci, EXACT);
    expectClose(z, vector.z, EXACT);
    expectClose(normalSf(z), vector.p_greater, EXACT);
    expectClose(normalSf(-z), vector.p_less, EXACT);
    expectClose(difference - Z_TWO_SIDED_95 * error, vector.ci95.low, QUANTILE);
    expectClose(difference + Z_TWO_SIDED_95 * error, vector.ci95.high, QUANTILE);
  });

  test('pairedT on the differences of the cases', () => {
    const differences = pairs.map(({ candidate, baseline }) => (mean(candidate) ?? 0) - (mean(baseline) ?? 0));
    expectClose(pairedT(differences)?.p, vector.paired_t_p_greater, QUANTILE);
  });
});

test.each(gateVectors.normal_quantile)('normalQuantile($p)', ({ p, z }) => {
  expectClose(normalQuantile(p), z, QUANTILE);
});

test.each(gateVectors.normal_sf)('normalSf($z)', ({ z, p }) => {
  expectClose(normalSf(z), p, EXACT);
});

test.each(gateVectors.obf_spending_one_sided)('spentAlpha($alpha, $t)', ({ alpha, t, spent }) => {
  expectClose(spentAlpha(alpha, t), spent, EXACT);
});

test.each(gateVectors.wilson_95)('wilsonInterval of $k/$n', ({ k, n, lo, hi }) => {
  const interval = wilsonInterval(k / n, n);
  expectClose(interval?.low, lo, QUANTILE);
  expectClose(interval?.high, hi, QUANTILE);
});

test.each(gateVectors.pass_hat_k)('passHatK($c, $n, $k)', ({ c, n, k, value }) => {
  expectClose(passHatK(c, n, k), value, EXACT);
});

test.each(gateVectors.pass_at_k)('passAtK($c, $n, $k)', ({ c, n, k, value }) => {
  expectClose(passAtK(c, n, k), value, EXACT);
});

test.each(gateVectors.case_minp_planned)('caseMinPAtLook: $name', ({ cases, plan, min_raw_p, adj_p }) => {
  const results = caseMinPAtLook(
    cases.map((counts) => ({ ...counts, scheduled: counts.n })),
    plan,
  );
  const worst = results.reduce((least, each) => (each.p < least.p ? each : least));
  expectClose(worst.p, min_raw_p, EXACT);
  expectClose(worst.pAdjusted, adj_p, EXACT);
});

test.each(gateVectors.paired_t_log)('logRatioTest with $df degrees of freedom', (vector) => {
  const result = logRatioTest(vector.cand.map((candidate, i) => ({ candidate, baseline: vector.base[i] ?? [] })));
  expect(result?.cases).toBe(vector.df + 1);
  expectClose(Math.log(result?.ratio ?? Number.NaN), vector.mean_log_diff, EXACT);
  expectClose(result?.ratio, vector.ratio, EXACT);
  expectClose(result?.t, vector.t, EXACT);
  expectClose(result?.p, vector.p_greater, QUANTILE);
  expectClose(result?.ci95.low, vector.ratio_ci95.low, QUANTILE);
  expectClose(result?.ci95.high, vector.ratio_ci95.high, QUANTILE);
});

test.each(gateVectors.student_t)('studentTSf($t, $df)', ({ t, df, sf }) => {
  expectClose(studentTSf(t, df), sf, EXACT);
});

test.each(gateVectors.student_t_quantile)('studentTQuantile($p, $df)', ({ p, df, t }) => {
  expectClose(studentTQuantile(p, df), t, QUANTILE);
});

test.each(gateVectors.max_failure_rate_after_n_clean_runs_95)('failureRateAfterCleanRuns($n)', ({ n, hi }) => {
  expectClose(failureRateAfterCleanRuns(n), hi, EXACT);
});

test.each(gateVectors.clopper_pearson_upper95_one_sided_failure.filter(({ fails }) => fails === 0))(
  'failureRateAfterCleanRuns($n) is the Clopper–Pearson bound for no failure',
  ({ n, hi }) => {
    expectClose(failureRateAfterCleanRuns(n), hi, EXACT);
  },
);
