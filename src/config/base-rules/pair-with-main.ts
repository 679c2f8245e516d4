import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { type CasePair, isSameCase, type KeyedCase, pairCases } from '#gate/baseline/pairing/pair-cases.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { type CasesOfMain, fileOf } from './cases-of-main.ts';
import type { MarkedCase } from './lost-marks.ts';

/** A case of main and what the change makes of it. */
export interface PairWithMain {
  /** The change's id; of a removed case, main's. */
  readonly id: string;
  /** `null`: the change removed it, or its run leaves it out. */
  readonly candidate: MarkedCase | null;
  /** The change has it, but its run does not. */
  readonly left_out: boolean;
  /** From the base commit's own files if they were read, else from main's stored run. */
  readonly baseline: MarkedCase;
  readonly here: Case | null;
  /** From the base commit's own files; `null`: unknown. */
  readonly main: Case | null;
  /** The same, compared with main's stored runs; `null` if they don't have it. */
  readonly compared: ComparedCase | null;
}

/**
 * Main's cases paired with the change's: those of the base commit's own files, and those that only its stored runs have, paired
 * as {@link pairCases} pairs stored ones, so that a case keeps its guards if another one takes its id. Cases that main itself has
 * removed since its stored run are not included.
 *
 * @param leftOut cases of main's nearest run that a selection leaves out here; no pair has one of those that main no longer has
 */
export function pairWithMain(
  { cases: compared }: Comparison,
  suite: Pick<LoadedSuite, 'cases' | 'left_out'>,
  { known, settled }: Pick<CasesOfMain, 'known' | 'settled'>,
  leftOut: readonly CaseRecord[] = [],
): readonly PairWithMain[] {
  const read = [...known.values()]
    .filter((main) => isSelected(main, suite))
    .map((main): ReadCase => ({ ...keysOf(main), main }));
  const { unread, gone } = storedCases(compared, { known, settled });
  const pairs = pairCases<OwnCase, ReadCase | StoredCase>(ownCases(compared, suite), [...read, ...unread]);
  const seen = bySide(compared);
  const paired = pairs.flatMap(({ candidate, baseline: there }): readonly PairWithMain[] => {
    if (there === null || (candidate === null && isRenamedOnMain(there, pairs))) return [];
    if (there.main === null) return [withStored(candidate, there)];
    const id = candidate?.id ?? there.id;
    const item = (candidate?.record == null ? seen.removed : seen.kept).get(id) ?? null;
    return [{ ...sideOf(candidate, id), baseline: there.main, main: there.main, compared: item }];
  });
  // The change's case still ran against a case that main has dropped.
  const free = new Map(
    pairs.flatMap(({ candidate, baseline }) =>
      baseline === null && candidate !== null ? [[candidate.id, candidate]] : [],
    ),
  );
  const others = gone.flatMap((there) => {
    const own = free.get(there.item.candidate?.id ?? '');
    return own === undefined ? [] : [withStored(own, there)];
  });
  return [...paired, ...others, ...leftOut.map((record) => leftOutPair(record, known.get(record.id) ?? null))];
}

function leftOutPair(baseline: CaseRecord, main: Case | null): PairWithMain {
  const { id } = baseline;
  const reason = 'the selection of this run leaves it out';
  const compared: ComparedCase = {
    id,
    status: 'removed',
    reason,
    baseline_id: null,
    regraded: false,
    candidate: null,
    baseline,
    runs: [],
  };
  return { id, candidate: null, left_out: true, here: null, baseline: main ?? baseline, main, compared };
}

interface OwnCase extends KeyedCase {
  readonly candidate: MarkedCase;
  readonly here: Case | null;
  /** As it ran; `null`: it did not. */
  readonly record: CaseRecord | null;
}

/** A case of the base commit's own files. */
interface ReadCase extends KeyedCase {
  readonly main: Case;
}

/** A case that only main's stored runs have. */
interface StoredCase extends KeyedCase {
  readonly main: null;
  readonly item: ComparedCase;
  readonly baseline: CaseRecord;
}

