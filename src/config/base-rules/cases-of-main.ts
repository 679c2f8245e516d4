import { compileGlob } from '#cases/matching/glob.ts';
import type { Case } from '#cases/suite/case.ts';
import type { CasesEntry, Config } from '#config/config.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { BaseSource, ConfigPlace } from './base-policy.ts';
import { pathInCommit, stepsOf } from './commit-listing.ts';

/** The cases of the base commit that were read. */
export interface CasesOfMain {
  readonly known: ReadonlyMap<string, Case>;
  /** Files whose cases of main are all known; one that does not exist, or that its config does not name, has none. */
  readonly settled: ReadonlySet<string>;
  /** Those of them that its config names but the commit lacks: deleted, or never committed. */
  readonly absent: ReadonlySet<string>;
  /** Case files of main that could not be read, each with the reason: sentence parts. */
  readonly unread: readonly string[];
}

/** The config of the base commit: its path from the root, and its path from the working directory. */
export interface ConfigOfMain {
  readonly base: Config;
  readonly place: ConfigPlace;
  readonly config_path: string;
  readonly source: BaseSource;
}

/** Nothing was read. */
export const NO_CASES: CasesOfMain = { known: new Map(), settled: new Set(), absent: new Set(), unread: [] };

/** What the base commit's own files say about main's cases, if main's stored runs are older. */
export interface UnrunBase {
  readonly cases: CasesOfMain;
  /** All of its case files are among those: its globs could be matched. */
  readonly listed: boolean;
  /** Cases of the change, by id, whose checks run the same files as on the base commit. */
  readonly same_graders: ReadonlySet<string>;
}

/** Whether any case of main may have a rule of its own. */
export function hasGuards({ base: { gate } }: Pick<ConfigOfMain, 'base'>): boolean {
  return gate.never_fail.length > 0 || Object.keys(gate.tags).length > 0;
}

/** Files that main's config names one by one, from the working directory; what its globs match at that commit is unknown. */
export function namedFiles({ base, config_path }: ConfigOfMain): readonly string[] {
  const folder = foldersAbove(config_path);
  return base.cases
    .filter(({ file }) => !/[*?[\]{}\\]/.test(file))
    .map(({ file }) => [...folder, ...stepsOf(file)].join('/'));
}

/** The file of a stored case. */
export function fileOf(record: Pick<CaseRecord, 'source'> | null): readonly string[] {
  return record?.source == null ? [] : [record.source.file];
}

/** Whether an entry of the config names a file, from the working directory. */
export function isNamedBy(
  { file: glob }: CasesEntry,
  file: string,
  { place, config_path, source }: ConfigOfMain,
): boolean {
  const fits = compileGlob(stepsOf(glob).join('/'), 'path');
  const steps = pathInCommit(source, file).split('/');
  // If the config is a link, its cases are next to the link.
  return [place.path, pathInCommit(source, config_path)].map(foldersAbove).some((folder) => {
    const isBelow = folder.every((step, i) => steps[i] === step);
    return isBelow && fits(steps.slice(folder.length).join('/'));
  });
}

/** The folders above a file. */
export function foldersAbove(file: string): readonly string[] {
  return stepsOf(file).slice(0, -1);
}

/** Case files in which cases of main changed; main's own come first. */
export function changedCaseFiles({ cases }: Comparison): readonly string[] {
  const changed = cases.filter(isChanged);
  return [
    ...changed.flatMap(({ baseline }) => fileOf(baseline)),
    ...changed.flatMap(({ candidate }) => fileOf(candidate)),
  ];
}

function isChanged({ candidate, baseline, regraded }: ComparedCase): boolean {
  return baseline !== null && (candidate === null || regraded || !isSameCase(candidate, baseline));
}
