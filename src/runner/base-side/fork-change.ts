import type { Accepts } from '#cases/suite/accept.ts';
import { leftOutCases } from '#cases/suite/selection/left-out-cases.ts';
import { selectCases } from '#cases/suite/selection/select-cases.ts';
import type { Selection } from '#cases/suite/selection/shard.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { caseFilesOf } from '#config/base-rules/case-files-of.ts';
import { fileOf, namedFiles } from '#config/base-rules/cases-of-main.ts';
import { isBehindLink, pathInCommit, stepsOf } from '#config/base-rules/commit-listing.ts';
import type { Config } from '#config/config.ts';
import { ACCEPTS_FILE, parseAccepts } from '#config/gate/parse-accepts.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { CommitFiles, SuiteFiles } from '#ports/ports.ts';
import { withOwners } from './accept-owners.ts';
import { type PolicyFromBase, type PolicySource, policyOf } from './policy-from-base.ts';
import { readCasesOfMain } from './read-cases-of-main.ts';

/** A fork's change as its commit has it, and what the base commit says. */
export interface ForkChange {
  readonly policy: PolicyFromBase;
  readonly suite: Pick<LoadedSuite, 'cases' | 'left_out'>;
  readonly config: Config;
  readonly config_path: string;
  /** The regressions that it means, as its commit says; absent: none. */
  readonly accepts?: Accepts;
  /** Reads a file that its config names. */
  readonly files: Pick<SuiteFiles, 'read' | 'locate'>;
}

/** The commit of a fork; nothing of it is executed. */
export interface ForkCommit {
  readonly files: CommitFiles;
  readonly config_path: string;
  readonly selection: Selection;
  /** The fork's results; they say which files its cases are in, and only files that its config names count. */
  readonly results: ResultsFile;
}

/**
 * Reads config and cases of a fork's commit as data. `problem`: not all of them can be read, a sentence part; then nothing is
 * reported about the change, because an unread case is not a removed one.
 */
export async function forkChange(
  { files: all, config_path, selection, results }: ForkCommit,
  source: PolicySource,
): Promise<ForkChange | { readonly problem: string }> {
  const files = inMeasure(all);
  const path = pathInCommit(source, config_path);
  const file = await files.read(path);
  if ('absent' in file) return { problem: `${path} is not in it` };
  if ('problem' in file) return { problem: `${path} ${file.problem}` };
  const parsed = parseConfig(file.text, config_path);
  if ('issues' in parsed) return { problem: parsed.issues.map(formatIssue)[0] ?? `${path} is not a config` };

  const { config } = parsed;
  const own = { base: config, place: { path, folder: source.folder }, config_path, source: { ...source, files } };
  // Cases that were not run are in files that no result names.
  const listing = results.unaffected === undefined ? null : await files.list();
  const caseFiles = listing === null || 'problem' in listing ? namedFiles(own) : caseFilesOf(own, listing).files;
  const read = await readCasesOfMain([...results.cases.flatMap(fileOf), ...caseFiles], own);
  const [unread] = read.unread;
  if (unread !== undefined) return { problem: unread };
  const cases = [...read.known.values()];
  const selected = selectCases(cases, selection);
  if ('problem' in selected) return { problem: selected.problem };
  const suite = { cases: selected.cases, left_out: leftOutCases(cases, selected.cases, selection) };
  const folder = stepsOf(path).slice(0, -1).join('/');
  const accepts = await acceptsOf(files, { folder, config_path }, source);
  if (accepts !== null && 'problem' in accepts) return accepts;
  return {
    policy: await policyOf({ config, config_path }, source),
    suite,
    config,
    config_path,
    ...(accepts !== null && { accepts }),
    files: {
      locate: (path) => pathInCommit({ folder }, path),
      async read(path) {
        const content = await files.read(path);
        return 'absent' in content ? { problem: `${path} is not in it` } : content;
      },
    },
  };
}

/** `null`: there is no such file. */
async function acceptsOf(
  files: CommitFiles,
  { folder, config_path }: { readonly folder: string; readonly config_path: string },
  source: PolicySource,
): Promise<Accepts | null | { readonly problem: string }> {
  const inCommit = pathInCommit({ folder }, ACCEPTS_FILE);
  const file = await files.read(inCommit);
  if ('absent' in file) return null;
  if ('problem' in file) return { problem: `${ACCEPTS_FILE} ${file.problem}` };
  const listing = await files.list();
  if ('problem' in listing)
    return { problem: `${ACCEPTS_FILE} may be a link, as its commit's files ${listing.problem}` };
  // Owners of the file are those of its own path.
  if (isBehindLink(inCommit, listing.links)) return { problem: `${ACCEPTS_FILE} is or lies behind a symbolic link` };
  const path = [...stepsOf(config_path).slice(0, -1), ACCEPTS_FILE].join('/');
  const parsed = parseAccepts(file.text, path);
  if ('issues' in parsed) return { problem: parsed.issues.map(formatIssue)[0] ?? `${path} can't be used` };
  return withOwners({ path, owners: null, entries: parsed.entries }, source);
}

/** A fork decides how many and how large its files are, and each costs a request and time. */
function inMeasure(files: CommitFiles): CommitFiles {
  let [left, characters] = [MOST_FILES, MOST_CHARACTERS];
  return {
    ...files,
    async read(path) {
      left -= 1;
      if (left < 0 || characters < 0) return { problem: "exceeds what is read from a fork's commit" };
      const read = await files.read(path);
      if ('text' in read) characters -= read.text.length;
      return read;
    },
  };
}

const MOST_FILES = 50;
const MOST_CHARACTERS = 4_000_000;
