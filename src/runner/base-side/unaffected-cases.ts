import type { Case } from '#cases/suite/case.ts';
import { declaresCoverage, NO_COVERAGE } from '#cases/suite/coverage/coverage-rules.ts';
import { type Links, namesThrough, wayOf } from '#cases/suite/coverage/links.ts';
import type { HashedFolder } from '#cases/suite/hashed-folder.ts';
import { canonicalJson, isJsonObject } from '#common/json.ts';
import { capitalise } from '#common/words.ts';
import type { PolicyOrigin } from '#config/base-rules/base-policy.ts';
import { type ChangedFiles, changedFiles } from '#config/base-rules/changed-files.ts';
import { type CommitListing, gitBlobSha, pathInCommit, stepsOf } from '#config/base-rules/commit-listing.ts';
import { skipUnaffected, type UnaffectedChoice } from '#config/base-rules/skip-unaffected.ts';
import { isModelAgent } from '#config/capture.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { agentFiles } from '../load/grader-look.ts';
import type { PolicyFromBase, PolicySource } from './policy-from-base.ts';
import { readCasesOfMain } from './read-cases-of-main.ts';

/** The suite without the cases that nothing of the change can reach, and a sentence on the choice; `null`: nothing to say. */
export interface SelectedSuite<Suite = LoadedSuite> {
  readonly suite: Suite;
  readonly note: string | null;
}

/** What a selection needs of a suite. */
export type ReachableSuite = Pick<
  LoadedSuite,
  | 'cases'
  | 'other_covers'
  | 'unaffected'
  | 'config'
  | 'config_path'
  | 'graders'
  | 'grader_hashes'
  | 'conditions'
  | 'treatment'
  | 'overlay'
>;

/**
 * Leaves out what a change can't reach, if the base commit's config declares `covers` or `ignores`: its rules decide, so that no
 * change can narrow its own evaluation. Whatever is unknown runs every case.
 */
export async function selectReached<Suite extends ReachableSuite>(
  suite: Suite,
  policy: PolicyFromBase | null,
  lookup: BaselineLookup,
  files: Pick<SuiteFiles, 'read' | 'locate'>,
): Promise<SelectedSuite<Suite>> {
  const whole: SelectedSuite<Suite> = { suite, note: null };
  if (policy?.origin.kind !== 'base' || lookup.kind === 'none') return whole;
  const known = { ...policy, origin: policy.origin };
  if (!declaresReach(suite, known)) return whole;
  const [main] = lookup.runs;
  const choice = await unaffectedSince(suite, known, main, files);
  const note = choice.why === null ? null : `${capitalise(choice.why)}.`;
  const { unaffected } = choice;
  if (unaffected === null) return { suite, note };
  const ids = new Set(unaffected.cases.map(({ id }) => id));
  return { suite: { ...suite, cases: suite.cases.filter(({ id }) => !ids.has(id)), unaffected }, note };
}

/** Whether the base commit's config, or a case, says what it depends on. */
export function declaresReach(
  { cases, other_covers }: Pick<ReachableSuite, 'cases' | 'other_covers'>,
  { origin }: KnownPolicy,
): boolean {
  const isCovered = cases.some(({ covers }) => covers !== undefined) || (other_covers ?? []).length > 0;
  return isCovered || declaresCoverage(origin.base.coverage);
}

/** Whether a change can reach no case at all. */
export function isAllUnaffected({ suite }: { readonly suite: Pick<LoadedSuite, 'cases' | 'unaffected'> }): boolean {
  return suite.cases.length === 0 && suite.unaffected !== undefined;
}

/** A policy that is the base commit's. */
type KnownPolicy = Omit<PolicyFromBase, 'origin'> & { readonly origin: Extract<PolicyOrigin, { kind: 'base' }> };

