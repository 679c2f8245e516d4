import { dollars, wholeNumber } from '#domain/words.ts';
import type { RunSummary } from './report.ts';

/** What the judge cost, apart from the agent: `$0.02 by the judge`, its tokens if it has no price; empty if it cost nothing known. */
export function judgeSpent({ judge }: RunSummary): readonly string[] {
  if (judge === undefined) return [];
  if (judge.cost_usd !== null) return [`${dollars(judge.cost_usd)} by the judge`];
  return judge.total_tokens === null ? [] : [`${wholeNumber(judge.total_tokens)} tokens by the judge`];
}
