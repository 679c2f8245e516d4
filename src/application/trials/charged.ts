import { sumUsage } from '#domain/checks/sum-usage.ts';
import type { Agent, Budget } from '../ports.ts';

/**
 * The agent with what it says that it used charged to the budget, attempt by attempt: also those that are made again. What goes
 * through the gateway is counted there, call by call, and what was imported costs nothing now.
 */
export function charged(agent: Agent, budget: Pick<Budget, 'spend'>): Agent {
  if (agent.metered || agent.source === 'imported') return agent;
  return {
    ...agent,
    async attempt(plan, signal) {
      const attempt = await agent.attempt(plan, signal);
      // An attempt that came to nothing could not tell its tokens; that is not to stop the run.
      const whole = attempt.end.kind === 'completed';
      budget.spend(sumUsage(attempt.trajectory.turns.map(({ usage }) => usage)), { model: null, whole });
      return attempt;
    },
  };
}
