import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { NoTrials } from '#ports/ports.ts';
import { incidentWords } from '#report/incident-words.ts';
import type { Tried } from './try-again.ts';

/** No further trial runs; those that did still count. */
export function endedBy(fresh: Fresh, reason: string | readonly SideDoubt[]): Fresh {
  if (fresh.kind !== 'done') return { kind: 'unavailable', reason };
  if (typeof reason === 'string') return { ...fresh, ended: reason };
  return { ...fresh, ended: "its checks, setup or environment are not main's", doubts: [...fresh.doubts, ...reason] };
}

/** The same where main's side has none: what its provider did is told with the trials before, or by itself. */
export function endedByMain(
  before: Tried,
  { problem, doubts, incident }: NoTrials & { readonly doubts: readonly SideDoubt[] },
): Tried {
  const fresh = endedBy(before.fresh, doubts.length > 0 ? doubts : problem);
  if (incident === undefined) return { ...before, fresh };
  if (fresh.kind === 'done') return { ...before, fresh: { ...fresh, results: { ...fresh.results, incident } } };
  return { ...before, fresh, notes: [...before.notes, incidentWords(incident, 'the base commit')] };
}
