import { dollars, wholeNumber } from '#common/words.ts';
import { capsExceeded, estimateRun } from '#gate/baseline/estimate.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { TrialsRange } from '#runner/looks/trials-range.ts';
import type { ExecutionPorts } from '#runner/trials/execute-suite.ts';

/**
 * Prints what the run will cost, before the first call: from the least to the most. Without a budget only if it is known.
 * Stored trials, imported or replayed, cost nothing.
 */
export function announceCost(
  { least, most }: TrialsRange,
  baseline: BaselineLookup,
  { agent, budget, progress }: ExecutionPorts,
): void {
  if (agent.available_trials !== null) return;
  const results = baseline.kind === 'found' ? baseline.runs[0].results : null;
  const sure = estimateRun(least, results);
  const possible = estimateRun(most, results);
  if (possible.trials === 0) return;
  progress.expects?.({ least: sure, most: possible });
  const parts = [
    ...amount(sure.tokens, possible.tokens, wholeNumber).map((tokens) => `about ${tokens} tokens`),
    ...amount(sure.cost_usd, possible.cost_usd, dollars).map((cost) => `about ${cost}`),
  ];
  const capped = Object.values(budget.caps).some((cap) => cap !== null);
  const [trials] = amount(sure.trials, possible.trials, wholeNumber);
  if (parts.length > 0) progress.note(`Estimate from the baseline: ${trials} trials, ${parts.join(', ')}`);
  else if (capped) progress.note('No cost estimate: there is no baseline with token counts');

  const over = capsExceeded(sure, budget.caps);
  const maybeOver = capsExceeded(possible, budget.caps).filter((cap) => !over.includes(cap));
  if (over.length > 0)
    progress.warn(`The estimate is over ${over.join(' and ')}: the run will stop there, before all trials have run`);
  if (maybeOver.length > 0)
    progress.warn(
      `If the run needs every trial that it may make, it is over ${maybeOver.join(' and ')}: it may stop there, before all trials have run`,
    );
}

/** `150 to 500`, or `150` if both are the same; empty if either is unknown. */
function amount(least: number | null, most: number | null, text: (value: number) => string): readonly string[] {
  if (least === null || most === null) return [];
  return [text(least) === text(most) ? text(most) : `${text(least)} to ${text(most)}`];
}
