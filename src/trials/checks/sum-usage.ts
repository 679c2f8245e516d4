import { addCounts, addUsage } from '#trials/trial/add-usage.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

/**
 * Sum over turns. A count that one turn did not report is `null`; so is everything if there are no turns or one reports
 * nothing.
 */
export function sumUsage(usages: readonly (Usage | null)[]): Usage | null {
  const reported = usages.filter((usage) => usage !== null).map(withTotal);
  const [first, ...rest] = reported;
  if (first === undefined || reported.length < usages.length) return null;
  return rest.reduce(addUsage, first);
}

/** Usage of one turn with its total filled in if both parts are known. */
export function totalledUsage(usage: Usage | null): Usage | null {
  return usage === null ? null : withTotal(usage);
}

function withTotal(usage: Usage): Usage {
  const { input_tokens: input, output_tokens: output, total_tokens: total } = usage;
  return { ...usage, total_tokens: total ?? addCounts(input, output) };
}
