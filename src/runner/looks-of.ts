import { suiteSize } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { EarlierTrials } from '#gate/baseline/resume/earlier-trials.ts';
import type { BaseSide } from '#runner/base-side/read-base-side.ts';
import type { EvaluateRequest } from '#runner/request/evaluate-request.ts';
import type { ExecutionPorts } from '#runner/trials/execute-suite.ts';
import { type Looks, runLooks } from '#trials/trial/looks.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';

/** What the looks of a run depend on. */
interface StartOfLooks {
  readonly base: BaseSide;
  readonly baseline: BaselineLookup;
  /** Its looks stay as planned. */
  readonly earlier: Pick<EarlierTrials, 'looks'> | null;
}

/**
 * Look by look if a statistical comparison decides; otherwise once: ending a baseline by its results would bias it, without a
 * baseline there is no reason to end early, and a shard does not know the others' results.
 */
export function looksOf(
  request: EvaluateRequest,
  { base, baseline, earlier }: StartOfLooks,
  { agent, budget, progress }: Pick<ExecutionPorts, 'agent' | 'budget' | 'progress'>,
): Looks {
  const [first, ...further] = earlier?.looks ?? [];
  if (first !== undefined) return [first, ...further];
  const { available_trials: stored } = agent;
  const { suite } = base;
  const range = request.trials ?? suite.config.trials;
  const circumstances = {
    adaptive:
      request.facts.run.side === 'candidate' &&
      (request.facts.run.shard === undefined || request.confirm === 'job') &&
      baseline.kind === 'found' &&
      suite.config.gate.method === 'statistical',
    own: suite.cases.map((evalCase) => evalCase.trials),
    most: budget.caps.max_trials,
  };
  // Each shard has its part of the budget, and all of them run the same number.
  const payable = request.facts.run.shard === undefined ? circumstances.most : null;
  const usual = trialNumbers(range, suiteSize(suite), payable);
  // A change that adds the action is compared with nothing: main's first run makes the baseline.
  const numbers = addsAction(request, base, baseline) ? { ...usual, once: usual.min } : usual;
  const total = runLooks(numbers, { ...circumstances, stored: null }).at(-1) ?? 1;
  if (range !== null && stored !== null && stored < total)
    progress.note(`${stored} trials per case are stored; ${total} were asked for`);
  return runLooks(numbers, { ...circumstances, stored });
}

/** A pull request whose base has neither a config nor results. */
function addsAction({ facts: { run } }: EvaluateRequest, { policy }: BaseSide, baseline: BaselineLookup): boolean {
  const isFirst = policy?.origin.kind === 'first' && baseline.kind === 'none';
  return isFirst && run.side === 'candidate' && run.event === 'pull_request';
}
