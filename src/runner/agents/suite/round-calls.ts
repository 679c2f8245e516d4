import { groupBy } from '#common/group-by.ts';
import { listed } from '#common/words.ts';
import type { RunSeeds } from '#trials/trial/plan-trials.ts';
import { isUpstreams } from './row-fault.ts';
import type { RecordedCall } from './run-round.ts';

/** A model call, and the round that made it. */
export interface CallOfRound extends RecordedCall {
  readonly round: number;
}

/**
 * What the provider did not answer of what rounds called: an incident is told where it was seen.
 *
 * @param side whose rounds they are
 */
export function roundCallWords(calls: readonly CallOfRound[], side: RunSeeds['side']): readonly string[] {
  if (calls.length === 0)
    return ['the recorder saw no model call in any round: does the runner pass the variables of the environment on?'];
  return incidentOf(calls, side);
}

function incidentOf(calls: readonly CallOfRound[], side: RunSeeds['side']): readonly string[] {
  const refused = calls.filter(isUpstreams);
  const late = calls.filter(({ fault, tries }) => fault === null && tries > 1);
  const hit = new Set([...refused, ...late].map(({ round }) => round));
  if (hit.size === 0) return [];
  const rounds = [...hit].sort((a, b) => a - b);
  const all = calls.filter(({ round }) => hit.has(round)).length;
  const byStatus = [...groupBy(refused, ({ fault }) => fault?.status ?? null)].map(([status, some]) =>
    status === null ? `${some.length} of ${all} not at all` : `${some.length} of ${all} calls with ${status}`,
  );
  const again = late.length === 0 ? [] : [`${late.length} of ${all} only when they were sent again`];
  const where = rounds.length === 1 ? `round ${rounds[0]}` : `rounds ${listed(spans(rounds), 10)}`;
  const whose = side === 'candidate' ? 'of this change' : 'of the base commit';
  return [`the provider answered ${[...byStatus, ...again].join(', ')} in ${where} ${whose}`];
}

/** `1, 2, 3, 5` → `1 to 3`, `5`. */
function spans(rounds: readonly number[]): readonly string[] {
  const starts = rounds.filter((round) => !rounds.includes(round - 1));
  return starts.map((start) => {
    let end = start;
    while (rounds.includes(end + 1)) end += 1;
    return start === end ? `${start}` : `${start} to ${end}`;
  });
}
