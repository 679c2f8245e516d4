import { parseCases } from '#cases/dialects/parse-cases.ts';
import type { Case } from '#cases/suite/case.ts';
import { folderHash, isMade } from '#cases/suite/folder-hash.ts';
import { deriveCases } from '#cases/suite/variants/derive-cases.ts';
import { parseWrittenTexts } from '#cases/suite/variants/written-texts.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { plural } from '#common/words.ts';
import {
  type CasesOfMain,
  type ConfigOfMain,
  foldersAbove,
  isNamedBy,
  NO_CASES,
  type UnrunBase,
} from '#config/base-rules/cases-of-main.ts';
import {
  type CommitListing,
  gitBlobSha,
  isBehindLink,
  pathInCommit,
  stepsOf,
} from '#config/base-rules/commit-listing.ts';
import type { CasesEntry } from '#config/config.ts';
import type { PolicyFromBase, PolicySource } from './policy-from-base.ts';

/** The config of the base commit, with the commit's files. */
export interface ReadableConfig extends ConfigOfMain {
  readonly source: PolicySource;
}

/**
 * Reads case files of the base commit, by its own config and never by the change's. If the listing shows that the change has
 * the same text in a file, that text is used without a request.
 *
 * @param files from the working directory, the most relevant first; a file that the base's config does not name is no case file
 * of main
 * @param listing `null`: unknown
 */
export async function readCasesOfMain(
  files: readonly string[],
  main: ReadableConfig,
  listing: CommitListing | null = null,
): Promise<CasesOfMain> {
  // Its tests are no case files: what main has, only its stored runs say.
  if (main.base.agent.kind === 'suite') return NO_CASES;
  const known = new Map<string, Case>();
  const settled = new Set<string>();
  const absent = new Set<string>();
  const unread: string[] = [];
  const take = (file: string, { cases, problem, isAbsent = false }: CasesOfFile) => {
    for (const evalCase of cases) known.set(evalCase.id, evalCase);
    if (isAbsent) absent.add(file);
    if (problem === null) settled.add(file);
    else unread.push(`${file} ${problem}`);
  };
  const queue: WantedFile[] = [];
  for (const file of new Set(files)) {
    const entry = main.base.cases.find((item) => isNamedBy(item, file, main));
    const text = listing === null ? undefined : await textOfBoth(main.source, file, listing);
    if (entry === undefined) take(file, NOTHING);
    else if (text === undefined) queue.push({ file, entry });
    else take(file, text === null ? ABSENT : await parsedCases(file, text, entry, main));
  }
  for (let at = 0; at < Math.min(queue.length, MOST_FILES); at += AT_ONCE) {
    const some = queue.slice(at, Math.min(at + AT_ONCE, MOST_FILES));
    const read = await Promise.all(some.map((item) => readCases(item, main)));
    for (const [index, content] of read.entries()) take(some[index]?.file ?? '', content);
  }
  const folder = foldersAbove(pathInCommit(main.source, main.config_path)).join('/');
  const whole = await withWorkspacesOfMain(known, folder, async () => listing ?? listed(main.source));
  for (const [id, evalCase] of whole) known.set(id, evalCase);
  for (const derived of await variantsOf([...known.values()], main)) known.set(derived.id, derived);
  const more = queue.length - MOST_FILES;
  if (more > 0)
    unread.push(
      `${plural(more, 'more case file')} ${more === 1 ? 'is' : 'are'} beyond the ${MOST_FILES} that are read`,
    );
  return { known, settled, absent, unread };
}

async function listed({ files }: PolicySource): Promise<CommitListing | null> {
  const list = await files.list();
  return 'problem' in list ? null : list;
}

/** What the base commit derives from its cases; texts that a model wrote are taken from its own file. */
async function variantsOf(
  cases: readonly Case[],
  { base, source, config_path }: ReadableConfig,
): Promise<readonly Case[]> {
  const { kinds, file } = base.variants;
  const without = deriveCases(cases, kinds, new Map());
  if (without.missing.length === 0) return without.cases;
  const path = pathInCommit(source, [...foldersAbove(config_path), ...stepsOf(file)].join('/'));
  const read = await source.files.read(path);
  const texts = 'text' in read ? parseWrittenTexts(read.text, path) : { issues: [] };
  return 'texts' in texts ? deriveCases(cases, kinds, texts.texts).cases : without.cases;
}

