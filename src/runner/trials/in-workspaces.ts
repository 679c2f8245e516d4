import type { Agent, Attempt } from '#ports/ports.ts';
import type { Workspaces } from '#ports/workspace-ports.ts';

/** An agent that works in a new copy of the case's workspace in each attempt; what it leaves there is part of the trajectory. */
export function inWorkspaces(agent: Agent, workspaces: Workspaces): Agent {
  return {
    ...agent,
    async attempt(plan, signal) {
      if (plan.case.workspace === undefined) return agent.attempt(plan, signal);
      const copy = await workspaces.open(plan, signal);
      if ('problem' in copy) return unplayedAttempt(copy.problem, signal);
      try {
        const attempt = await agent.attempt({ ...plan, workspace: copy.path }, signal);
        const { end, trajectory } = attempt;
        if (end.kind === 'error') return attempt;
        const workspace = await copy.look(end.kind === 'completed', signal);
        if ('problem' in workspace) return { ...unplayedAttempt(workspace.problem, signal), trajectory };
        return { ...attempt, trajectory: { ...trajectory, workspace } };
      } finally {
        await copy.release();
      }
    },
    async close() {
      await agent.close();
      await workspaces.close();
    },
  };
}

/** The machinery's fault; it has nothing to do with the agent. */
export function unplayedAttempt(problem: string, { aborted }: AbortSignal): Attempt {
  return {
    end: { kind: 'error', error: { class: aborted ? 'cancelled' : 'sandbox', message: problem } },
    trajectory: { turns: [], log: '', stderr: '' },
    wait_ms: 0,
    retry: false,
    replayed: false,
    user_usage: null,
  };
}
