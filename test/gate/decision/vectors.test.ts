import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { bothSides, caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { decideOn } from './decide-on.ts';

type Counts = [number, number, number, number];

interface Vectors {
  readonly pass_rate_suites: readonly {
    readonly name: string;
    readonly cases: readonly Counts[];
    readonly p_exact: number;
    readonly p_mid: number;
    readonly case_p_raw: readonly number[];
    readonly case_p_minp_adj: readonly number[];
    readonly drop: number;
    readonly se: number;
    readonly ci95: readonly [number, number];
    readonly upper95_one_sided: number;
  }[];
  readonly continuous: readonly {
    readonly name: string;
    readonly cand: readonly (readonly number[])[];
    readonly base: readonly (readonly number[])[];
    readonly log: boolean;
    readonly mean_diff: number;
    readonly p_less: number;
    readonly ci95: readonly [number, number];
  }[];
  readonly paired_t_log: readonly {
    readonly cand: readonly (readonly number[])[];
    readonly base: readonly (readonly number[])[];
    readonly ratio: number;
    readonly p_greater: number;
    readonly ratio_ci95: readonly [number, number];
  }[];
}

const VECTORS: Vectors = JSON.parse(readFileSync(new URL('../../fixtures/gate-vectors.json', import.meta.url), 'utf8'));

// Published with the vectors: exact items to 1e-9, what goes through a normal or t quantile to 1e-7, relative.
const EXACT = 1e-9;
const QUANTILE = 1e-7;

describe.each(VECTORS.pass_rate_suites)('suite $name', (vector) => {
  const { decision } = decideOn(bothSides(vector.cases));
  const { suite, cases } = decision.pass_rate;

  test('suite test and drop', () => {
    near(suite?.p_exact, vector.p_exact, EXACT);
    near(suite?.p_mid, vector.p_mid, EXACT);
    near(suite?.drop, vector.drop, EXACT);
    near(suite?.standard_error, vector.se, EXACT);
    near(suite?.ci95[0], vector.ci95[0], QUANTILE);
    near(suite?.ci95[1], vector.ci95[1], QUANTILE);
    near(suite?.upper95, vector.upper95_one_sided, QUANTILE);
  });

  test('single cases', () => {
    expect(cases).toHaveLength(vector.cases.length);
    for (const [i, item] of cases.entries()) {
      near(item.p, vector.case_p_raw[i], EXACT);
      near(item.p_adjusted, vector.case_p_minp_adj[i], EXACT);
    }
  });
});

test.each(VECTORS.continuous.filter(({ log }) => !log))('tool recall $name', (vector) => {
  const { tool_recall: recall } = decideOn(measured(vector, (tool_recall) => ({ tool_recall }))).decision;
  near(recall?.change, -vector.mean_diff, EXACT);
  near(recall?.p, vector.p_less, QUANTILE);
  near(recall?.ci95?.[0], -vector.ci95[1], QUANTILE);
  near(recall?.ci95?.[1], -vector.ci95[0], QUANTILE);
});

const METRICS = ['total_tokens', 'cost_usd', 'latency_ms'] as const;

describe.each(METRICS)('%s', (metric) => {
  test.each(VECTORS.paired_t_log.map((vector, i) => [i, vector] as const))('paired t on logs %i', (_, vector) => {
    const policy = { latency_ms: { max_increase: 0.25 } };
    const test = decideOn(
      measured(vector, (value) => ({ [metric]: value })),
      policy,
    ).decision[metric];
    const { p, rise, ci95 } = test?.typical ?? expect.fail('there is no typical case');
    near(p, vector.p_greater, QUANTILE);
    near(1 + rise, vector.ratio, EXACT);
    near(1 + ci95[0], vector.ratio_ci95[0], QUANTILE);
    near(1 + ci95[1], vector.ratio_ci95[1], QUANTILE);
  });
});

function measured(
  { cand, base }: { readonly cand: readonly (readonly number[])[]; readonly base: readonly (readonly number[])[] },
  facts: (value: number) => TrialFacts,
): { readonly candidate: ResultsFile; readonly baseline: ResultsFile } {
  const side = (values: readonly (readonly number[])[]) =>
    resultsFile(values.map((each, i) => caseRecord(`case-${i + 10}`, { trials: trialRecords(each.map(facts)) })));
  return { candidate: side(cand), baseline: side(base) };
}

function near(actual: number | null | undefined, wanted: number | undefined, tolerance: number): void {
  if (typeof actual !== 'number' || wanted === undefined) throw new Error(`expected ${wanted}, got ${actual}`);
  expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(tolerance * Math.abs(wanted) + 1e-15);
}