/**
 * The cases of the base commit that its rules need: as read before the run, else those of some files.
 *
 * @param files in which cases of main changed
 */
export async function casesForRules(
  policy: PolicyFromBase | null,
  unrun: UnrunBase | null,
  files: readonly string[],
): Promise<CasesOfMain> {
  if (policy?.origin.kind !== 'base') return NO_CASES;
  const { origin, config_path, source } = policy;
  return unrun?.cases ?? readCasesOfMain(files, { ...origin, config_path, source });
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

async function readCases({ file, entry }: WantedFile, main: ReadableConfig): Promise<CasesOfFile> {
  const read = await main.source.files.read(pathInCommit(main.source, file));
  if ('absent' in read) return ABSENT;
  if ('problem' in read) return { cases: [], problem: read.problem };
  return parsedCases(file, read.text, entry, main);
}

/**
 * The text of a file that the base commit and the change share; `null`: the base commit has none there; `undefined`: it has
 * another, or a link, and must be requested. Equal hashes mean equal texts, whatever wrote to the checkout.
 *
 * @param file from the working directory
 */
async function textOfBoth(
  source: PolicySource,
  file: string,
  { files, links }: CommitListing,
): Promise<string | null | undefined> {
  const path = pathInCommit(source, file);
  const sha = files.get(path);
  if (sha === undefined) return isBehindLink(path, links) ? undefined : null;
  const here = (await source.checkout?.(file)) ?? null;
  return here !== null && gitBlobSha(here) === sha ? here : undefined;
}

async function parsedCases(
  file: string,
  text: string,
  entry: CasesEntry,
  { base }: ReadableConfig,
): Promise<CasesOfFile> {
  const parsed = parseSoundDocuments(text, file);
  if ('issues' in parsed) return { cases: [], problem: UNUSABLE };
  const { cases, issues } = parseCases(parsed, entry, base.defaults);
  return { cases, problem: issues.some(({ severity }) => severity === 'error') ? UNUSABLE : null };
}

const NOTHING: CasesOfFile = { cases: [], problem: null };
const ABSENT: CasesOfFile = { ...NOTHING, isAbsent: true };
const UNUSABLE = "can't be used";

/** Each is a request, and a repository's jobs have a thousand of them in an hour. */
const MOST_FILES = 200;
const AT_ONCE = 8;

/**
 * Cases of the base commit with the hashes of their workspaces there, from its own listing: a case file does not say what is in a folder.
 * What can't be known stays `null`, and so differs from every hash.
 *
 * @param listed of that commit; asked only if a case has a workspace
 * @param folder of the config in it
 */
async function withWorkspacesOfMain(
  cases: ReadonlyMap<string, Case>,
  folder: string,
  listed: () => Promise<CommitListing | null>,
): Promise<ReadonlyMap<string, Case>> {
  if ([...cases.values()].every(({ workspace }) => workspace === undefined)) return cases;
  const listing = await listed();
  if (listing === null) return cases;
  return new Map(
    [...cases].map(([id, evalCase]) => {
      const { workspace } = evalCase;
      if (workspace === undefined) return [id, evalCase];
      const hash = hashIn(listing, pathInCommit({ folder }, workspace.folder));
      return [id, { ...evalCase, workspace: { ...workspace, hash } }];
    }),
  );
}

function hashIn({ files, links, targets }: CommitListing, folder: string): string | null {
  const below = (path: string) => path.startsWith(`${folder}/`) && !isMade(path.slice(folder.length + 1));
  const own = [...links].filter(below).map((path) => [path, targets?.get(path)] as const);
  if (isBehindLink(folder, links) || own.some(([, target]) => target === undefined)) return null;
  const entries = [...[...files].filter(([path]) => below(path)), ...own];
  return entries.length === 0
    ? null
    : folderHash(new Map(entries.map(([path, hash]) => [path.slice(folder.length + 1), hash ?? ''])));
}
