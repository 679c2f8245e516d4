import { dollars, plural } from '#common/words.ts';
import type { CostEstimate } from '#gate/baseline/estimate.ts';
import type { Budget } from '#ports/ports.ts';

/** The fewest trials with which a search is begun. */
const FEWEST_TRIALS = 20;

/** What further lines may cost beyond the first. */
export const FURTHER_TRIALS = 40;

/** What a search of one line usually costs. */
export const USUAL_TRIALS = 32;

/**
 * How many trials the caps leave, and what they cost in words.
 *
 * @param each what one trial costs
 */
export function roomOf(
  budget: Budget,
  { tokens, cost_usd: usd, duration_ms: ms }: CostEstimate,
  most: number,
): { readonly most: number; readonly all: number; readonly cost: string } | { readonly problem: string } {
  const ended = budget.exhausted();
  if (ended !== null) return { problem: ended };
  const { caps } = budget;
  const spent = budget.spent();
  const [least] = [
    roomIn('max-trials', caps.max_trials, spent.trials, 1),
    roomIn('max-cost-usd', caps.max_cost_usd, spent.cost_usd ?? 0, usd),
    roomIn('max-tokens', caps.max_tokens, spent.tokens, tokens),
    roomIn('max-duration', caps.max_duration_ms === null ? null : budget.timeLeft(), 0, ms),
  ].toSorted((one, other) => one.trials - other.trials);
  const { cap = '', trials = Number.POSITIVE_INFINITY } = least ?? {};
  if (trials < FEWEST_TRIALS)
    return { problem: `${cap} leaves room for ${plural(trials, 'trial')}, and ${FEWEST_TRIALS} are needed` };
  const all = Math.min(most + FURTHER_TRIALS, trials);
  const first = Math.min(most, all);
  const price = (count: number) => dollars((usd ?? 0) * count);
  const cost = usd === null ? '' : `: ${price(Math.min(USUAL_TRIALS, first))}, at most ${price(first)}`;
  return { most: first, all, cost };
}

function roomIn(cap: string, limit: number | null, spent: number, each: number | null) {
  const isFree = limit === null || each === null || each === 0;
  return { cap, trials: isFree ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((limit - spent) / each + 1e-9)) };
}
