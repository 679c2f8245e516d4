import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { cutEnd } from '#domain/cut.ts';
import type { Conclusion } from '#domain/gate/conclude.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { confirmationNeeded } from '#domain/gate/confirmation/confirmation-needed.ts';
import { decide } from '#domain/gate/decide.ts';
import { NOTHING_SAID } from '#domain/gate/surroundings.ts';
import { dollars, plural } from '#domain/words.ts';
import { askBase } from './base-side/ask-base.ts';
import { confirmFailure, questionOf } from './confirm.ts';
import type { EvaluateRequest } from './evaluate-request.ts';
import type { BaseCommit, Budget, Traces } from './ports.ts';
import type { ExecutionPorts } from './running/execute-suite.ts';
import { withoutTraces } from './without-traces.ts';

/** What is judged, and how it is compared. */
export interface Candidate {
  readonly suite: LoadedSuite;
  readonly request: EvaluateRequest;
  readonly compareRun: (results: ResultsFile) => Comparison;
}

/** The commit that a change goes onto. */
export interface MainCommit {
  /** `null`: not known. */
  readonly sha: string | null;
  /** What it did when an earlier run of the candidate's commit failed. */
  readonly confirmation: ResultsFile | null;
}

/** The verdict on a run. */
export interface DecidedRun {
  readonly decision: Conclusion;
  readonly comparison: Comparison;
  /** With the trials that confirming it added. */
  readonly results: ResultsFile;
  /** Fresh trials of the base commit; `null` where there are none. */
  readonly confirmation: ResultsFile | null;
  readonly notes: readonly string[];
}

/** Decides; what is red only by comparison with stored runs is repeated on the base commit, as far as the request lets it. */
export async function decideRun(
  { suite, request, compareRun }: Candidate,
  results: ResultsFile,
  main: MainCommit,
  ports: ExecutionPorts & { readonly base: BaseCommit; readonly traces: Traces },
): Promise<DecidedRun> {
  const policy = suite.config.gate;
  const comparison = compareRun(results);
  const { serves_as_baseline = NOTHING_SAID.serves_as_baseline } = request;
  const surroundings = { ended_by: endOf(results, ports.budget), serves_as_baseline };
  const first = decide(comparison, policy, results, { ...surroundings, today: willBeAsked(request) });
  const plan =
    request.confirm === 'never' || first.verdict !== 'fail' || ports.signal.aborted
      ? null
      : confirmationNeeded(comparison, policy, results);
  if (plan === null) return { decision: first, comparison, results, confirmation: main.confirmation, notes: [] };
  const required = request.confirm === 'always';
  const failed = { plan, suite, candidate: results, base_sha: main.sha, earlier: main.confirmation, required };
  const confirmed = await confirmFailure(failed, ports);
  const { candidate: topped } = confirmed;
  const decided = (today: Confirmation) => decide(comparison, policy, topped, { ...surroundings, today });
  const again = () => askBase(questionOf(failed), ports);
  const takesBack = (today: Confirmation) => decided(today).verdict !== 'fail';
  const { today, notes } = await withoutTraces(confirmed, takesBack, again, ports.traces);
  return {
    decision: decided(today),
    comparison,
    results: topped,
    confirmation: today.kind === 'done' ? today.results : main.confirmation,
    notes: [...confirmed.notes, ...notes, ...(today.kind === 'done' ? [priceOf(today.results)] : [])],
  };
}

/** Which cap ended the run. Asked before a confirmation spends from the same purse. */
function endOf({ complete, stop }: ResultsFile, budget: Budget): string | null {
  if (complete || stop.reason !== 'budget') return null;
  const told = budget.refusedTrial() ?? budget.exhausted();
  return told === null ? null : cutEnd(told, LONGEST_END);
}

/** Of a sentence that may name a model, as a server calls it. */
const LONGEST_END = 300;

/** What the headline of a run does not count. */
export function priceOf({ cases }: ResultsFile): string {
  const trials = cases.flatMap((item) => item.trials);
  const known = trials.flatMap(({ usage }) => usage.cost_usd ?? []);
  const cost = known.length === 0 ? '' : `, ${dollars(known.reduce((sum, one) => sum + one, 0))}`;
  return `confirming took ${plural(trials.length, 'trial')} of the base commit${cost}`;
}

/** What is known of main while the candidate runs. */
export function willBeAsked({ confirm }: Pick<EvaluateRequest, 'confirm'>): Confirmation {
  return { kind: confirm === 'never' ? 'off' : 'pending' };
}
