import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { isReadable } from '#gate/baseline/results/is-readable.ts';
import { resultsProblem } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import type { UnavailableAgentFacts, WithheldFacts } from '#gate/decision/facts/circumstance-facts.ts';
import { type Circumstance, circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { AgentUnavailableError, ForeignWritings } from '#ports/ports.ts';
import { causeOf } from '#report/cause.ts';
import type { VanishedCases } from '#runner/load/test-files.ts';
import type { RunOrigin } from '#runner/results/collect-results.ts';
import type { Execution } from '#runner/trials/execute-suite.ts';
import type { LackedSecrets } from '../request/evaluate-request.ts';

/** A run that has ended, and what it lacked. */
export interface EndedRun {
  readonly request: {
    readonly withheld?: WithheldFacts;
    readonly secrets: LackedSecrets;
    readonly baseline_required: boolean;
    readonly facts: Pick<RunOrigin, 'run'>;
  };
  readonly execution: Execution;
  /** The change can reach no case; absent: it can. */
  readonly nothing_to_run?: boolean;
  /** Cases whose custom checks were changed while the suite ran. */
  readonly changed_graders: readonly string[];
  /** Names of main's tests that did not run although nothing says that they are gone; absent or `null`: none. */
  readonly vanished?: VanishedCases | null;
  /** It is unknown which tests the suite's own runner has, so none is removed; absent: its cases are known. */
  readonly tests_unknown?: boolean;
  readonly baseline: BaselineLookup;
}

/** Why the numbers of a run don't decide: it had no key, no agent, or no baseline although one is required. */
export function circumstancesOf(run: EndedRun): readonly Circumstance[] {
  const circumstances = obstacles(run);
  return run.tests_unknown === true
    ? circumstances.map((obstacle) => ({ ...obstacle, others: 'dropped' }))
    : circumstances;
}

function obstacles(run: EndedRun): readonly Circumstance[] {
  const { request, execution, changed_graders: changed, baseline } = run;
  if (request.withheld !== undefined)
    return [circumstance(finding({ outcome: 'inconclusive', gate: 'suite', code: 'withheld' }, request.withheld))];
  // Nothing had to run, so nothing can be missing.
  if (run.nothing_to_run === true) return [];
  if (request.secrets.missing.length > 0) return [withoutSecrets(request)];
  const replayed = onlyReplayed(run);
  if (replayed !== null) return [replayed];
  if (execution.unavailable !== null) return [withoutAgent(execution.unavailable)];
  if (changed.length > 0) return [withChangedGraders(changed)];
  const lostTests = withoutTests(run.vanished ?? null);
  if (lostTests !== null) return [lostTests];
  const required = request.baseline_required && request.facts.run.side !== 'baseline';
  return required && baseline.kind === 'none' ? [withoutBaseline(baseline.reason)] : [];
}

function withoutSecrets({ secrets: { missing: names, on_missing }, facts }: EndedRun['request']): Circumstance {
  const about = {
    outcome: on_missing === 'skip' ? 'inconclusive' : 'error',
    gate: 'suite',
    code: 'missing_secrets',
  } as const;
  return circumstance(finding(about, { kind: 'missing', names, ...placeOf(facts) }));
}

/** Only runs on GitHub have an event. */
function placeOf({ run: { event } }: EndedRun['request']['facts']): { readonly in_job?: true } {
  return event === null ? {} : { in_job: true };
}

/** Stored answers replaced a missing key although they must not, or no request was stored. */
function onlyReplayed({ request, execution }: EndedRun): Circumstance | null {
  const { secrets, facts } = request;
  const { replayed: without } = secrets;
  if (without.length === 0) return null;
  if (secrets.on_missing === 'fail') {
    const about = { outcome: 'error', gate: 'suite', code: 'missing_secrets' } as const;
    return circumstance(finding(about, { kind: 'replayed', names: without, ...placeOf(facts) }));
  }
  const unseen = onlyUnseenRequests(execution);
  if (unseen === null) return null;
  const about = { outcome: 'inconclusive', gate: 'suite', code: 'replay_miss' } as const;
  return circumstance(finding(about, { names: without, example: unseen }));
}

/** The program's own error is the headline, unless its output doesn't tell; how it was found, and where, is the body. */
function withoutAgent({ message, stderr, reason }: AgentUnavailableError): Circumstance {
  const known = (kind: UnavailableAgentFacts['kind'], text: string) =>
    finding({ outcome: 'error', gate: 'suite', code: 'agent_unavailable' }, { kind, text });
  const cause = causeOf(stderr);
  if (cause === null) return { findings: [known('account', message)], others: 'stand' };
  const place = cause.around === '' ? [] : [known('stderr', cause.around)];
  if (reason === 'stderr')
    return { findings: [known('cause', cause.line), ...place, known('account', message)], others: 'stand' };
  return { findings: [known('account', message), ...place], others: 'stand' };
}

function withChangedGraders(changed: readonly string[]): Circumstance {
  return circumstance(finding({ outcome: 'error', gate: 'suite', code: 'grader_changed' }, { changed }));
}

/** A failure stands; what else was found says nothing about tests that did not run. */
function withoutTests(vanished: VanishedCases | null): Circumstance | null {
  if (vanished === null || vanished.here.length + vanished.on_main.length === 0) return null;
  const on_main = vanished.here.length === 0;
  const names = on_main ? vanished.on_main : vanished.here;
  const about = { outcome: 'inconclusive', gate: 'suite', code: 'vanished' } as const;
  return { ...circumstance(finding(about, { names, on_main })), spares_failures: true };
}

function withoutBaseline(reason: string): Circumstance {
  const about = { outcome: 'error', gate: 'baseline', code: 'baseline_required' } as const;
  const error = finding(about, { problem: reason });
  return { findings: [error], others: 'stand', spares_failures: true };
}

/** The first trial's unstored request, if every trial ended for that reason; else `null`. */
function onlyUnseenRequests({ records }: Execution): string | null {
  const trials = [...records.values()].flat();
  const missed = trials.flatMap(({ error }) => (error?.class === 'replay_miss' ? [error.message] : []));
  return missed.length < trials.length ? null : (missed[0] ?? null);
}

/**
 * An error if the results could not be read again: they could be nobody's baseline, and every later pull request would silently
 * stay inconclusive.
 */
export function refuseUnreadable(results: ResultsFile): readonly Circumstance[] {
  const problem = isReadable(results) ? null : resultsProblem(resultsText(results).parts.join(''));
  if (problem === null) return [];
  return [
    circumstance(finding({ outcome: 'error', gate: 'suite', code: 'results_lost' }, { kind: 'unreadable', problem })),
  ];
}

/** An error if programs of the run wrote to the runner's files: later steps of the job would have obeyed them. */
export function refuseForeign(writings: Awaited<ReturnType<ForeignWritings>>): readonly Circumstance[] {
  if (writings.length === 0) return [];
  const facts = { files: writings.map(({ name }) => name), removed: writings.every(({ removed }) => removed) };
  return [circumstance(finding({ outcome: 'error', gate: 'suite', code: 'runner_files' }, facts))];
}
