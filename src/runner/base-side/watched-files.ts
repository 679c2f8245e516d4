import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { Agent } from '#ports/ports.ts';
import type { BaseCheckout } from './base-checkout.ts';

/** An agent whose commit's files are looked at when its setup is done, and when its trials are over. */
export interface WatchedAgent {
  readonly agent: Agent;
  /** Files that were written in between; empty: none, or no trial began. */
  doubts(): Promise<readonly SideDoubt[]>;
}

/** Watches the files of main's commit: its setup may write to them, nobody may do so while its trials run. */
export function watchedFiles(agent: Agent, { filesNow }: Pick<BaseCheckout, 'filesNow'>): WatchedAgent {
  let before: ReturnType<typeof filesNow> | null = null;
  return {
    agent: {
      ...agent,
      async prepare(signal) {
        await agent.prepare(signal);
        before ??= filesNow();
        await before;
      },
    },
    async doubts() {
      if (before === null) return [];
      const [then, now] = [await before, await filesNow()];
      const file = [...then].find(([path, state]) => now.get(path) !== state);
      return file === undefined ? [] : [{ kind: 'file_written', path: file[0] }];
    },
  };
}
