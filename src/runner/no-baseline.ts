import type { BaselineStore } from '#ports/ports.ts';
import { noTrajectories } from './no-trajectories.ts';

/** A baseline that never exists; `reason` completes "no baseline: …". */
export function emptyBaseline(reason: string): BaselineStore {
  return { find: async () => ({ kind: 'none', reason, notes: [] }), trajectories: noTrajectories };
}
