import type { BaselineStore } from '#application/ports.ts';

/** A baseline that is never there; `reason` completes "no baseline: …". */
export function noBaseline(reason: string): BaselineStore {
  return { find: async () => ({ kind: 'none', reason, notes: [] }) };
}
