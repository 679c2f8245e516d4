import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { compare } from '#domain/baseline/compare.ts';
import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import type { Decision } from '#domain/gate/decision.ts';
import { buildReport } from '#domain/report/build-report.ts';
import type { Report } from '#domain/report/report.ts';
import type { RunFacts } from './collect-results.ts';
import { type Candidate, decideRun } from './decide-run.ts';
import type { EvaluateRequest } from './evaluate-request.ts';
import type { Execution, ExecutionPorts } from './execute-suite.ts';
import { changedGraders } from './hash-graders.ts';
import { leftOutNotes } from './left-out.ts';
import type { LoadedSuite } from './load-suite.ts';
import { nameEpoch } from './name-epoch.ts';
import { overrule } from './overrule.ts';
import type { BaseCommit, BaselineStore, EarlierResults, SuiteFiles } from './ports.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { runCandidate } from './run-candidate.ts';
import { takeOverEarlier } from './take-over-earlier.ts';

/** Everything an evaluation touches. */
export interface EvaluatePorts extends ExecutionPorts {
  readonly baselines: BaselineStore;
  /** `null`: no earlier run of this commit is looked for. */
  readonly earlier: EarlierResults | null;
  readonly base: BaseCommit;
  readonly files: SuiteFiles;
}

/** A finished evaluation. */
export interface Evaluation {
  readonly results: ResultsFile;
  /** Fresh trials of the base commit that a failure was repeated on. */
  readonly confirmation: ResultsFile | null;
  readonly comparison: Comparison;
  readonly decision: Decision;
  readonly report: Report;
  readonly baseline: BaselineLookup;
  readonly execution: Execution;
}

/** The story: baseline → trials, look by look → comparison → verdict, confirmed where it is red → report. Publishing is the caller's. */
export async function evaluate(request: EvaluateRequest, ports: EvaluatePorts): Promise<Evaluation> {
  const suite = withinStored(request.suite, ports.agent.available_trials);
  const { facts } = request;
  const startedAt = ports.clock.now();
  const earlier = await takeOverEarlier(suite, request, ports);
  const baseline = selected(await ports.baselines.find(earlier.trials?.baseline_runs), suite);
  announce(baseline, facts.run.side, ports);
  const told = replayNotes(request);
  for (const note of told) ports.progress.warn(note);

  const makesBaseline = facts.run.side === 'baseline';
  const runs = makesBaseline || baseline.kind === 'none' ? [] : baseline.runs.map(({ results }) => results);
  const whyNone = baseline.kind === 'none' ? baseline.reason : null;
  const candidate: Candidate = { suite, request, compareRun: (results) => compare(results, runs, whyNone) };
  const { ran, decided } = await (async () => {
    try {
      const ran = await runCandidate(candidate, { baseline, earlier: earlier.trials, startedAt }, ports);
      const target_sha = baseline.kind === 'found' ? baseline.target_sha : null;
      return { ran, decided: await decideRun(candidate, ran.results, { ...ports, target_sha }) };
    } finally {
      await ports.agent.close();
    }
  })();
  const named = nameEpoch(decided.results, makesBaseline ? baseline : null);
  for (const warning of named.warnings) ports.progress.warn(warning);
  const { results } = named;

  const overruled = overrule(decided.decision, {
    request,
    execution: ran.execution,
    changed_graders: await changedGraders(ports.files, suite.cases, suite.grader_hashes),
    baseline,
  });
  const decision = refuseUnreadable(overruled, results);
  const report = buildReport({
    decision,
    comparison: decided.comparison,
    results,
    cases: suite.cases,
    evidence: ran.execution.evidence,
    baseline,
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
  const { comparison, confirmation } = decided;
  return { results, confirmation, comparison, decision, report, baseline, execution: ran.execution };
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

/** What the selection leaves out here is left out there: it is not removed from the suite. */
function selected(baseline: BaselineLookup, { left_out: leftOut }: LoadedSuite): BaselineLookup {
  if (baseline.kind === 'none' || leftOut.size === 0) return baseline;
  const without = (results: ResultsFile) => ({ ...results, cases: results.cases.filter(({ id }) => !leftOut.has(id)) });
  const [nearest, ...others] = baseline.runs;
  return {
    ...baseline,
    runs: [
      { ...nearest, results: without(nearest.results) },
      ...others.map((run) => ({ ...run, results: without(run.results) })),
    ],
  };
}

function announce(baseline: BaselineLookup, side: RunFacts['run']['side'], { progress }: ExecutionPorts): void {
  // The report names them too; as warnings they would use up the annotations of the cases.
  for (const note of baseline.notes) progress.note(note);
  if (side !== 'baseline')
    progress.note(baseline.kind === 'found' ? `Baseline: ${baseline.chosen}` : `No baseline: ${baseline.reason}`);
}
