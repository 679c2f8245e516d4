import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';

/** A case whose own number of trials differs from main's. `null`: it sets none. */
export interface TrialsChange {
  readonly id: string;
  readonly base: number | null;
  readonly head: number | null;
}

/**
 * The suite with as many trials of every case as on main: a change that runs a case less often would notice less of what it
 * breaks. Cases without trials on main keep their own number.
 */
export function trialsOfMain<S extends Pick<LoadedSuite, 'cases'>>(
  suite: S,
  baseline: BaselineLookup,
): { readonly suite: S; readonly changes: readonly TrialsChange[] } {
  if (baseline.kind === 'none') return { suite, changes: [] };
  const [{ results }] = baseline.runs;
  const known = new Map(results.cases.map((item) => [item.id, item]));
  const renamed = new Map(results.cases.map((item) => [caseKey(item), item]));
  const changes = suite.cases.flatMap((evalCase): readonly TrialsChange[] => {
    const { id, trials: head } = evalCase;
    const keyed = { input_hash: inputHash(evalCase), expect_hash: expectHash(evalCase) };
    const item = known.get(id) ?? renamed.get(caseKey(keyed));
    const base = item?.fixed_trials ? item.planned_trials : null;
    return item === undefined || base === head ? [] : [{ id, base, head }];
  });
  if (changes.length === 0) return { suite, changes };
  const counts = new Map(changes.map(({ id, base }) => [id, base]));
  const cases = suite.cases.map(
    (evalCase): Case => (counts.has(evalCase.id) ? { ...evalCase, trials: counts.get(evalCase.id) ?? null } : evalCase),
  );
  return { suite: { ...suite, cases }, changes };
}

/** Equal for the same case under another id. */
function caseKey({ input_hash, expect_hash }: Pick<CaseRecord, 'input_hash' | 'expect_hash'>): string {
  return `${input_hash} ${expect_hash}`;
}
