import { groupBy } from '#common/group-by.ts';
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
  const take = (left: Candidate, right: Baseline) => {
    pairs.push({ candidate: left, baseline: right });
    here.delete(left.id);
    there.delete(right.id);
  };

  for (const item of [...here.values()]) {
    const other = there.get(item.id);
    if (other !== undefined && isSameCase(item, other)) take(item, other);
  }
  const renamed = byCaseKey(there.values());
  for (const item of [...here.values()]) {
    const other = renamed.get(caseKey(item))?.shift();
    if (other !== undefined) take(item, other);
  }
  for (const item of [...here.values()]) {
    const other = there.get(item.id);
    if (other !== undefined) take(item, other);
  }
  for (const item of here.values()) pairs.push({ candidate: item, baseline: null });
  for (const other of there.values()) pairs.push({ candidate: null, baseline: other });
  return pairs.sort((left, right) => compareIds(idOf(left), idOf(right)));
}

/** The hashes that identify a case. */
export type CaseKeys = Pick<CaseRecord, 'input_hash' | 'expect_hash' | 'grader_hash' | 'judge_key'>;

/** With an id. */
export type KeyedCase = CaseKeys & Pick<CaseRecord, 'id'>;

/** Whether two records are of one case: equal input, expectations, graders and judge. */
export function isSameCase(left: CaseKeys, right: CaseKeys): boolean {
  return (
    left.input_hash === right.input_hash &&
    left.expect_hash === right.expect_hash &&
    left.grader_hash === right.grader_hash &&
    left.judge_key === right.judge_key
  );
}

/** Equal for records of one case, whatever its id. */
export function caseKey({ input_hash, expect_hash, grader_hash, judge_key }: CaseKeys): string {
  return JSON.stringify([input_hash, expect_hash, grader_hash, judge_key ?? null]);
}

/** The cases of each {@link caseKey}, in the order given. */
export function byCaseKey<Keyed extends CaseKeys>(cases: Iterable<Keyed>): Map<string, Keyed[]> {
  return groupBy([...cases], caseKey);
}

/** Order of ids by code unit: the same on every machine. */
export function compareIds(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** In the order of {@link compareIds}. */
export function sortedById<Named extends Pick<CaseRecord, 'id'>>(cases: readonly Named[]): Named[] {
  return cases.toSorted((left, right) => compareIds(left.id, right.id));
}

function idOf({ candidate, baseline }: CasePair<KeyedCase, KeyedCase>): string {
  return candidate?.id ?? baseline?.id ?? '';
}
