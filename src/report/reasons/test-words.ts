import { pointInterval, points } from '#common/words.ts';
import { NO_LIMIT } from '#gate/decision/terms/boundary.ts';
import type { IntervalEnds } from '#gate/decision/terms/interval.ts';

/** `tag refund: ` before a sentence about a tag; empty for the suite. */
export function ofTag(tag: string | null): string {
  return tag === null ? '' : `tag ${tag}: `;
}

/** The interval of a drop as that of the change: with the sign of the table of metrics. */
export function changeInterval([low, high]: IntervalEnds): string {
  return pointInterval([-high, -low]);
}

/** How large a drop a policy tolerates. */
export function toleratedWords(maxDrop: number): string {
  return maxDrop >= NO_LIMIT ? 'the policy limits no drop' : `${points(maxDrop)} are tolerated`;
}
