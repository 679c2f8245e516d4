import { baseRuleFindings } from '#domain/base-rules/base-rule-findings.ts';
import { checkFirstPolicy, onInconclusive } from '#domain/base-rules/check-first-policy.ts';
import { selectionNote } from '#domain/base-rules/selection-note.ts';
import { trialsOfMain } from '#domain/base-rules/trials-of-main.ts';
import { withBaseGuards } from '#domain/base-rules/with-base-guards.ts';
import { inputsOf } from '#domain/base-rules/workflow-reasons.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { compare } from '#domain/baseline/comparison/compare.ts';
import { withinSelection } from '#domain/baseline/within-selection.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import { conclude } from '#domain/gate/conclude.ts';
import { buildReport } from '#domain/report/build-report.ts';
import { casesForRules } from './base-side/read-cases-of-main.ts';
import { unrunBase } from './base-side/unrun-base.ts';
import type { RunFacts } from './collecting/collect-results.ts';
import { leftOutNotes } from './collecting/left-out.ts';
import { circumstancesOf } from './concluding/circumstances-of.ts';
import { concludeAgain } from './concluding/conclude-again.ts';
import { nameEpoch } from './concluding/name-epoch.ts';
import { refuseUnreadable } from './concluding/refuse-unreadable.ts';
import type { Candidate, DecidedRun } from './decide-run.ts';
import { decideRun } from './decide-run.ts';
import type { EvaluateRequest } from './evaluate-request.ts';
import type { Evaluation } from './evaluation.ts';
import { leftToMerge, withStop } from './merging/shard-verdict.ts';
import type { Agent, BaseCommit, BaselineStore, EarlierResults, SuiteFiles, Traces } from './ports.ts';
import { regradeBaseline } from './regrading/regrade-baseline.ts';
import { takeOverEarlier } from './resuming/take-over-earlier.ts';
import type { Ran, RunStart } from './run-candidate.ts';
import { runCandidate } from './run-candidate.ts';
import type { ExecutionPorts } from './running/execute-suite.ts';
import { stopwatch } from './running/stopwatch.ts';
import type { WatchedChecks } from './running/watch-graders.ts';
import { watchGraders } from './running/watch-graders.ts';

/** Everything an evaluation touches. */
export interface EvaluatePorts extends ExecutionPorts {
  readonly baselines: BaselineStore;
  /** `null`: no earlier run of this commit is looked for. */
  readonly earlier: EarlierResults | null;
  readonly base: BaseCommit;
  readonly traces: Traces;
  readonly files: SuiteFiles;
}

/** The story: baseline → trials, look by look → comparison → verdict, confirmed where it is red → report. Publishing is the caller's. */
export async function evaluate(request: EvaluateRequest, world: EvaluatePorts): Promise<Evaluation> {
  const custom = await watchGraders(world.custom, world.files, request.suite);
  const ports = { ...world, custom, agent: watchedFromStart(world.agent, custom) };
  const loaded = withinStored(request.suite, ports.agent.available_trials);
  const { facts } = request;
  const startedAt = ports.clock.now();
  const earlier = await takeOverEarlier(loaded, request, ports);
  const found = await ports.baselines.find(earlier.trials?.baseline_runs);
  const policy = checkFirstPolicy(request.policy, found);
  const main = facts.run.shard === undefined ? await unrunBase(policy, found, loaded) : null;
  const { baseline: stored, left_out } = withinSelection(withBaseGuards(found, policy, main, loaded), loaded);
  const { suite, changes: trials } =
    policy?.origin.kind === 'base' ? trialsOfMain(loaded, stored) : { suite: loaded, changes: [] };
  const baseline = await graded(stored, suite, request, { ...ports, today: new Date(startedAt).toISOString() });
  announce(baseline, facts.run.side, ports);
  const told = replayNotes(request);
  for (const note of told) ports.progress.warn(note);

  const makesBaseline = facts.run.side === 'baseline';
  const isShard = facts.run.shard !== undefined;
  const compared = isShard ? comparedByMerge(baseline) : baseline;
  const runs = makesBaseline || compared.kind === 'none' ? [] : compared.runs.map(({ results }) => results);
  const whyNone = compared.kind === 'none' ? compared.reason : null;
  const candidate: Candidate = { suite, request, compareRun: (results) => compare(results, runs, whyNone) };
  const start = { baseline, earlier: earlier.trials, startedAt };
  const { ran, decided } = await runAndDecide(candidate, start, ports).finally(() => ports.agent.close());
  const named = nameEpoch(decided.results, makesBaseline && !isShard ? baseline : null);
  for (const warning of named.warnings) ports.progress.warn(warning);

  const { comparison, confirmation } = decided;
  const inputs = inputsOf(named.results, stored);
  const cases = await casesForRules(policy, main, comparison);
  const base_rules = baseRuleFindings({ policy, comparison, suite, trials, main, cases, left_out, inputs });
  const selected = { results: named.results, suite, comparison, baseline: compared, left_out };
  const ended = circumstancesOf({
    request,
    execution: ran.execution,
    changed_graders: await ports.custom.changed(),
    baseline,
  });
  const findings = {
    ...decided.decision.findings,
    base_rules,
    selection: isShard ? null : selectionNote(selected),
    circumstances: [...leftToMerge(named.results), ...ended],
  };
  const decision = conclude(findings, decided.decision.decision);
  const results = ended.length === 0 ? named.results : withStop(named.results, decision);
  const report = buildReport({
    decision,
    comparison,
    results,
    cases: suite.cases,
    evidence: ran.execution.evidence,
    baseline: compared,
    duration_ms: ports.clock.now() - startedAt,
    name: request.name,
    repository_url: request.repository_url,
    run_url: request.run_url,
    notes: [
      ...told,
      ...earlier.notes,
      ...named.warnings,
      ...ports.agent.notes(),
      ...decided.notes,
      ...leftOutNotes(results, ran.execution),
      ...suite.warnings.map(formatIssue),
    ],
  });
  const { execution } = ran;
  const on_inconclusive = onInconclusive(policy, suite.config.gate);
  const evaluation: Evaluation = {
    results,
    confirmation,
    comparison,
    decision,
    report,
    baseline: compared,
    execution,
    on_inconclusive,
  };
  return refuseUnreadable(results).reduce(concludeAgain, evaluation);
}

