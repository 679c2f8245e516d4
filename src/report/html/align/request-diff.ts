import { editPath } from '#cases/matching/edit-path.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { Alignment } from './align-trials.ts';

/** A part of a request that only one side was shown, or the two sides in different words. */
export interface SegmentChange {
  readonly kind: RequestSegment['kind'];
  readonly label: string;
  /** Hash on either side; `null`: the side was not shown it. */
  readonly main: string | null;
  readonly here: string | null;
}

/** How two requests to the model differ. */
export interface RequestDiff {
  /** The number of the model call and of its turn, both from 1. */
  readonly turn: number;
  readonly step: number;
  readonly same: number;
  readonly changes: readonly SegmentChange[];
}

/** What is known of a part by its hash: its text may not be stored. */
export type SegmentFacts = Pick<RequestSegment, 'kind' | 'label'>;

/**
 * What the model was shown differently in the request that led to the first different call, or to the last answer if all calls
 * are the same.
 *
 * @returns `null` if a side's requests are not known
 */
export function requestDiff(
  { turns, first_difference }: Alignment,
  factsOf: (hash: string) => SegmentFacts | null,
): RequestDiff | null {
  const place = turns.find(({ calls }) => calls.some(({ step }) => step === first_difference)) ?? turns.at(-1);
  if (place === undefined) return null;
  const call = place.calls.find(({ step }) => step === first_difference);
  const last = Math.min(place.main?.model_calls?.length ?? 0, place.here?.model_calls?.length ?? 0);
  const steps = [call?.main?.step, call?.here?.step].filter((step) => typeof step === 'number');
  const step = steps.length > 0 ? Math.min(...steps) : last;
  const [main, here] = [place.main, place.here].map(
    (turn) => turn?.model_calls?.find((made) => made.step === step)?.request ?? null,
  );
  if (!main || !here) return null;
  const { same, changes } = segmentChanges(main, here, factsOf);
  return { turn: place.turn, step, same, changes };
}

/** Whether any trial knows what its model was shown. */
export function knowsRequests(trajectory: Trajectory): boolean {
  return trajectory.turns.some(({ model_calls }) => model_calls?.some(({ request }) => request !== null));
}

function segmentChanges(
  main: readonly string[],
  here: readonly string[],
  factsOf: (hash: string) => SegmentFacts | null,
): Pick<RequestDiff, 'same' | 'changes'> {
  const facts = (hash: string | undefined): SegmentFacts => factsOf(hash ?? '') ?? { kind: 'message', label: '' };
  const likeness = (m: number, h: number): number | null => {
    if (main[m] === here[h]) return 0;
    const [left, right] = [facts(main[m]), facts(here[h])];
    return left.kind === right.kind && left.label === right.label ? 1 : null;
  };
  const { steps } = editPath(main.length, here.length, likeness);
  const changes = steps
    .filter(({ cost }) => cost > 0)
    .map(({ left, right }): SegmentChange => {
      const sides = {
        main: left === null ? null : (main[left] ?? null),
        here: right === null ? null : (here[right] ?? null),
      };
      const { kind, label } = facts(sides.here ?? sides.main ?? undefined);
      return { kind, label, ...sides };
    });
  return { same: steps.length - changes.length, changes };
}
