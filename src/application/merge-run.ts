import { baseRuleFindings } from '#domain/base-rules/base-rule-findings.ts';
import { checkFirstPolicy, onInconclusive } from '#domain/base-rules/check-first-policy.ts';
import { selectionNote } from '#domain/base-rules/selection-note.ts';
import { trialsOfMain } from '#domain/base-rules/trials-of-main.ts';
import { withBaseGuards } from '#domain/base-rules/with-base-guards.ts';
import { inputsOf } from '#domain/base-rules/workflow-reasons.ts';
import { compare } from '#domain/baseline/comparison/compare.ts';
import { isLean } from '#domain/baseline/results/lean-results.ts';
import { LARGEST_RESULTS_FILE } from '#domain/baseline/results/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { resultsText } from '#domain/baseline/results/results-text.ts';
import { LEFT_NO_RESULTS, lostAttempts } from '#domain/baseline/shards/lost-attempts.ts';
import { mergeShards } from '#domain/baseline/shards/merge-shards.ts';
import { shardProblems } from '#domain/baseline/shards/shard-problems.ts';
import { withinSelection } from '#domain/baseline/within-selection.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import { conclude } from '#domain/gate/conclude.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { decide } from '#domain/gate/decide.ts';
import { NOTHING_SAID } from '#domain/gate/surroundings.ts';
import { buildReport } from '#domain/report/build-report.ts';
import { redactResults } from '#domain/report/redaction/redact-results.ts';
import { middleLook } from '#domain/trial/looks.ts';
import { casesForRules } from './base-side/read-cases-of-main.ts';
import { unrunBase } from './base-side/unrun-base.ts';
import { collectResults } from './collecting/collect-results.ts';
import { leftOutNotes } from './collecting/left-out.ts';
import { circumstancesOf } from './concluding/circumstances-of.ts';
import { nameEpoch } from './concluding/name-epoch.ts';
import { priceOf } from './decide-run.ts';
import type { EvaluateRequest } from './evaluate-request.ts';
import type { Evaluation } from './evaluation.ts';
import type { MergeConfirmation } from './merging/confirm-merged.ts';
import { confirmMerged } from './merging/confirm-merged.ts';
import { stoppedMerge, whyStopped } from './merging/merge-stop.ts';
import type { FoundShards, StoredShards } from './merging/stored-shards.ts';
import type { BaselineStore, Clock, Progress } from './ports.ts';
import { regradeBaseline } from './regrading/regrade-baseline.ts';
import type { Execution } from './running/execute-suite.ts';

/** What is merged: the suite of which the shards ran parts. */
export type MergeRequest = Pick<
  EvaluateRequest,
  | 'suite'
  | 'trials'
  | 'facts'
  | 'name'
  | 'repository_url'
  | 'run_url'
  | 'baseline_required'
  | 'serves_as_baseline'
  | 'policy'
> & {
  /** Takes secrets out of what the suite says of itself; shards come redacted. */
  readonly redact: (text: string) => string;
};

/** Everything a merge touches. No program of the change is run here. */
export interface MergePorts {
  readonly shards: StoredShards;
  readonly baselines: BaselineStore;
  /** `null`: failures are not confirmed, and the spread between main's runs is reckoned with instead. */
  readonly confirmation: MergeConfirmation | null;
  readonly progress: Progress;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** Called between steps that leave much behind. */
  readonly relieve: () => void;
}

/** A finished merge. */
export interface MergedRun {
  readonly evaluation: Evaluation;
  /** Text of results.json; `null` where parts are missing, as nobody may take such results for those of a whole run. */
  readonly text: string | null;
}

