import { BEHAVIOUR_ALPHA, type BehaviourChange, compareBehaviour } from '#gate/behaviour/compare-behaviour.ts';
import type { CaseCalls } from '#gate/behaviour/count-facts.ts';
import { reaches } from '#statistics/beyond.ts';
import { upTo } from '../again/stage-evidence.ts';
import { clearedAbove, stageBoundaries } from '../again/stages.ts';
import type { GateTrial, PairedCase } from '../terms/evidence.ts';

/** What fresh trials say of a behaviour that looked changed. */
export interface PlayedBehaviour {
  /** `null`: they don't show it. */
  readonly change: BehaviourChange | null;
  /** The trials to run before more can be said; `null`: it is decided. */
  readonly next: { readonly stage: number; readonly cases: readonly string[] } | null;
}

/**
 * Tests fresh trials of both sides stage by stage, at their own five percent: those that made it look changed count for nothing.
 *
 * @param chosen ids of the cases that looked changed
 * @param ordered fresh trials that main's side was to make, by id
 */
export function playBehaviour(
  chosen: readonly string[],
  fresh: readonly PairedCase[],
  ordered: ReadonlyMap<string, number>,
  stages: readonly number[],
): PlayedBehaviour {
  const boundaries = stageBoundaries(BEHAVIOUR_ALPHA, stages);
  const wanted = new Set(chosen);
  for (const [position, stage] of stages.entries()) {
    if (chosen.some((id) => (ordered.get(id) ?? 0) < stage)) return { change: null, next: { stage, cases: chosen } };
    const cases = fresh.filter(({ id }) => wanted.has(id)).map((item) => callsOf(upTo(item, stage)));
    const change = compareBehaviour(cases, boundaries[position] ?? 0);
    if (reaches(change.p, boundaries[position] ?? 0)) return { change, next: null };
    if (change.p > clearedAbove(position)) break;
  }
  return { change: null, next: null };
}

/** The calls of a case's trials that reported them. */
export function callsOf({ id, baseline, trials }: Pick<PairedCase, 'id' | 'baseline' | 'trials'>): CaseCalls {
  const reported = (side: readonly GateTrial[]) => side.flatMap(({ calls }) => (calls == null ? [] : [calls]));
  return { id, main: reported(baseline), here: reported(trials) };
}
