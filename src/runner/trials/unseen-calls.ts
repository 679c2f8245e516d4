import type { Agent } from '#ports/ports.ts';
import { dependsOnCalls, isUnoffered, withoutUnseenCalls } from '#trials/checks/calls/unseen-tools.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { Trial } from '#trials/trial/trial.ts';

type Grade = (plan: TrialPlan, trial: Trial) => Promise<void>;

/** Trials that wait until it is known whether the agent's calls are seen at all. */
export interface UnseenCalls {
  /** Grades a trial that has ended, now or later. */
  ended(plan: TrialPlan, trial: Trial): Promise<void>;
  /** Grades what waits: no running trial can still tell. */
  settle(): Promise<void>;
  waiting(): number;
}

/**
 * Where no request offered the model a tool and the agent gave no account of its calls, a trial called no tool if calls of its
 * agent are seen elsewhere in the run, and nobody knows if none ever are. A trial whose grade depends on it waits for the first
 * one that tells; so the order of trials changes no grade.
 */
export function unseenCalls(agent: Pick<Agent, 'showsCalls'>, grade: Grade): UnseenCalls {
  const waiting: (readonly [TrialPlan, Trial])[] = [];
  const settled: Grade = (plan, trial) =>
    grade(plan, agent.showsCalls?.() === false ? trial : withoutUnseenCalls(trial));

  async function settle(): Promise<void> {
    for (const [plan, trial] of waiting.splice(0)) await settled(plan, trial);
  }

  return {
    async ended(plan, trial) {
      const known = agent.showsCalls?.() !== false;
      if (known) await settle();
      const waits = !known && isUnoffered(trial) && dependsOnCalls(plan.case) && waiting.length < MOST_WAITING;
      if (waits) waiting.push([plan, trial]);
      else await settled(plan, trial);
    },
    settle,
    waiting: () => waiting.length,
  };
}

/** Trajectories are kept in memory meanwhile. */
const MOST_WAITING = 500;
