import type { NextLook } from '#domain/gate/looks/test-looks.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';

/**
 * Whether a run goes on from a look, and with which cases.
 *
 * @param records what ran so far, by case id, sorted by index; trials begun ahead have an index above the look
 * @param planned trials given to each case so far, by id
 * @param look trials per case of the look that just ended
 */
export type DecideLook = (
  records: ReadonlyMap<string, readonly TrialRecord[]>,
  planned: ReadonlyMap<string, number>,
  look: number,
) => NextLook | null;
