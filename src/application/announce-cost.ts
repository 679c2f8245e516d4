import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { count, dollars } from '#domain/report/numbers.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import { capsExceeded, estimateRun } from './estimate.ts';
import type { ExecutionPorts } from './execute-suite.ts';

/**
 * Tells what the run will cost, before the first call. Without a budget only where it is known. Stored trials, imported or replayed, cost
 * nothing.
 *
 * @param plans those that are still to be run
 */
export function announceCost(
  plans: readonly TrialPlan[],
  baseline: BaselineLookup,
  { agent, budget, progress }: ExecutionPorts,
): void {
  if (plans.length === 0 || agent.available_trials !== null) return;
  const estimate = estimateRun(plans, baseline.kind === 'found' ? baseline.results : null);
  const parts = [
    ...(estimate.tokens === null ? [] : [`about ${count(estimate.tokens)} tokens`]),
    ...(estimate.cost_usd === null ? [] : [`about ${dollars(estimate.cost_usd)}`]),
  ];
  const capped = Object.values(budget.caps).some((cap) => cap !== null);
  if (parts.length > 0)
    progress.note(`Estimate from the baseline: ${count(estimate.trials)} trials, ${parts.join(', ')}`);
  else if (capped) progress.note('No estimate of the cost: the baseline, if any, knows no tokens');
  const over = capsExceeded(estimate, budget.caps);
  if (over.length > 0)
    progress.warn(`The estimate is over ${over.join(' and ')}: the run will stop there, with part of its trials`);
}
