import type { Reason } from '#domain/gate/decision.ts';
import type { PairWithMain } from './pair-with-main.ts';
import { note, open } from './reason.ts';

/**
 * Cases that a change takes out of a tag's rule. If a stored run of main has the tag, the rule counts them anyway; if only
 * main's own files have it, nothing does, and the verdict stays open.
 *
 * @param tags those that main has a rule for
 */
export function tagReasons(tags: readonly string[], pairs: readonly PairWithMain[]): readonly Reason[] {
  return tags.toSorted().flatMap((tag) => {
    const untagged = pairs.filter(
      ({ candidate, baseline }) => candidate !== null && baseline.tags.includes(tag) && !candidate.tags.includes(tag),
    );
    const isCounted = ({ compared }: PairWithMain) => compared?.baseline?.tags.includes(tag) === true;
    const counted = untagged.filter(isCounted).map(({ id }) => id);
    const others = untagged.filter((pair) => !isCounted(pair)).map(({ id }) => id);
    return [
      ...(others.length === 0 ? [] : [{ ...open('tag_removed', { is_counted: false }, others), tag }]),
      ...(counted.length === 0 ? [] : [{ ...note('tag_removed', { is_counted: true }, counted), tag }]),
    ];
  });
}
