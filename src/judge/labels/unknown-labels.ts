import type { Issue } from '#common/document/issue.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { labelIssue, type PlacedLabel } from './parse-labels.ts';

/** What labels may be of. */
export interface Known {
  /** `questionHash` of the criteria of each case, by `criterionKey`. */
  readonly criteria: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Hashes of the trajectories of each case. */
  readonly trajectories: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A criterion within its case: of a turn, or of the whole trial. */
export function criterionKey({ criterion, turn }: { readonly criterion: string; readonly turn?: number }): string {
  return turn === undefined ? criterion : `turn ${turn}: ${criterion}`;
}

/**
 * Labels that name something unknown: a case, a criterion or a trajectory that does not exist, or a question that was rewritten.
 */
export function unknownLabels(labels: readonly PlacedLabel[], known: Known): readonly Issue[] {
  return labels.flatMap((placed) => problemOf(placed, known) ?? []);
}

function problemOf(placed: PlacedLabel, { criteria, trajectories }: Known): Issue | null {
  const { label } = placed;
  const ofCase = criteria.get(label.case_id);
  if (ofCase === undefined)
    return labelIssue(
      placed,
      'case_id',
      `the config has no case ${label.case_id}${orRemove([...criteria.keys()], label.case_id)}`,
    );
  const question = ofCase.get(criterionKey(label));
  if (question === undefined) {
    const names = [...ofCase.keys()];
    const of = label.turn === undefined ? '' : ` for turn ${label.turn}`;
    return labelIssue(
      placed,
      'criterion',
      `case ${label.case_id} has no criterion ${label.criterion}${of}${orRemove(names, criterionKey(label))}`,
    );
  }
  if (label.question !== undefined && label.question !== question)
    return labelIssue(
      placed,
      'question',
      `${label.criterion} asks something else now; label it again, and remove the line`,
    );
  if (trajectories.get(label.case_id)?.has(label.trajectory) === true) return null;
  const message = `no stored trial of ${label.case_id} has this trajectory; name the results that hold it, or remove the line`;
  return labelIssue(placed, 'trajectory', message);
}

function orRemove(names: readonly string[], name: string): string {
  const near = nearestName(name, names);
  return near === null ? '; remove the line' : `; did you mean ${near}? Else remove the line`;
}