/** The story: shards → one run → baseline → comparison → verdict → report. Reading and publishing are the caller's. */
export async function mergeRun(request: MergeRequest, ports: MergePorts): Promise<MergedRun> {
  const { facts } = request;
  const startedAt = ports.clock.now();
  const found = await ports.shards.find();
  const onMain = await ports.baselines.find(pinnedBy(found));
  const policy = checkFirstPolicy(request.policy, onMain);
  const main = await unrunBase(policy, onMain, request.suite);
  const { baseline: stored, left_out } = withinSelection(
    withBaseGuards(onMain, policy, main, request.suite),
    request.suite,
  );
  const { suite, changes: trials } =
    policy?.origin.kind === 'base' ? trialsOfMain(request.suite, stored) : { suite: request.suite, changes: [] };

  const makesBaseline = facts.run.side === 'baseline';
  const startedDay = new Date(startedAt).toISOString();
  const baseline = makesBaseline
    ? stored
    : await regradeBaseline(stored, suite, startedDay, { ...ports, ...NO_PROGRAMS });
  ports.relieve();
  const runs = makesBaseline || baseline.kind === 'none' ? [] : baseline.runs;
  const whole = redactResults(wholeRun({ ...request, suite }, runs, startedAt), request.redact);
  const stop = whyStopped(found, shardProblems(whole, found.shards));
  const isStopped = stop !== null;
  const merged = isStopped
    ? whole
    : mergeShards(
        whole,
        found.shards.map(({ results }) => results),
      );
  const { results, warnings } = nameEpoch(merged, makesBaseline && !isStopped ? baseline : null);
  for (const warning of warnings) ports.progress.warn(warning);

  const whyNone = baseline.kind === 'none' ? baseline.reason : null;
  const comparison = compare(
    results,
    runs.map((run) => run.results),
    whyNone,
  );
  const { serves_as_baseline = NOTHING_SAID.serves_as_baseline } = request;
  const { confirmation } = ports;
  const decideOn = (today: Confirmation) =>
    decide(comparison, suite.config.gate, results, { serves_as_baseline, today });
  const first = decideOn({ kind: confirmation === null ? 'off' : 'pending' });
  const sha = stored.kind === 'found' ? stored.target_sha : null;
  const failed = { first, comparison, policy: suite.config.gate, results, sha };
  const today = confirmation === null || isStopped ? null : await confirmMerged(failed, confirmation, ports);
  const decided = today === null ? first : decideOn(today);
  const fresh = today?.kind === 'done' ? today.results : null;
  const inputs = inputsOf(results, stored);
  const cases = await casesForRules(policy, main, comparison);
  const base_rules = baseRuleFindings({ policy, comparison, suite, trials, main, cases, left_out, inputs });
  const selection = selectionNote({ results, suite, comparison, baseline, left_out });
  const ended = { request: { ...NO_AGENT, ...request }, execution: NOTHING_RAN, changed_graders: [], baseline };
  ports.relieve();
  const written = isStopped ? null : resultsText(results, ports.relieve);
  ports.relieve();
  const tooLarge = written !== null && written.bytes > LARGEST_RESULTS_FILE;
  const circumstances = [
    ...(isStopped ? [stoppedMerge(stop)] : circumstancesOf(ended)),
    ...(tooLarge ? [stoppedMerge(TOO_LARGE)] : []),
  ];
  const findings = { ...decided.findings, base_rules, selection, circumstances };
  const decision = conclude(findings, decided.decision);
  const report = buildReport({
    decision,
    comparison,
    results,
    cases: suite.cases,
    evidence: NOTHING_RAN.evidence,
    baseline,
    duration_ms: durationOf(results, ports.clock.now() - startedAt),
    name: request.name,
    repository_url: request.repository_url,
    run_url: request.run_url,
    notes: [
      ...warnings,
      ...attemptNotes(found, facts.run.attempt),
      ...leftOutNotes(results, { exhausted: results.stop.reason === 'budget' ? SHARE_USED_UP : null }),
      ...(fresh === null ? [] : [priceOf(fresh)]),
      ...(written?.lean === true || isLean(results) ? [LEAN] : []),
      ...suite.warnings.map(formatIssue),
    ],
  });
  const execution = NOTHING_RAN;
  const on_inconclusive = onInconclusive(policy, suite.config.gate);
  const decided_on = { results, confirmation: fresh, comparison, decision, report, baseline };
  const evaluation = { ...decided_on, execution, on_inconclusive };
  return { evaluation, text: tooLarge ? null : (written?.text ?? null) };
}

/** This run as it was before a trial ran. */
function wholeRun(
  { suite, trials, facts }: MergeRequest,
  baselineRuns: readonly { readonly sha: string | null; readonly results: ResultsFile }[],
  now: number,
): ResultsFile {
  const time = new Date(now).toISOString();
  const look = middleLook(trials ?? suite.config.trials);
  return collectResults(
    suite,
    NOTHING_RAN,
    {
      looks: [look],
      look,
      planned: new Map(),
      appended: false,
      baseline_runs: baselineRuns.map(({ sha, results }) => ({ run_id: results.run.id, sha })),
      epoch: null,
    },
    facts,
    { created_at: time, finished_at: time },
  );
}

/** Shards that took over trials of an earlier run of this commit are compared with what that was compared with. */
function pinnedBy({ shards }: FoundShards): ResultsFile['baseline_runs'] {
  return shards.find(({ results }) => results.appended)?.results.baseline_runs ?? [];
}

/** Shards of earlier attempts count: a run whose failed jobs are run again does not repeat the others. */
function attemptNotes({ shards }: FoundShards, attempt: number): readonly string[] {
  return shards.flatMap(({ index, results }) => {
    const lost = lostAttempts(results);
    return [
      ...(results.run.attempt < attempt ? [`Shard ${index} is of attempt ${results.run.attempt} of this run.`] : []),
      ...(lost === null ? [] : [`${lost} of shard ${index} ${LEFT_NO_RESULTS}`]),
    ];
  });
}

/** From the first shard's start to the last one's end; without shards, of the merge itself. */
function durationOf({ created_at, finished_at }: ResultsFile, own: number): number {
  const between = Date.parse(finished_at ?? '') - Date.parse(created_at);
  return between > 0 ? between : own;
}

const NO_PROGRAMS = {
  custom: { problem: 'its checks are programs, which the job that merges shards does not run' },
  prepare: async () => {},
};

const NO_AGENT = { missing_secrets: [], replayed_without: [], on_missing_secrets: null } as const;

const NOTHING_RAN: Execution = {
  records: new Map(),
  evidence: new Map(),
  cancelled: false,
  exhausted: null,
  unavailable: null,
};

const SHARE_USED_UP = "a shard's share of it is used up";

const LEAN =
  'results.json would be too large to be read again: checks that passed, times, seeds and hashes of answers are left out of it; the artifacts of the shards hold them.';

const TOO_LARGE = {
  verdict: 'error',
  code: 'results_unreadable',
  messages: [
    `the results of all shards together are larger than ${LARGEST_RESULTS_FILE >> 20} MB, the most that is read; split the suite by the input key`,
  ],
} as const;
