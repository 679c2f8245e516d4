import type { ComparedCase, Comparison } from '#domain/baseline/comparison.ts';
import type { MarkedCase } from '#domain/gate/lost-marks.ts';
import type { Case } from '#domain/suite/case.ts';
import { expectHash, inputHash } from '#domain/suite/case-hashes.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import { type CasesOfMain, fileOf } from './cases-of-main.ts';

/** A case of main beside what the change makes of it. */
export interface PairWithMain {
  /** Here; of what was removed, on main. */
  readonly id: string;
  /** `null`: the change removed it. */
  readonly candidate: MarkedCase | null;
  /** As the base commit's own files have it, where they were read, else as main's stored run has it. */
  readonly baseline: MarkedCase;
  readonly here: Case | null;
  /** As the base commit's own files have it; `null`: not known. */
  readonly main: Case | null;
  /** The same beside main's stored runs; `null` where those don't know it. */
  readonly compared: ComparedCase | null;
}

/**
 * Main's cases beside the change's: those of the base commit's own files, under the same id or renamed, and those that only its stored runs
 * tell of. What main itself has removed since its stored run is not among them, nor what a selection leaves out.
 */
export function pairWithMain(
  { cases: compared }: Comparison,
  suite: Pick<LoadedSuite, 'cases' | 'left_out'>,
  { known, settled }: Pick<CasesOfMain, 'known' | 'settled'>,
): readonly PairWithMain[] {
  const here = new Map(suite.cases.map((one) => [one.id, one]));
  const stored = compared.filter(({ baseline }) => baseline !== null);
  // The id of what was removed may be that of another case now, which is meant then.
  const removed = stored.filter(({ candidate }) => candidate === null);
  const kept = stored.filter(({ candidate }) => candidate !== null);
  const byId = new Map([...removed, ...kept].map((item) => [item.id, item]));
  const renamed = byKey(suite.cases.filter(({ id }) => !known.has(id)));
  const read = [...known.values()]
    .filter((main) => isSelected(main, suite))
    .map((main): PairWithMain => {
      const now = here.get(main.id) ?? renamed.get(keyOf(main))?.shift() ?? null;
      const id = now?.id ?? main.id;
      return { id, candidate: now, baseline: main, here: now, main, compared: byId.get(id) ?? null };
    });
  const paired = new Set(read.map(({ id }) => id));
  const others = stored.flatMap((item): readonly PairWithMain[] => {
    const { id, candidate, baseline } = item;
    if (baseline === null || paired.has(id) || known.has(baseline.id)) return [];
    if (candidate === null && fileOf(baseline).some((file) => settled.has(file))) return [];
    const now = candidate === null ? null : (here.get(candidate.id) ?? null);
    return [{ id, candidate, baseline, here: now, main: null, compared: item }];
  });
  return [...read, ...others];
}

/** As `withinSelection` keeps stored cases. */
function isSelected({ id, tags }: Case, { left_out: leftOut }: Pick<LoadedSuite, 'left_out'>): boolean {
  return !leftOut.has(id) || leftOut.get(id)?.some((tag) => tags.includes(tag)) === true;
}

function byKey(cases: readonly Case[]): ReadonlyMap<string, Case[]> {
  const groups = new Map<string, Case[]>();
  for (const one of cases) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** Equal for what is the same case under another id. */
function keyOf(one: Case): string {
  return `${inputHash(one)} ${expectHash(one)}`;
}
