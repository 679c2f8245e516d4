import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { Agent } from '#ports/ports.ts';
import type { BaseCheckout } from './base-checkout.ts';

type Files = Awaited<ReturnType<BaseCheckout['filesNow']>>;

/** An agent whose commit's files are looked at when its setup is done, and whenever its trials are over. */
export interface WatchedAgent {
  readonly agent: Agent;
  /** A file that somebody else has written; empty: there is none, or no trial began. To be asked once its programs have ended. */
  doubts(): Promise<readonly SideDoubt[]>;
  /** The same; and remembers all of its files. */
  rest(): Promise<readonly SideDoubt[]>;
  /** Whether somebody has written to any of its files since. */
  isTouched(): Promise<boolean>;
}

/**
 * Watches the files of main's side: its setup may write to them, nobody may write to those of the commit while its trials run. Those that
 * somebody wrote to between its turns, with what setup installed and its home, are of no more use.
 */
export function watchedFiles(agent: Agent, { filesNow }: Pick<BaseCheckout, 'filesNow'>): WatchedAgent {
  let commit: Files | null = null;
  let rested: Files | null = null;
  const written = new Set<string>();
  const doubts = async () => {
    if (commit === null) return [];
    const path = writtenSince(commit, await filesNow('commit'));
    if (path !== null) written.add(path);
    return [...written].slice(0, 1).map((path) => ({ kind: 'file_written', path }) as const);
  };
  return {
    agent: {
      ...agent,
      async prepare(signal) {
        await agent.prepare(signal);
        commit ??= await filesNow('commit');
      },
    },
    doubts,
    async rest() {
      if (commit !== null) rested = await filesNow('all');
      return doubts();
    },
    isTouched: async () => rested !== null && writtenSince(rested, await filesNow('all')) !== null,
  };
}

/** A file that is not as it was. */
function writtenSince(then: Files, now: Files): string | null {
  const file = [...then].find(([path, state]) => now.get(path) !== state) ?? [...now].find(([path]) => !then.has(path));
  return file?.[0] ?? null;
}
