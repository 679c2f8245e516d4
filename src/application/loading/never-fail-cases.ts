import type { Case } from '#domain/suite/case.ts';

/** Ids of the cases that may not fail a single trial: those that `never_fail` lists by id or by tag. */
export function neverFailCases(cases: readonly Case[], listed: readonly string[]): ReadonlySet<string> {
  const names = new Set(listed);
  return new Set(
    cases.filter(({ id, tags }) => names.has(id) || tags.some((tag) => names.has(tag))).map(({ id }) => id),
  );
}
