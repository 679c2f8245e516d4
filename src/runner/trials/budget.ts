import { dollars, duration, wholeNumber } from '#common/words.ts';
import type { Agent, Budget, BudgetCaps, Clock, SpentCall } from '#ports/ports.ts';
import { sumUsage } from '#trials/checks/sum-usage.ts';
import type { Paid, PaidSide } from '#trials/trial/paid.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

/** No caps at all. */
export const NO_CAPS: BudgetCaps = {
  max_cost_usd: null,
  max_tokens: null,
  max_duration_ms: null,
  max_trials: null,
};

/**
 * The budget of a run, counted from now on. Caps are checked after each call, because a call's cost is unknown before its
 * answer: a cap is exceeded by the calls in flight when it is reached, and by no more.
 */
export function createBudget(caps: BudgetCaps, clock: Pick<Clock, 'monotonic'>): Budget {
  const started = clock.monotonic();
  let tokens = 0;
  let knownCost = 0;
  let costKnown = true;
  let trials = 0;
  /** The first reason stays: later ones follow from calls that were in flight. */
  let reached: string | null = null;
  let refusedTrial: string | null = null;

  const timeLeft = () =>
    caps.max_duration_ms === null ? Number.POSITIVE_INFINITY : caps.max_duration_ms - (clock.monotonic() - started);

  const exhausted = (): string | null => {
    reached ??= reachedCap(caps, tokens, knownCost);
    if (reached === null && timeLeft() <= 0) reached = `max-duration ${duration(caps.max_duration_ms ?? 0)} is reached`;
    return reached;
  };

  const sides = { change: createTally(), main: createTally() };
  const shared = {
    caps,
    exhausted,
    timeLeft,
    refusedTrial: () => refusedTrial,
    spent: () => ({ tokens, cost_usd: costKnown ? knownCost : null, trials }),
    paid: () => ({ change: sides.change.paid(), main: sides.main.paid() }),
  };
  const budgetOf = (side: keyof Paid): Omit<Budget, 'of_main'> => ({
    ...shared,
    spend: (usage, call) => {
      const counted = countedTokens(usage);
      tokens += counted.known;
      const cost = usage?.cost_usd ?? null;
      knownCost += cost ?? 0;
      sides[side].spend(usage, counted.known, call);
      if (call?.whole === false) return;
      if (cost === null) costKnown = false;
      const model = call?.model ?? usage?.models?.[0] ?? null;
      const spender = { model, reported: call?.model === null, by_base: call?.by_base === true };
      reached ??= unheldCap(caps, usage, counted.complete, spender);
    },
    startTrial: () => {
      const stop = exhausted();
      const full = caps.max_trials !== null && trials >= caps.max_trials;
      if (stop === null && !full) {
        trials += 1;
        sides[side].ran(1);
        return true;
      }
      refusedTrial ??= stop ?? `max-trials ${caps.max_trials} is reached: ${trials} started`;
      return false;
    },
    ran: sides[side].ran,
  });
  const main = budgetOf('main');
  const of_main: Budget = {
    ...main,
    get of_main() {
      return of_main;
    },
  };
  return { ...budgetOf('change'), of_main };
}

/** What one side is paid for. What an agent reports of itself is no call. */
function createTally() {
  let [trials, calls, tokens, cost, isKnown] = [0, 0, 0, 0, true];
  return {
    spend(usage: Usage | null, counted: number, call?: SpentCall): void {
      tokens += counted;
      if (call?.model !== null) calls += 1;
      cost += usage?.cost_usd ?? 0;
      isKnown &&= usage?.cost_usd != null;
    },
    ran(count: number): void {
      trials += count;
    },
    paid: (): PaidSide => ({ trials, calls, tokens, cost_usd: isKnown ? cost : null }),
  };
}

function reachedCap(caps: BudgetCaps, tokens: number, cost: number): string | null {
  if (caps.max_cost_usd !== null && cost >= caps.max_cost_usd) {
    return `max-cost-usd ${dollars(caps.max_cost_usd)} is reached: ${dollars(cost)} spent`;
  }
  if (caps.max_tokens !== null && tokens >= caps.max_tokens) {
    return `max-tokens ${wholeNumber(caps.max_tokens)} is reached: ${wholeNumber(tokens)} tokens used`;
  }
  return null;
}

/**
 * The source of usage that can't be counted; `reported`: the agent reported its usage itself, so the config's prices don't
 * apply.
 */
interface Spender {
  readonly model: string | null;
  readonly reported: boolean;
  /** The prices of the base commit apply. */
  readonly by_base: boolean;
}

function unheldCap(
  caps: BudgetCaps,
  usage: Usage | null,
  complete: boolean,
  { model, reported, by_base }: Spender,
): string | null {
  const whose = reported ? 'the agent' : model === null ? 'a model' : `the model ${JSON.stringify(model)}`;
  if (caps.max_tokens !== null && !complete) {
    return `max-tokens can't be enforced: an answer from ${whose} came without token counts`;
  }
  if (caps.max_cost_usd === null || (usage?.cost_usd ?? null) !== null) return null;
  if (reported) return `max-cost-usd can't be enforced: ${NO_COST_KNOWN}`;
  const place = by_base ? " on the base branch first: a change's own prices don't count" : '';
  return complete
    ? `max-cost-usd can't be enforced: no price for ${whose}; add it under prices${place}`
    : `max-cost-usd can't be enforced: an answer from ${whose} came without token counts`;
}

const NO_COST_KNOWN =
  "the agent's cost is unknown; make it report usage.cost_usd, or set record: true and add the prices of its models under prices";

/** The tokens that count against `max-tokens`, and whether that is all of them. */
function countedTokens(usage: Usage | null): { readonly known: number; readonly complete: boolean } {
  if (usage === null) return { known: 0, complete: false };
  const parts = (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
  // A total below the sum of its parts is a mistake of the server, or a lie.
  if (usage.total_tokens !== null) return { known: Math.max(usage.total_tokens, parts), complete: true };
  return {
    known: parts,
    complete: usage.input_tokens !== null && usage.output_tokens !== null,
  };
}

/**
 * Charges what the agent reports to the budget, attempt by attempt, including retries. The gateway counts its own calls, and
 * imported trials cost nothing now.
 */
export function charged(agent: Agent, budget: Pick<Budget, 'spend'>): Agent {
  if (agent.metered || agent.source === 'imported') return agent;
  return {
    ...agent,
    async attempt(plan, signal) {
      const attempt = await agent.attempt(plan, signal);
      // A failed attempt could not report its tokens; that must not stop the run.
      const whole = attempt.end.kind === 'completed';
      budget.spend(sumUsage(attempt.trajectory.turns.map(({ usage }) => usage)), { model: null, whole });
      return attempt;
    },
  };
}