async function runAndDecide(
  candidate: Candidate,
  start: RunStart,
  ports: EvaluatePorts,
): Promise<{ readonly ran: Ran; readonly decided: DecidedRun }> {
  const ran = await runCandidate(candidate, start, ports);
  const main = {
    sha: start.baseline.kind === 'found' ? start.baseline.target_sha : null,
    confirmation: start.earlier?.confirmation ?? null,
  };
  return { ran, decided: await decideRun(candidate, ran.results, main, ports) };
}

/** What an agent's set-up builds is there before its first trial. */
function watchedFromStart(agent: Agent, custom: WatchedChecks): Agent {
  return {
    ...agent,
    async prepare(signal) {
      await agent.prepare(signal);
      await custom.begin();
    },
  };
}

/** Both sides are graded with what the change demands, in a quarter of the time there is at most; where nothing is compared, or no trial can run, there is nothing to grade. */
async function graded(
  stored: BaselineLookup,
  suite: LoadedSuite,
  { facts, missing_secrets: missing }: EvaluateRequest,
  { today, ...ports }: EvaluatePorts & { readonly today: string },
): Promise<BaselineLookup> {
  if (facts.run.side === 'baseline' || facts.run.shard !== undefined || missing.length > 0) return stored;
  const time = stopwatch(ports.budget.timeLeft() / 4, ports);
  const prepare = () => ports.agent.prepare(time.signal);
  return regradeBaseline(stored, suite, today, { ...ports, prepare, signal: time.signal }).finally(() => time.stop());
}

/** What is found tells a shard what it may cost, and how often main runs its cases; it is compared with when all shards are there. */
function comparedByMerge({ notes }: BaselineLookup): BaselineLookup {
  return { kind: 'none', reason: 'shards are compared together, by the job that merges them', notes };
}

/** That nobody was asked, and for want of what. */
function replayNotes({ replayed_without: names }: EvaluateRequest): readonly string[] {
  if (names.length === 0) return [];
  return [`${names.join(', ')} is empty or missing: stored answers were replayed, and no model was asked`];
}

/** A case's own number of trials is no more than an agent with stored trials has. */
function withinStored(suite: LoadedSuite, available: number | null): LoadedSuite {
  if (available === null) return suite;
  const most = Math.max(1, available);
  const cases = suite.cases.map((one) => (one.trials === null ? one : { ...one, trials: Math.min(one.trials, most) }));
  return { ...suite, cases };
}

function announce(baseline: BaselineLookup, side: RunFacts['run']['side'], { progress }: ExecutionPorts): void {
  // The report names them too; as warnings they would use up the annotations of the cases.
  for (const note of baseline.notes) progress.note(note);
  if (side !== 'baseline')
    progress.note(baseline.kind === 'found' ? `Baseline: ${baseline.chosen}` : `No baseline: ${baseline.reason}`);
}
