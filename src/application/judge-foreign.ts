import { baseRuleFindings } from '#domain/base-rules/base-rule-findings.ts';
import { selectionNote } from '#domain/base-rules/selection-note.ts';
import { withBaseGuards } from '#domain/base-rules/with-base-guards.ts';
import { inputsOf } from '#domain/base-rules/workflow-reasons.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { compare } from '#domain/baseline/comparison/compare.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { withinSelection } from '#domain/baseline/within-selection.ts';
import { decide } from '#domain/gate/decide.ts';
import type { Circumstance } from '#domain/gate/finding.ts';
import { circumstance } from '#domain/gate/finding.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Json } from '#domain/json.ts';
import { buildReport } from '#domain/report/build-report.ts';
import type { Report } from '#domain/report/report.ts';
import type { ForeignChange } from './base-side/foreign-change.ts';
import { casesForRules } from './base-side/read-cases-of-main.ts';
import { unrunBase } from './base-side/unrun-base.ts';

/** Results that a stranger's run has made, and what is known of them from elsewhere. */
export interface ForeignResults {
  /** Checked for their form; nothing else of them is believed. */
  readonly results: ResultsFile;
  readonly baseline: BaselineLookup;
  /** Of the base branch, never the one in the results; `problem`: there is one that can't be read, a sentence. */
  readonly policy: { readonly policy: Policy; readonly notes: readonly string[] } | { readonly problem: string };
  /** What the change does to gate and cases, as its commit says; `problem`: that can't be read; `null`: there is no gate of main to hold it against. */
  readonly change: ForeignChange | { readonly problem: string } | null;
  /** The commit that the policy is of; `null`: not known. */
  readonly policy_sha: string | null;
  readonly fallback: Policy;
  /** Of the workflow that reports; the results may name any. */
  readonly config_path: string;
  readonly name: string | null;
  readonly repository_url: string;
  /** The run that made them. */
  readonly run_url: string;
  /** What the title ends with. */
  readonly remark: string;
}

/**
 * What our own gate says of results that could hold anything, as a report like any other. No trial is run, no fresh run
 * of main is asked for, and what the results say of policy, config and verdict is not looked at.
 */
export async function judgeForeign(foreign: ForeignResults): Promise<Report> {
  const change = foreign.change === null || 'problem' in foreign.change ? null : foreign.change;
  const main = change === null ? null : await unrunBase(change.policy, foreign.baseline, change.suite);
  const { baseline, left_out } =
    change === null
      ? { baseline: foreign.baseline, left_out: [] }
      : withinSelection(withBaseGuards(foreign.baseline, change.policy, main, change.suite), change.suite);
  const policy = 'problem' in foreign.policy ? foreign.fallback : foreign.policy.policy;
  const results = withOurs(foreign, policy);
  const runs = baseline.kind === 'none' ? [] : baseline.runs.map((run) => run.results);
  const comparison = compare(results, runs, baseline.kind === 'none' ? baseline.reason : null);
  const selected = change && { results, suite: change.suite, comparison, baseline, left_out };
  const inputs = inputsOf(results, baseline);
  const cases = change === null ? null : await casesForRules(change.policy, main, comparison);
  const decision = decide(comparison, policy, results, {
    base_rules:
      change === null || cases === null
        ? []
        : baseRuleFindings({ ...change, comparison, main, cases, left_out, inputs }),
    selection: selected && selectionNote(selected),
    circumstances: circumstancesOf(foreign),
    remark: foreign.remark,
  });
  return buildReport({
    decision,
    comparison,
    results,
    cases: [],
    evidence: new Map(),
    baseline,
    duration_ms: durationOf(results),
    name: foreign.name,
    repository_url: foreign.repository_url,
    run_url: foreign.run_url,
    notes: [
      ...('problem' in foreign.policy ? [] : foreign.policy.notes),
      ...(foreign.change !== null && 'problem' in foreign.change
        ? [`What this change does to gate and cases is not known: ${foreign.change.problem}.`]
        : []),
    ],
  });
}

/** The config's path ends up in a command that people copy, and the policy is shown as what decided. */
function withOurs({ results, config_path, policy_sha: sha }: ForeignResults, policy: Policy): ResultsFile {
  const effective: Json = JSON.parse(JSON.stringify(policy));
  return {
    ...results,
    config: { path: config_path, hash: results.config.hash },
    policy: { sha, hash: hashJson(effective), effective },
  };
}

function circumstancesOf({ results, policy }: ForeignResults): readonly Circumstance[] {
  if ('problem' in policy) return [circumstance('inconclusive', 'policy_unreadable', policy.problem)];
  const ran = results.cases.some(({ trials }) => trials.length > 0);
  return ran ? [] : [circumstance('inconclusive', 'missing_secrets', NOTHING_RAN)];
}

/** Milliseconds between what the results call their begin and end; 0 where that makes no sense. */
function durationOf({ created_at: begin, finished_at: end }: ResultsFile): number {
  const duration = Date.parse(end ?? '') - Date.parse(begin);
  return duration >= 0 && duration <= LONGEST_RUN ? duration : 0;
}

const NOTHING_RAN =
  'not evaluated: the run of this pull request ran no trial. Runs of forks and Dependabot get no secrets, so an agent that needs a key can only be evaluated by somebody who has it';

/** Of a workflow run: 35 days. */
const LONGEST_RUN = 35 * 24 * 60 * 60 * 1000;
