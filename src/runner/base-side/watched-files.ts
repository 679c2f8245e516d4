import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { Agent } from '#ports/ports.ts';
import type { BaseCheckout } from './base-checkout.ts';

/** An agent whose commit's files are looked at when its setup is done, and whenever its trials are over. */
export interface WatchedAgent {
  readonly agent: Agent;
  /** A file that somebody else has written; empty: there is none, or no trial began. To be asked once its programs have ended. */
  doubts(): Promise<readonly SideDoubt[]>;
  /** The same; and from now on until its next trials nobody may write to any of its files. */
  rest(): Promise<readonly SideDoubt[]>;
}

/**
 * Watches the files of main's side: its setup may write to them, nobody may write to those of the commit while its trials run, and nobody to any
 * of them, with what setup installed and its home, between its turns.
 */
export function watchedFiles(agent: Agent, { filesNow }: Pick<BaseCheckout, 'filesNow'>): WatchedAgent {
  type Files = Awaited<ReturnType<typeof filesNow>>;
  let commit: Files | null = null;
  let rested: Files | null = null;
  const written = new Set<string>();
  const compare = (then: Files, now: Files) => {
    const file =
      [...then].find(([path, state]) => now.get(path) !== state) ?? [...now].find(([path]) => !then.has(path));
    if (file !== undefined) written.add(file[0]);
  };
  const doubts = async () => {
    if (commit === null) return [];
    compare(commit, await filesNow('commit'));
    return [...written].slice(0, 1).map((path) => ({ kind: 'file_written', path }) as const);
  };
  return {
    agent: {
      ...agent,
      async prepare(signal) {
        if (rested !== null) compare(rested, await filesNow('all'));
        rested = null;
        await agent.prepare(signal);
        commit ??= await filesNow('commit');
      },
    },
    doubts,
    async rest() {
      if (commit !== null) rested = await filesNow('all');
      return doubts();
    },
  };
}
