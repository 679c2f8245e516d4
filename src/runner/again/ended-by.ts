import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';

/** No further trial runs; those that did still count. */
export function endedBy(fresh: Fresh, reason: string | readonly SideDoubt[]): Fresh {
  if (fresh.kind !== 'done') return { kind: 'unavailable', reason };
  if (typeof reason === 'string') return { ...fresh, ended: reason };
  return { ...fresh, ended: "its checks, setup or environment are not main's", doubts: [...fresh.doubts, ...reason] };
}
