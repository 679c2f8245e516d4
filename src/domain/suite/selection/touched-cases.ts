import type { Case } from '../case.ts';

/** The cases that a change of some files may make pass or fail. */
export type Touched = 'all' | readonly string[];

/**
 * Which cases a change of files touches: those that a file of cases holds, and all if any other file changed, because an agent
 * may read every file.
 *
 * @param changed paths as the cases name their sources
 * @param before cases before the change, whose files may be gone
 * @param after cases as they are now
 */
export function touchedCases(
  changed: readonly string[],
  before: readonly Pick<Case, 'id' | 'source'>[],
  after: readonly Pick<Case, 'id' | 'source'>[],
): Touched {
  const caseFiles = new Set([...before, ...after].map(({ source }) => source.file));
  if (changed.some((path) => !caseFiles.has(path))) return 'all';
  return after.filter(({ source }) => changed.includes(source.file)).map(({ id }) => id);
}

/** Both together. */
export function bothTouched(one: Touched, other: Touched): Touched {
  return one === 'all' || other === 'all' ? 'all' : [...new Set([...one, ...other])];
}
