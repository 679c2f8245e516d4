import type { LeanComparison } from './comparison.ts';

/** Changed files of a runner's tests: those that the tests share, which alone change all of them, or else the tests' own. */
export function changedTestFiles({ cases, treatment_changes: changes }: LeanComparison): readonly string[] {
  if (!cases.some(({ status }) => status === 'changed')) return [];
  const changed = changes.flatMap((change) => (change.kind === 'test_file' ? [change.path] : []));
  const own = new Set(cases.flatMap(({ candidate, baseline }) => (candidate ?? baseline)?.source?.file ?? []));
  const shared = changed.filter((path) => !own.has(path));
  return shared.length > 0 ? shared : changed;
}
