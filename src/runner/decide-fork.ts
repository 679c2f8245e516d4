import { hashJson } from '#common/hash-json.ts';
import type { Json } from '#common/json.ts';
import { onInconclusive } from '#config/base-rules/check-first-policy.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { runDuration } from '#gate/baseline/results/run-duration.ts';
import { concludeWith } from '#gate/decision/rules/conclude.ts';
import { type Circumstance, circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { selfAuditOf } from '#gate/history/audit.ts';
import { whenOpen } from '#report/exit-code.ts';
import type { Report } from '#report/report.ts';
import { buildReport } from '#report/rows/build-report.ts';
import { readBaseSide } from './base-side/read-base-side.ts';
import { isAllUnaffected, type ReachableSuite, selectReached } from './base-side/unaffected-cases.ts';
import { decideRun } from './concluding/decide-run.ts';
import type { ForkResults } from './fork-results.ts';

/**
 * How our own gate judges results that could contain anything, as a normal report. It runs no trial, asks for no fresh run of
 * main, and ignores policy, config and verdict of the results.
 */
export async function decideFork(fork: ForkResults): Promise<Report> {
  const { change, name, repository_url, run_url, program, remark, main } = fork;
  const known = change !== null && 'suite' in change && change.policy.origin.kind === 'base' ? change : null;
  const suite = known && (await reachedBy(known, fork.baseline));
  const base = known && suite && (await readBaseSide(suite, known.policy, fork.baseline));
  const baseline = base?.stored ?? fork.baseline;
  const { policy: gate, notes } = 'problem' in fork.policy ? { policy: fork.fallback, notes: [] } : fork.policy;
  const rules = {
    gate,
    base,
    run: { side: 'candidate' },
    context: { remark, ...(main !== undefined && { main }) },
  } as const;
  const { decision, comparison, results, history } = await decideRun(
    withOurs(fork, gate, suite),
    baseline,
    rules,
    null,
  );
  const concluded = concludeWith(decision, circumstancesOf(fork, suite));
  return buildReport({
    decision: concluded,
    comparison,
    results,
    cases: [],
    evidence: new Map(),
    baseline,
    duration_ms: runDuration(results) ?? 0,
    when_open: whenOpen(null, { on_inconclusive: onInconclusive(null, gate, true) }, concluded.reasons),
    name,
    repository_url,
    run_url,
    program,
    history: history.rows,
    audit: selfAuditOf(history.rows, 1 - gate.confidence),
    notes: [...notes, ...history.notes, ...unknownChange(change)],
  });
}

type ForkSuite = Pick<LoadedSuite, 'cases' | 'left_out' | 'unaffected'>;

/**
 * The cases of a fork that its change can reach. What its results say about that may be made up, so the same is found out again
 * from both commits; agent and conditions are main's, because any change of the config reaches every case.
 */
async function reachedBy(
  { suite, policy, config, config_path, files }: Exclude<ForkResults['change'], { problem: string } | null>,
  baseline: BaselineLookup,
): Promise<ForkSuite> {
  if (baseline.kind === 'none') return suite;
  const { agent } = baseline.runs[0].results;
  const unseen = { graders: new Map(), grader_hashes: new Map() };
  const conditions = { hash: agent.key, values: agent.conditions };
  const treatment = { hash: agent.treatment_hash, values: agent.treatment };
  const whole: ForkSuite & ReachableSuite = { ...suite, ...unseen, config, config_path, conditions, treatment };
  const { suite: reached } = await selectReached(whole, policy, baseline, files);
  const { cases, left_out, unaffected } = reached;
  return { cases, left_out, ...(unaffected !== undefined && { unaffected }) };
}

/** The config's path appears in a command that people copy, and the policy is shown as the one that decided. */
function withOurs(
  { results: { unaffected: _, accepts: __, ...results }, config_path, policy_sha: sha, change }: ForkResults,
  policy: Policy,
  suite: ForkSuite | null,
): ResultsFile {
  const effective: Json = JSON.parse(JSON.stringify(policy));
  const unaffected = suite?.unaffected;
  const accepts = change !== null && 'accepts' in change ? change.accepts : undefined;
  return {
    ...results,
    ...(accepts && { accepts }),
    ...(unaffected !== undefined && {
      unaffected: { since: unaffected.since, cases: unaffected.cases.map(({ id }) => id) },
    }),
    config: { path: config_path, hash: results.config.hash },
    policy: { sha, hash: hashJson(effective), effective },
  };
}

function circumstancesOf({ results, policy }: ForkResults, suite: ForkSuite | null): readonly Circumstance[] {
  if ('problem' in policy)
    return [
      circumstance(
        finding({ outcome: 'inconclusive', gate: 'suite', code: 'policy_unreadable' }, { problem: policy.problem }),
      ),
    ];
  if (suite !== null && isAllUnaffected({ suite })) return [];
  const ran = results.cases.some(({ trials }) => trials.length > 0);
  return ran
    ? []
    : [circumstance(finding({ outcome: 'inconclusive', gate: 'suite', code: 'missing_secrets' }, { kind: 'fork' }))];
}

function unknownChange(change: ForkResults['change']): readonly string[] {
  if (change === null || !('problem' in change)) return [];
  return [`What this change does to gate and cases is not known: ${change.problem}.`];
}
