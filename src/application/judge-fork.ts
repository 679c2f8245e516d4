import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { concludeWith } from '#domain/gate/conclude.ts';
import { type Circumstance, circumstance } from '#domain/gate/finding.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Json } from '#domain/json.ts';
import { buildReport } from '#domain/report/build-report.ts';
import type { Report } from '#domain/report/report.ts';
import type { ForkChange } from './base-side/fork-change.ts';
import { readBaseSide } from './base-side/read-base-side.ts';
import { judge } from './judge.ts';

/** Results that a run of a fork has made, and what is known of them from elsewhere. */
export interface ForkResults {
  /** Checked for their form; nothing else of them is believed. */
  readonly results: ResultsFile;
  readonly baseline: BaselineLookup;
  /** Of the base branch, never the one in the results; `problem`: there is one that can't be read, a sentence. */
  readonly policy: { readonly policy: Policy; readonly notes: readonly string[] } | { readonly problem: string };
  /** What the change does to gate and cases, as its commit says; `problem`: that can't be read; `null`: nobody could look. */
  readonly change: ForkChange | { readonly problem: string } | null;
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
export async function judgeFork(fork: ForkResults): Promise<Report> {
  const { change, name, repository_url, run_url, remark } = fork;
  const known = change !== null && 'suite' in change && change.policy.origin.kind === 'base' ? change : null;
  const base = known && (await readBaseSide(known.suite, known.policy, fork.baseline));
  const baseline = base?.stored ?? fork.baseline;
  const { policy: gate, notes } = 'problem' in fork.policy ? { policy: fork.fallback, notes: [] } : fork.policy;
  const rules = { gate, base, run: { side: 'candidate' }, context: { remark } } as const;
  const { decision, comparison, results } = await judge(withOurs(fork, gate), baseline, rules, null);
  return buildReport({
    decision: concludeWith(decision, circumstancesOf(fork)),
    comparison,
    results,
    cases: [],
    evidence: new Map(),
    baseline,
    duration_ms: durationOf(results),
    name,
    repository_url,
    run_url,
    notes: [...notes, ...unknownChange(change)],
  });
}

/** The config's path ends up in a command that people copy, and the policy is shown as what decided. */
function withOurs({ results, config_path, policy_sha: sha }: ForkResults, policy: Policy): ResultsFile {
  const effective: Json = JSON.parse(JSON.stringify(policy));
  return {
    ...results,
    config: { path: config_path, hash: results.config.hash },
    policy: { sha, hash: hashJson(effective), effective },
  };
}

function circumstancesOf({ results, policy }: ForkResults): readonly Circumstance[] {
  if ('problem' in policy) return [circumstance('inconclusive', 'policy_unreadable', policy.problem)];
  const ran = results.cases.some(({ trials }) => trials.length > 0);
  return ran ? [] : [circumstance('inconclusive', 'missing_secrets', NOTHING_RAN)];
}

function unknownChange(change: ForkResults['change']): readonly string[] {
  if (change === null || !('problem' in change)) return [];
  return [`What this change does to gate and cases is not known: ${change.problem}.`];
}

/** Milliseconds between what the results call their begin and end; 0 where that makes no sense. */
function durationOf({ created_at: begin, finished_at: end }: ResultsFile): number {
  const duration = Date.parse(end ?? '') - Date.parse(begin);
  return duration >= 0 && duration <= LONGEST_RUN ? duration : 0;
}

const NOTHING_RAN =
  'not evaluated: the run of this pull request ran no trial. Runs of forks and Dependabot get no secrets, so an agent that needs a key can only be evaluated by someone who has it';

/** Of a workflow run: 35 days. */
const LONGEST_RUN = 35 * 24 * 60 * 60 * 1000;
