import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import type { Decision } from '#domain/gate/decision.ts';
import type { Case } from '#domain/suite/case.ts';
import { caseRows } from './case-rows.ts';
import { metricRows } from './metric-rows.ts';
import type { BaselineSummary, Report, TrialEvidence } from './report.ts';
import { tagRows } from './tag-rows.ts';

/** A baseline as it was found, without the trials. */
export type ReportedBaseline =
  | { readonly kind: 'none'; readonly reason: string; readonly notes: readonly string[] }
  | {
      readonly kind: 'found';
      readonly results: ResultsFile;
      readonly sha: string | null;
      readonly chosen: string;
      readonly url: string | null;
      readonly notes: readonly string[];
    };

/** Everything a report is made of. */
export interface ReportInput {
  readonly decision: Decision;
  readonly comparison: Comparison;
  readonly results: ResultsFile;
  readonly cases: readonly Case[];
  /** One failing trial per case, by case id. */
  readonly evidence: ReadonlyMap<string, TrialEvidence>;
  readonly baseline: ReportedBaseline;
  readonly duration_ms: number;
  /** `null`: the config path. */
  readonly name: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  /** Sentences the reader should know besides the reasons. */
  readonly notes: readonly string[];
}

/** Builds the one model that every output is rendered from. */
export function buildReport(input: ReportInput): Report {
  const { decision, comparison, results, baseline } = input;
  const trials = results.cases.flatMap((one) => one.trials);
  const metrics = metricRows(comparison, decision.decision);
  return {
    verdict: decision.verdict,
    title: decision.title,
    reasons: decision.reasons,
    numbers: decision.decision,
    run: {
      name: input.name ?? results.config.path,
      config_path: results.config.path,
      cases: results.cases.length,
      trials_per_case: results.looks.at(-1) ?? 0,
      scored_trials: trials.filter((trial) => trial.outcome !== 'error').length,
      error_trials: trials.filter((trial) => trial.outcome === 'error').length,
      total_tokens: sum(trials.map((trial) => trial.usage.total_tokens)),
      cost_usd: sum(trials.map((trial) => trial.usage.cost_usd)),
      duration_ms: input.duration_ms,
      sha: results.commit.sha,
      head_sha: results.commit.head_sha,
      repository_url: input.repository_url,
      run_url: input.run_url,
      rerun: rerunCommand(results.config.path),
    },
    baseline: summary(baseline),
    treatment_changes: comparison.treatment_changes,
    condition_differences: comparison.condition_differences,
    notes: [...baseline.notes, ...input.notes],
    metrics,
    cases: caseRows(input),
    tags: tagRows(comparison),
    policy: results.policy.effective,
  };
}

function summary(baseline: ReportedBaseline): BaselineSummary {
  if (baseline.kind === 'none') return { kind: 'none', reason: baseline.reason };
  const { results, sha, chosen, url } = baseline;
  return { kind: 'found', sha, chosen, url, created_at: results.created_at, trials_per_case: results.looks.at(-1) ?? 0 };
}

function rerunCommand(configPath: string): string {
  const config = configPath === 'agent-eval.yml' ? '' : ` --config ${configPath}`;
  return `agent-eval run${config} --cases {id}`;
}

/** Sum of the known values; `null` when none is known. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}