/** Those of them that may be in main's unread files, each id once, and those that it no longer has. */
function storedCases(
  compared: Comparison['cases'],
  { known, settled }: Pick<CasesOfMain, 'known' | 'settled'>,
): Readonly<Record<'unread' | 'gone', readonly StoredCase[]>> {
  const stored = compared.flatMap((item): readonly StoredCase[] => {
    const { baseline } = item;
    return baseline === null || known.has(baseline.id) ? [] : [{ ...keysOf(baseline), main: null, item, baseline }];
  });
  const isGone = ({ baseline }: StoredCase) => fileOf(baseline).some((file) => settled.has(file));
  // If two stored runs have one id, the nearest counts.
  const newest = stored.toSorted((left, right) => Number(isOfNearest(left)) - Number(isOfNearest(right)));
  const unread = new Map(newest.filter((evalCase) => !isGone(evalCase)).map((evalCase) => [evalCase.id, evalCase]));
  return { unread: [...unread.values()], gone: stored.filter(isGone) };
}

function withStored(own: OwnCase | null, { id, item, baseline }: StoredCase): PairWithMain {
  const candidate = own?.record ?? null;
  const compared = item.candidate === candidate ? item : { ...item, candidate };
  return { ...sideOf(own, own?.id ?? id), baseline, main: null, compared };
}

/** A case that the change has but did not run counts as removed. */
function sideOf(own: OwnCase | null, id: string): Pick<PairWithMain, 'id' | 'candidate' | 'left_out' | 'here'> {
  const ran = own?.record == null ? null : own;
  return { id, candidate: ran?.candidate ?? null, left_out: own !== null && ran === null, here: ran?.here ?? null };
}

/** The cases of the change: from its files if available, else as they ran. */
function ownCases(compared: Comparison['cases'], { cases }: Pick<LoadedSuite, 'cases'>): readonly OwnCase[] {
  const records = new Map(compared.flatMap(({ candidate }) => (candidate === null ? [] : [[candidate.id, candidate]])));
  const own = cases.map((here) => ({ ...keysOf(here), candidate: here, here, record: records.get(here.id) ?? null }));
  const known = new Set(cases.map(({ id }) => id));
  const others = [...records.values()].filter(({ id }) => !known.has(id));
  return [...own, ...others.map((record) => ({ ...keysOf(record), candidate: record, here: null, record }))];
}

/** Without graders: a case file does not say which files its programs were. */
function keysOf(item: Case | CaseRecord): KeyedCase {
  const { id } = item;
  const { input_hash, expect_hash } =
    'input_hash' in item ? item : { input_hash: inputHash(item), expect_hash: expectHash(item) };
  return { id, input_hash, expect_hash, grader_hash: null };
}

/** The stored case is one of main's own files, equal and under another id. */
function isRenamedOnMain(
  there: ReadCase | StoredCase,
  pairs: readonly CasePair<OwnCase, ReadCase | StoredCase>[],
): boolean {
  if (there.main !== null || there.item.candidate === null) return false;
  const { id } = there.item.candidate;
  const taker = pairs.find(({ candidate }) => candidate?.id === id)?.baseline ?? null;
  return taker !== null && taker.main !== null && isSameCase(taker, there);
}

function isOfNearest({ item }: StoredCase): boolean {
  return (item.runs[0] ?? []).length > 0;
}

/** The cases of main's stored runs, by the id here and, if the change removed it, by main's. */
function bySide(
  compared: Comparison['cases'],
): Readonly<Record<'kept' | 'removed', ReadonlyMap<string, ComparedCase>>> {
  const stored = compared.filter(({ baseline }) => baseline !== null);
  const mapOf = (items: readonly ComparedCase[]) => new Map(items.map((item) => [item.id, item]));
  return {
    kept: mapOf(stored.filter(({ candidate }) => candidate !== null)),
    removed: mapOf(stored.filter(({ candidate }) => candidate === null)),
  };
}

/** The same rule as `withinSelection` for stored cases. */
function isSelected({ id, tags }: Case, { left_out: leftOut }: Pick<LoadedSuite, 'left_out'>): boolean {
  return !leftOut.has(id) || leftOut.get(id)?.some((tag) => tags.includes(tag)) === true;
}
