import type { BaseAnswer, BaseCommit, BaseOrder } from '#ports/ports.ts';

/** Versions of a change that answer several orders. */
export interface KeptVersions {
  /** Orders trials of a version by its name; `open` makes it where it is not kept. Orders of one version wait for each other. */
  run(name: string, open: () => BaseCommit, order: BaseOrder): Promise<BaseAnswer>;
  /** Removes all of them. */
  close(): Promise<void>;
}

interface KeptVersion {
  readonly side: BaseCommit;
  /** Orders that have not ended. */
  orders: number;
  last: Promise<unknown>;
  isResting: boolean;
}

/** A search goes back and forth between few versions, and each may take a set-up of minutes: those of late are kept. */
const KEPT = 4;

/**
 * Keeps versions that were asked, so that each is set up once. No order ever takes one away that still runs.
 *
 * @param awake whose programs may run at the same time; what setup installed for the others stays
 */
export function keptVersions(awake: number): KeptVersions {
  let newest: readonly (readonly [string, KeptVersion])[] = [];

  /** Makes room for the first. */
  async function makeRoom(): Promise<void> {
    const idle = (from: number) => newest.slice(from).filter(([, { orders }]) => orders === 0);
    const old = idle(KEPT);
    newest = newest.filter((kept) => !old.includes(kept));
    const tired = idle(awake).filter(([, { isResting }]) => !isResting);
    for (const [, version] of tired) {
      version.isResting = true;
      version.last = version.side.rest({ end: async () => [] });
    }
    await Promise.all([...old.map(([, { side }]) => side.close()), ...tired.map(([, { last }]) => last)]);
  }

  return {
    async run(name, open, order) {
      const known = newest.find(([other]) => other === name)?.[1];
      const version = known ?? { side: open(), orders: 0, last: Promise.resolve(), isResting: false };
      newest = [[name, version], ...newest.filter(([other]) => other !== name)];
      version.orders += 1;
      const answer = Promise.all([version.last, makeRoom()]).then(() => {
        version.isResting = false;
        return version.side.run(order);
      });
      version.last = answer;
      return answer.finally(() => {
        version.orders -= 1;
      });
    },
    async close() {
      await Promise.all(newest.map(([, { side }]) => side.close()));
      newest = [];
    },
  };
}
