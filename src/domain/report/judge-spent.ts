import { dollars, wholeNumber } from '#domain/words.ts';
import type { RunSummary } from './report.ts';

/** What the judge cost, apart from the agent: `judge $0.02`, its tokens if it has no price; empty if it cost nothing known. */
export function judgeSpent({ judge }: RunSummary): readonly string[] {
  if (judge === undefined) return [];
  if (judge.cost_usd !== null) return [`judge ${dollars(judge.cost_usd)}`];
  return judge.total_tokens === null ? [] : [`judge ${wholeNumber(judge.total_tokens)} tokens`];
}
