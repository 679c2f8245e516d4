import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { compare } from '#domain/baseline/compare.ts';
import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import { decide } from '#domain/gate/decide.ts';
import type { Decision } from '#domain/gate/decision.ts';
import { buildReport } from '#domain/report/build-report.ts';
import type { Report } from '#domain/report/report.ts';
import { planTrials } from '#domain/trial/plan-trials.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { announceCost } from './announce-cost.ts';
import { collectResults, type RunFacts } from './collect-results.ts';
import { type Execution, type ExecutionPorts, executeSuite, finishedTrial } from './execute-suite.ts';
import { changedGraders } from './hash-graders.ts';
import { leftOutNotes } from './left-out.ts';
import type { LoadedSuite } from './load-suite.ts';
import { overrule } from './overrule.ts';
import type { BaselineStore, SuiteFiles } from './ports.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

/** What to evaluate. */
export interface EvaluateRequest {
  readonly suite: LoadedSuite;
  /** Trials per case instead of the config's. */
  readonly trials: number | null;
  readonly facts: RunFacts;
  /** Name in the headline; `null`: the config path. */
  readonly name: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  readonly resumed: ReadonlyMap<string, readonly TrialRecord[]>;
  /** Names of environment variables the agent needs and does not have. */
  readonly missing_secrets: readonly string[];
  /** Names of those that stored answers stand in for. */
  readonly replayed_without: readonly string[];
  /** `null`: fail, unless stored answers stand in. */
  readonly on_missing_secrets: 'skip' | 'fail' | null;
  /** True: no usable baseline is an error rather than inconclusive. */
  readonly baseline_required: boolean;
}

/** A finished evaluation. */
export interface Evaluation {
  readonly results: ResultsFile;
  readonly comparison: Comparison;
  readonly decision: Decision;
  readonly report: Report;
  readonly baseline: BaselineLookup;
  readonly execution: Execution;
}

/** Times an attempt is repeated when the machinery or the provider fails. */
const MAX_TRIES = 3;

/** The story: baseline → trials → grades → comparison → verdict → report. Publishing is the caller's. */
export async function evaluate(
  request: EvaluateRequest,
  ports: ExecutionPorts & { readonly baselines: BaselineStore; readonly files: SuiteFiles },
): Promise<Evaluation> {
  const suite = withinStored(request.suite, ports.agent.available_trials);
  const { facts } = request;
  const { clock } = ports;
  const startedAt = clock.now();
  const baseline = selected(await ports.baselines.find(), suite);
  announce(baseline, ports);
  for (const note of replayNotes(request)) ports.progress.warn(note);

  const trials = trialsPerCase(request, ports);
  const plans = isHopeless(request, baseline)
    ? []
    : planTrials(suite.cases, trials, { tree: facts.commit.sha ?? '', side: facts.run.side });
  const unfinished = plans.filter((plan) => finishedTrial(plan, request.resumed) === null);
  announceCost(unfinished, baseline, ports);
  const execution = await executeSuite(plans, ports, {
    concurrency: suite.config.concurrency,
    max_tries: MAX_TRIES,
    run_attempt: facts.run.attempt,
    usage_estimate: suite.config.usage_estimate !== null,
    resumed: request.resumed,
  });

  const { unavailable } = execution;
  if (unavailable && unavailable.stderr !== '') {
    ports.progress.untrusted(
      `The agent wrote to standard error (exit code ${unavailable.exit_code ?? 'none'}):`,
      unavailable.stderr,
    );
  }

  const finishedAt = clock.now();
  const results = collectResults(suite, execution, trials, facts, {
    created_at: new Date(startedAt).toISOString(),
    finished_at: new Date(finishedAt).toISOString(),
  });
  const comparison =
    baseline.kind === 'found' ? compare(results, baseline.results) : compare(results, null, baseline.reason);
  const decided = overrule(decide(comparison, suite.config.gate, results), {
    request,
    execution,
    changed_graders: await changedGraders(ports.files, suite.cases, suite.grader_hashes),
    baseline,
  });
  const decision = refuseUnreadable(decided, results);
  const report = buildReport({
    decision,
    comparison,
    results,
    cases: suite.cases,
    evidence: execution.evidence,
    baseline,
    duration_ms: finishedAt - startedAt,
    name: request.name,
    repository_url: request.repository_url,
    run_url: request.run_url,
    notes: [
      ...replayNotes(request),
      ...execution.notes,
      ...leftOutNotes(results, execution),
      ...suite.warnings.map(formatIssue),
    ],
  });
  return { results, comparison, decision, report, baseline, execution };
}

/** That nobody was asked, and for want of what. */
function replayNotes({ replayed_without: names }: EvaluateRequest): readonly string[] {
  if (names.length === 0) return [];
  return [`${names.join(', ')} is empty or missing: stored answers were replayed, and no model was asked`];
}

/** No trial could change the verdict, so none is paid for. */
function isHopeless(
  { missing_secrets: missing, baseline_required: required, facts }: EvaluateRequest,
  baseline: BaselineLookup,
): boolean {
  return missing.length > 0 || (required && baseline.kind === 'none' && facts.run.side !== 'baseline');
}

/** A case's own number of trials is no more than an agent with stored trials has. */
function withinStored(suite: LoadedSuite, available: number | null): LoadedSuite {
  if (available === null) return suite;
  const most = Math.max(1, available);
  const cases = suite.cases.map((one) => (one.trials === null ? one : { ...one, trials: Math.min(one.trials, most) }));
  return { ...suite, cases };
}

/** What is asked for, or as many as an agent with stored trials has. */
function trialsPerCase({ trials, suite }: EvaluateRequest, { agent, progress }: ExecutionPorts): number {
  const asked = trials ?? suite.config.trials;
  const available = agent.available_trials ?? asked;
  if (available < asked) progress.note(`${available} trials per case are stored; ${asked} were asked for`);
  return Math.max(1, Math.min(asked, available));
}

/** What the selection leaves out here is left out there: it is not removed from the suite. */
function selected(baseline: BaselineLookup, { left_out: leftOut }: LoadedSuite): BaselineLookup {
  if (baseline.kind === 'none' || leftOut.size === 0) return baseline;
  const { results } = baseline;
  return { ...baseline, results: { ...results, cases: results.cases.filter(({ id }) => !leftOut.has(id)) } };
}

function announce(baseline: BaselineLookup, { progress }: ExecutionPorts): void {
  // The report names them too; as warnings they would use up the annotations of the cases.
  for (const note of baseline.notes) progress.note(note);
  progress.note(baseline.kind === 'found' ? `Baseline: ${baseline.chosen}` : `No baseline: ${baseline.reason}`);
}