/** The cases that nothing since a stored run can reach: main's, or the branch's own last one. */
export async function unaffectedSince(
  suite: ReachableSuite,
  policy: KnownPolicy,
  { results, sha }: Pick<StoredRun, 'results' | 'sha'>,
  files: Pick<SuiteFiles, 'read' | 'locate'>,
): Promise<UnaffectedChoice> {
  const { origin, config_path, source, workflow, changed: ofChange } = policy;
  const everything = (why: string): UnaffectedChoice => ({ unaffected: null, why: `every case runs: ${why}` });
  if (sha === null) return everything("the commit of main's run is not known");
  if (workflow.state !== 'same') return everything('the workflow differs from that of the base commit');
  if (results.config.path !== suite.config_path) return everything("main's run used another config");
  const changed = await changedSince(sha, policy);
  if ('problem' in changed) return everything(`which files differ is not known: ${changed.problem}`);
  if (ofChange === null || 'problem' in ofChange) return everything('which files the change edits is not known');
  const present = await source.change?.list();
  if (present === undefined || 'problem' in present) return everything('which files the change has is not known');

  const links = await linksOf(policy.source, present);
  if (links === null) return everything('where the symbolic links of this commit lead is not known');

  const namesOf = namesThrough(links);
  const config = pathInCommit(source, config_path);
  const isSameAgent = sha === source.files.sha && sameBesideCoverage(origin);
  const configs = [config, origin.place.path];
  if (changed.files.some((file) => namesOf(file).some((name) => configs.includes(name))) && !isSameAgent)
    return everything(`the change edits ${config_path}, or main has edited it since its run`);
  const pathOf = ({ source: { file } }: Pick<Case, 'source'>) => pathInCommit(source, file);
  const edited = new Set(ofChange.files.flatMap(namesOf));
  const isEdited = (evalCase: Pick<Case, 'source'>) => edited.has(pathOf(evalCase));
  const others = suite.other_covers ?? [];
  const place = { ...origin, config_path, source };
  const before = await readCasesOfMain(
    [...suite.cases, ...others].filter(isEdited).map((evalCase) => evalCase.source.file),
    place,
  );
  const folder = stepsOf(config).slice(0, -1).join('/');
  const inFolder = (path: string) => pathInCommit({ folder }, path);
  const observed = await observedFiles(suite, files);
  const ways = observed.paths.map((path) => ({ path, ...wayOf(inFolder(path), links) }));
  const astray = ways.find(({ to }) => to === null);
  if (astray !== undefined)
    return everything(`the agent reads ${astray.path} behind a link that leads out of the repository, or nowhere`);
  return skipUnaffected(suite, results, sha, {
    rules: origin.base.coverage,
    other_covers: others.flatMap((other) =>
      isEdited(other) ? (before.known.get(other.id)?.covers ?? []) : other.covers,
    ),
    folder,
    agent_files: new Set([
      ...ways.flatMap(({ to, through }) => [to ?? '', ...through]),
      ...filesBelow(suite.overlay ?? [], changed.files, inFolder, namesOf),
    ]),
    is_agent_known: observed.is_all,
    // A file of a runner's tests is code, from which others may import.
    case_files: new Set([
      config,
      origin.place.path,
      ...(suite.config.agent.kind === 'suite'
        ? []
        : [...suite.cases, ...results.cases].flatMap(({ source: at }) =>
            at === null ? [] : pathInCommit(source, at.file),
          )),
    ]),
    changed: changed.files,
    present: [...present.files.keys(), ...present.links],
    namesOf,
    links: changed.links ?? new Set(),
    base_cases: before.known,
    isEdited,
  });
}

/** Changed files in folders that a config lays over workspaces. */
function filesBelow(
  roots: readonly HashedFolder[],
  changed: readonly string[],
  inFolder: (path: string) => string,
  namesOf: (file: string) => readonly string[],
): readonly string[] {
  const folders = [...new Set(roots.map(({ folder }) => folder))].map(inFolder);
  return changed.filter((path) =>
    namesOf(path).some((name) => folders.some((folder) => `${name}/`.startsWith(`${folder}/`))),
  );
}

/**
 * What the links of the change hold, as its checkout has them; `null`: not known of each. Of another commit only links that the change
 * edits can hold something else, and these count as changed files.
 */
async function linksOf({ link }: PolicySource, { links, targets, submodules }: CommitListing): Promise<Links | null> {
  const held = new Map<string, string>();
  for (const path of links) {
    if (submodules?.has(path)) continue;
    const text = (await link?.(path)) ?? null;
    if (text === null || gitBlobSha(text) !== targets?.get(path)) return null;
    held.set(path, text);
  }
  return held;
}

/** The files in which the evaluated commit differs from another one. */
export async function changedSince(sha: string, { changed, source }: KnownPolicy): Promise<ChangedFiles> {
  if (sha === source.files.sha) return changed ?? { problem: 'the evaluated commit is not known' };
  if (source.change === undefined || source.at === undefined) return { problem: 'the evaluated commit is not known' };
  const [before, after] = await Promise.all([source.at(sha).list(), source.change.list()]);
  return changedFiles(before, after);
}

/** Whether a change of the config edits nothing but `covers` and `ignores`, which don't decide here. */
function sameBesideCoverage({ base, own }: KnownPolicy['origin']): boolean {
  const text = (config: object) => canonicalJson(JSON.parse(JSON.stringify({ ...config, coverage: NO_COVERAGE })));
  return text(base) === text(own);
}

/** What an agent is seen to read. */
interface ObservedFiles {
  /** Paths from the folder of the config. */
  readonly paths: readonly string[];
  /** It reads nothing else. */
  readonly is_all: boolean;
}

/** The files that the agent of a suite is seen to read: what its part of the config names, with imports, and the modules of its mocks. */
export async function observedFiles(
  { config: { agent }, conditions }: Pick<LoadedSuite, 'config' | 'conditions'>,
  files: Pick<SuiteFiles, 'read' | 'locate'>,
): Promise<ObservedFiles> {
  const modules = conditions.values['mock_modules'] ?? null;
  const mocks = isJsonObject(modules) ? Object.keys(modules) : [];
  const paths = await agentFiles((path) => files.read(files.locate(path)), agent);
  return { paths: [...paths, ...mocks], is_all: isModelAgent(agent) && mocks.length === 0 };
}
