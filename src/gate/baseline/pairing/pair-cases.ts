import type { CaseRecord } from '#gate/baseline/results/results-file.ts';

/** A case of the candidate, of the baseline, or of both. At least one side is set. */
export interface CasePair<Candidate = CaseRecord, Baseline = CaseRecord> {
  readonly candidate: Candidate | null;
  readonly baseline: Baseline | null;
}

/**
 * Pairs the cases of two sides. Equal hashes make two cases the same: first under the same id, then under another one
 * (renamed); the remaining cases are paired by id alone (something about them changed), or are new or removed.
 *
 * @returns sorted by the candidate's id, else by the baseline's
 */
export function pairCases<Candidate extends KeyedCase, Baseline extends KeyedCase>(
  candidate: readonly Candidate[],
  baseline: readonly Baseline[],
): CasePair<Candidate, Baseline>[] {
  const here = new Map(sortedById(candidate).map((item) => [item.id, item]));
  const there = new Map(sortedById(baseline).map((item) => [item.id, item]));
  const pairs: CasePair<Candidate, Baseline>[] = [];
  const take = (one: Candidate, other: Baseline) => {
    pairs.push({ candidate: one, baseline: other });
    here.delete(one.id);
    there.delete(other.id);
  };

  for (const one of [...here.values()]) {
    const other = there.get(one.id);
    if (other !== undefined && isSameCase(one, other)) take(one, other);
  }
  const renamed = byCaseKey(there.values());
  for (const one of [...here.values()]) {
    const other = renamed.get(caseKey(one))?.shift();
    if (other !== undefined) take(one, other);
  }
  for (const one of [...here.values()]) {
    const other = there.get(one.id);
    if (other !== undefined) take(one, other);
  }
  for (const one of here.values()) pairs.push({ candidate: one, baseline: null });
  for (const other of there.values()) pairs.push({ candidate: null, baseline: other });
  return pairs.sort((one, other) => compareIds(idOf(one), idOf(other)));
}

/** The hashes that identify a case. */
export type CaseKeys = Pick<CaseRecord, 'input_hash' | 'expect_hash' | 'grader_hash' | 'judge_key'>;

/** With an id. */
export type KeyedCase = CaseKeys & Pick<CaseRecord, 'id'>;

/** Whether two records are of one case: equal input, expectations, graders and judge. */
export function isSameCase(one: CaseKeys, other: CaseKeys): boolean {
  return (
    one.input_hash === other.input_hash &&
    one.expect_hash === other.expect_hash &&
    one.grader_hash === other.grader_hash &&
    one.judge_key === other.judge_key
  );
}

/** Equal for records of one case, whatever its id. */
export function caseKey({ input_hash, expect_hash, grader_hash, judge_key }: CaseKeys): string {
  return JSON.stringify([input_hash, expect_hash, grader_hash, judge_key ?? null]);
}

/** The cases of each {@link caseKey}, in the order given. */
export function byCaseKey<Keyed extends CaseKeys>(cases: Iterable<Keyed>): Map<string, Keyed[]> {
  const groups = new Map<string, Keyed[]>();
  for (const item of cases) {
    const key = caseKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Order of ids by code unit: the same on every machine. */
export function compareIds(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** In the order of {@link compareIds}. */
export function sortedById<Named extends Pick<CaseRecord, 'id'>>(cases: readonly Named[]): Named[] {
  return cases.toSorted((one, other) => compareIds(one.id, other.id));
}

function idOf({ candidate, baseline }: CasePair<KeyedCase, KeyedCase>): string {
  return candidate?.id ?? baseline?.id ?? '';
}
