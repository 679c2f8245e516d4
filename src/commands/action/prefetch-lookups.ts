import type { BaselineStore, EarlierResults } from '#ports/ports.ts';

/** Where stored runs are found. */
interface Stores {
  readonly baselines: BaselineStore;
  readonly earlier: EarlierResults | null;
}

/**
 * Looks for stored runs at once, while config, cases and policy are read: GitHub answers slowly, and nothing of the suite decides
 * what it is asked. Runs of main wait for earlier results of the same content only, which may pin other ones.
 */
export function prefetchLookups({ baselines, earlier }: Stores): Stores {
  const before = earlier?.find() ?? null;
  const unpinned = firstLookup(baselines, before);
  // The caller that awaits it gets its error; a run that ends earlier needs none.
  unpinned.catch(() => {});
  return {
    earlier: before === null ? null : { find: () => before },
    baselines: {
      ...baselines,
      find: async (pinned) => (pinned === undefined ? await unpinned : null) ?? baselines.find(pinned),
    },
  };
}

/** `null`: there are earlier results, which say what is looked up. */
async function firstLookup(
  baselines: BaselineStore,
  before: ReturnType<EarlierResults['find']> | null,
): Promise<Awaited<ReturnType<BaselineStore['find']>> | null> {
  const lookup = await before;
  return lookup === null || lookup.runs.length === 0 ? baselines.find() : null;
}
