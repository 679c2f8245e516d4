import type { ComparedCase, Comparison } from '#domain/baseline/comparison/comparison.ts';
import { isSameCase } from '#domain/baseline/pairing/pair-cases.ts';
import type { CaseRecord } from '#domain/baseline/results/results-file.ts';
import type { CasesEntry, Config } from '#domain/config/config.ts';
import { compileGlob } from '#domain/matching/glob.ts';
import type { Case } from '#domain/suite/case.ts';
import type { BaseSource, ConfigPlace } from './base-policy.ts';
import { pathInCommit, stepsOf } from './commit-listing.ts';

/** The cases of the base commit, as far as they were read. */
export interface CasesOfMain {
  readonly known: ReadonlyMap<string, Case>;
  /** Files that hold no case of main but those; one that is not there, or that its config does not name, holds none. */
  readonly settled: ReadonlySet<string>;
  /** Those of them that its config names and it does not hold: deleted, or never committed. */
  readonly absent: ReadonlySet<string>;
  /** Case files of main that nothing is known of, each with why: sentence parts. */
  readonly unread: readonly string[];
}

/** The config of the base commit: where it lies from the root, and how it is named from the working directory. */
export interface ConfigOfMain {
  readonly base: Config;
  readonly place: ConfigPlace;
  readonly config_path: string;
  readonly source: BaseSource;
}

/** Nothing was read. */
export const NO_CASES: CasesOfMain = { known: new Map(), settled: new Set(), absent: new Set(), unread: [] };

/** What the base commit's own files say of main's cases, where main's stored runs are older. */
export interface UnrunBase {
  readonly cases: CasesOfMain;
  /** All of its case files are among those: its globs could be looked up. */
  readonly listed: boolean;
  /** Cases of the change, by id, whose checks run files that the base commit has just so. */
  readonly same_graders: ReadonlySet<string>;
}

/** Whether any case of main may be under a rule of its own. */
export function hasGuards({ base: { gate } }: Pick<ConfigOfMain, 'base'>): boolean {
  return gate.never_fail.length > 0 || Object.keys(gate.tags).length > 0;
}

/** Files that main's config names one by one, from the working directory; what its globs match at that commit is not known. */
export function namedFiles({ base, config_path }: ConfigOfMain): readonly string[] {
  const folder = folderOf(config_path);
  return base.cases
    .filter(({ file }) => !/[*?[\]{}\\]/.test(file))
    .map(({ file }) => [...folder, ...stepsOf(file)].join('/'));
}

/** The file that a stored case was written in. */
export function fileOf(record: Pick<CaseRecord, 'source'> | null): readonly string[] {
  return record?.source == null ? [] : [record.source.file];
}

/** Whether a file, from the working directory, is one of those that an entry of the config names. */
export function isNamedBy(
  { file: glob }: CasesEntry,
  file: string,
  { place, config_path, source }: ConfigOfMain,
): boolean {
  const fits = compileGlob(stepsOf(glob).join('/'), 'path');
  const named = pathInCommit(source, file).split('/');
  // Where the config is a link, its cases are looked for beside the link.
  return [place.path, pathInCommit(source, config_path)].map(folderOf).some((folder) => {
    const isBelow = folder.every((step, i) => named[i] === step);
    return isBelow && fits(named.slice(folder.length).join('/'));
  });
}

function folderOf(file: string): readonly string[] {
  return stepsOf(file).slice(0, -1);
}

/** Case files in which something of main's changed; main's own come first. */
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
