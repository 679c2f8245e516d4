import { z } from 'zod';
import json from '#test/fixtures/gate-vectors.json' with { type: 'json' };

const number = z.number();
const numbers = z.array(number);
const interval = z.tuple([number, number]).transform(([low, high]) => ({ low, high }));
const counts = z.tuple([number, number, number, number]).transform(([a, n, b, m]) => ({ a, n, b, m }));
const sides = { cand: z.array(numbers), base: z.array(numbers) };

const schema = z.object({
  fisher_one_sided_less: z.array(
    z.object({ cand_pass: number, cand_n: number, base_pass: number, base_n: number, p_less: number }),
  ),
  pass_rate_suites: z.array(
    z.object({
      name: z.string(),
      cases: z.array(counts),
      p_exact: number,
      p_mid: number,
      case_p_raw: numbers,
      case_p_minp_adj: numbers,
      case_p_holm: numbers,
      drop: number,
      se: number,
      ci95: interval,
      upper95_one_sided: number,
      paired_t_p: number.optional(),
      mde80_alpha025_n5: number,
    }),
  ),
  continuous: z.array(
    z.object({
      name: z.string(),
      ...sides,
      log: z.boolean(),
      mean_diff: number,
      se_perm: number,
      z: number,
      p_greater: number,
      p_less: number,
      se_wald: number,
      se_ci: number,
      ci95: interval,
      paired_t_p_greater: number,
    }),
  ),
  normal_quantile: z.array(z.object({ p: number, z: number })),
  normal_sf: z.array(z.object({ z: number, p: number })),
  obf_spending_one_sided: z.array(z.object({ alpha: number, t: number, spent: number })),
  wilson_95: z.array(z.object({ k: number, n: number, lo: number, hi: number })),
  clopper_pearson_95: z.array(z.object({ k: number, n: number, lo: number, hi: number })),
  clopper_pearson_upper95_one_sided_failure: z.array(z.object({ fails: number, n: number, hi: number })),
  pass_hat_k: z.array(z.object({ c: number, n: number, k: number, value: number })),
  pass_at_k: z.array(z.object({ c: number, n: number, k: number, value: number })),
  holm: z.object({ p: numbers, adj: numbers }),
  case_minp_planned: z.array(
    z.object({ name: z.string(), cases: z.array(counts), plan: number, min_raw_p: number, adj_p: number }),
  ),
  paired_t_log: z.array(
    z.object({
      ...sides,
      mean_log_diff: number,
      ratio: number,
      t: number,
      df: number,
      p_greater: number,
      ratio_ci95: interval,
    }),
  ),
  student_t: z.array(z.object({ t: number, df: number, sf: number })),
  student_t_quantile: z.array(z.object({ p: number, df: number, t: number })),
  max_failure_rate_after_n_clean_runs_95: z.array(z.object({ n: number, hi: number })),
});

/** Inputs and results from rational arithmetic, scipy and statsmodels, by name of the quantity. */
export const gateVectors = schema.parse(json);

/** Every name in the file, read or not. */
export const vectorNames = Object.keys(json);

/** Every field of every entry under a name, read or not. */
export function fieldsOf(name: 'pass_rate_suites' | 'continuous'): string[] {
  return [...new Set(json[name].flatMap((entry) => Object.keys(entry)))];
}

/** Tolerances that the file's `meta` states, relative. */
export const EXACT = 1e-9;
export const QUANTILE = 1e-7;
