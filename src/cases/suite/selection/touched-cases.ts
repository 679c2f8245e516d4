import type { Case } from '../case.ts';

/** The cases that a change of some files may make pass or fail. */
export type Touched = 'all' | readonly string[];

/** The cases that a change of files without cases can reach. */
export type ReachOf = (changed: readonly string[]) => Touched;

/** An agent may read every file. */
export const REACHES_ALL: ReachOf = (changed) => (changed.length === 0 ? [] : 'all');

/**
 * Which cases a change of files touches: those that a file of cases holds, and those that the other files reach.
 *
 * @param changed paths as the cases name their sources
 * @param before cases before the change, whose files may be gone
 * @param after cases as they are now
 */
export function touchedCases(
  changed: readonly string[],
  before: readonly Pick<Case, 'id' | 'source'>[],
  after: readonly Pick<Case, 'id' | 'source'>[],
  reach: ReachOf = REACHES_ALL,
): Touched {
  const caseFiles = new Set([...before, ...after].map(({ source }) => source.file));
  const ids = after.filter(({ source }) => changed.includes(source.file)).map(({ id }) => id);
  return bothTouched(ids, reach(changed.filter((path) => !caseFiles.has(path))));
}

/** Both together. */
export function bothTouched(left: Touched, right: Touched): Touched {
  return left === 'all' || right === 'all' ? 'all' : [...new Set([...left, ...right])];
}
