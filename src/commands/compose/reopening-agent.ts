import { type Agent, AgentUnavailableError } from '#ports/ports.ts';

/** Makes an agent, or says why that is impossible. */
export type MakeAgent = () => Promise<{ readonly agent: Agent } | { readonly problem: string }>;

/**
 * An agent that can be closed while another side runs: the next preparation opens it again.
 *
 * @param first as it is open now
 * @param make the same once more
 */
export function reopening(first: Agent, make: MakeAgent): Agent {
  let agent = first;
  let isClosed = false;
  let hasShownCalls = false;
  // Notes of several openings that differ in their numbers alone say the same; the last one stays.
  const notes = new Map<string, string>();
  const keepNotes = (): void => {
    for (const note of agent.notes()) notes.set(note.replaceAll(/\d+/g, '0'), note);
  };
  const showsCalls = (): boolean => {
    hasShownCalls ||= agent.showsCalls?.() === true;
    return hasShownCalls;
  };
  return {
    source: first.source,
    metered: first.metered,
    available_trials: first.available_trials,
    async prepare(signal) {
      if (isClosed) {
        const made = await make();
        if ('problem' in made) throw new AgentUnavailableError(made.problem, '', null);
        agent = made.agent;
        isClosed = false;
      }
      await agent.prepare(signal);
    },
    ...(first.discover && { discover: first.discover }),
    attempt: (plan, signal) => agent.attempt(plan, signal),
    unasked: () => agent.unasked?.() ?? 0,
    ...(first.showsCalls && { showsCalls }),
    tools: () => agent.tools?.() ?? null,
    notes() {
      keepNotes();
      return [...notes.values()];
    },
    async close() {
      keepNotes();
      showsCalls();
      isClosed = true;
      await agent.close();
    },
  };
}
