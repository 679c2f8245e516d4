import type { CaseRecord } from '#domain/baseline/results-file.ts';
import type { CasesEntry, Config } from '#domain/config/config.ts';
import { parseCases } from '#domain/dialects/parse-cases.ts';
import { parseSoundDocuments } from '#domain/document/parse-documents.ts';
import { compileGlob } from '#domain/matching/glob.ts';
import type { Case } from '#domain/suite/case.ts';
import type { CommitListing } from '../ports.ts';
import { stepsOf, textOfBoth } from './listed-files.ts';
import { type ConfigPlace, type PolicySource, pathInCommit } from './policy-from-base.ts';

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
  readonly source: PolicySource;
}

/** Nothing was read. */
export const NO_CASES: CasesOfMain = { known: new Map(), settled: new Set(), absent: new Set(), unread: [] };

/**
 * Reads case files of the base commit: by its own config, never by the change's. Where the listing tells that the change's text of a file is
 * the same, that text is taken and nothing is asked for.
 *
 * @param files from the working directory, the most telling first; those that the base's config does not name are no case files of main
 * @param listing `null`: not known
 */
export async function casesOfMain(
  files: readonly string[],
  main: ConfigOfMain,
  listing: CommitListing | null = null,
): Promise<CasesOfMain> {
  const known = new Map<string, Case>();
  const settled = new Set<string>();
  const absent = new Set<string>();
  const unread: string[] = [];
  const take = (file: string, { cases, problem, isAbsent = false }: CasesOfFile) => {
    for (const one of cases) known.set(one.id, one);
    if (isAbsent) absent.add(file);
    if (problem === null) settled.add(file);
    else unread.push(`${file} ${problem}`);
  };
  const wanted: WantedFile[] = [];
  for (const file of new Set(files)) {
    const entry = main.base.cases.find((one) => isNamedBy(one, file, main));
    const text = listing === null ? undefined : await textOfBoth(main.source, file, listing);
    if (entry === undefined) take(file, NOTHING);
    else if (text === undefined) wanted.push({ file, entry });
    else take(file, text === null ? ABSENT : parsedCases(file, text, entry, main));
  }
  for (let at = 0; at < Math.min(wanted.length, MOST_FILES); at += AT_ONCE) {
    const some = wanted.slice(at, Math.min(at + AT_ONCE, MOST_FILES));
    const read = await Promise.all(some.map((one) => readCases(one, main)));
    for (const [index, found] of read.entries()) take(some[index]?.file ?? '', found);
  }
  const more = wanted.length - MOST_FILES;
  if (more > 0) unread.push(`${more} more case files are beyond the ${MOST_FILES} that are read`);
  return { known, settled, absent, unread };
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

function isNamedBy({ file: glob }: CasesEntry, file: string, { place, config_path, source }: ConfigOfMain): boolean {
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

interface WantedFile {
  readonly file: string;
  readonly entry: CasesEntry;
}

interface CasesOfFile {
  readonly cases: readonly Case[];
  readonly problem: string | null;
  readonly isAbsent?: boolean;
}

async function readCases({ file, entry }: WantedFile, main: ConfigOfMain): Promise<CasesOfFile> {
  const read = await main.source.files.read(pathInCommit(main.source, file));
  if ('absent' in read) return ABSENT;
  if ('problem' in read) return { cases: [], problem: read.problem };
  return parsedCases(file, read.text, entry, main);
}

function parsedCases(file: string, text: string, entry: CasesEntry, { base }: ConfigOfMain): CasesOfFile {
  const parsed = parseSoundDocuments(text, file);
  if ('issues' in parsed) return { cases: [], problem: UNUSABLE };
  const { cases, issues } = parseCases(parsed, entry, base.defaults);
  return { cases, problem: issues.some(({ severity }) => severity === 'error') ? UNUSABLE : null };
}

const NOTHING: CasesOfFile = { cases: [], problem: null };
const ABSENT: CasesOfFile = { ...NOTHING, isAbsent: true };
const UNUSABLE = "can't be used";

/** Each is a request, of the thousand that a repository's jobs have in an hour. */
const MOST_FILES = 200;
const AT_ONCE = 8;
