import { dollars, plural, wholeNumber } from '#common/words.ts';
import type { PaidSide } from '#trials/trial/paid.ts';
import type { RunSummary } from './report.ts';

/** How much ran: `50 cases × 3 to 10 trials`. */
export function amountOfWork({ cases, trials_per_case: each, scored_trials, error_trials }: RunSummary): string {
  if (each === null || scored_trials + error_trials === 0) return `${plural(cases, 'case')}, no trial ran`;
  return `${plural(cases, 'case')} × ${trialsOfEach(each)}`;
}

/** `5 trials`, `3 to 10 trials`. */
export function trialsOfEach({ least, most }: NonNullable<RunSummary['trials_per_case']>): string {
  return `${least === most ? '' : `${least} to `}${plural(most, 'trial')}`;
}

/** What was paid for in all, and by side: `416 model calls with 5,000 tokens were paid for: 273 in 78 trials of this change, …`. */
export function paidWords({ paid }: Pick<RunSummary, 'paid'>): readonly string[] {
  if (paid === undefined) return [];
  const { change, main } = paid;
  const [calls, tokens] = [change.calls + main.calls, change.tokens + main.tokens];
  const all = calls === 0 ? plural(change.trials + main.trials, 'trial') : plural(calls, 'model call');
  const side = ({ calls: own, trials, cost_usd: cost }: PaidSide) =>
    `${calls === 0 ? trials : `${wholeNumber(own)} in ${plural(trials, 'trial')}`}${cost === null || cost === 0 ? '' : ` (${dollars(cost)})`}`;
  const sides = main.trials === 0 ? side(change) : `${side(change)} of this change, ${side(main)} of the base commit`;
  return [`${all}${tokens === 0 ? '' : ` with ${plural(tokens, 'token')}`} were paid for: ${sides}`];
}

/** The cost of the agent, and how much of the run has no price: `$0.12 spent (without 2 of 10 cases, whose price is not known)`. */
export function agentSpent({ cost_usd: cost, unpriced_cases: unpriced = 0, cases }: RunSummary): readonly string[] {
  if (cost === null) return [];
  const whose = unpriced === 1 ? 'case, whose' : 'cases, whose';
  const without = unpriced === 0 ? '' : ` (without ${unpriced} of ${cases} ${whose} price is not fully known)`;
  return [`${dollars(cost)} spent${without}`];
}

/** What the judge cost, apart from the agent: `$0.02 by the judge`, its tokens if a part has no price; empty if it was not asked. */
export function judgeSpent({ judge }: RunSummary): readonly string[] {
  if (judge === undefined || judge.total_tokens === 0) return [];
  if (judge.cost_usd !== null) return [`${dollars(judge.cost_usd)} by the judge`];
  return judge.total_tokens === null ? [] : [`${wholeNumber(judge.total_tokens)} tokens by the judge`];
}
