import { dirname, posix, relative, resolve, sep } from 'node:path';
import { declaresCoverage } from '#cases/suite/coverage/coverage-rules.ts';
import { reachOf } from '#cases/suite/coverage/reach.ts';
import { REACHES_ALL, type ReachOf } from '#cases/suite/selection/touched-cases.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { runnerRefusal } from '#config/runner-refusal.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { observedFiles } from '#runner/load/observed-files.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';

/** The selected cases of a suite, and what a change of other files reaches. */
export interface KnownCases {
  readonly cases: LoadedSuite['cases'];
  /** Why they can't be watched, a sentence; `null`: they can. */
  readonly refusal: string | null;
  /** Takes paths from the working directory. */
  readonly reach: ReachOf;
}

/** Loads the selected cases; `null`: they can't be loaded, and standard error says why. */
export async function knownCases(
  cwd: string,
  { config, cases, tags }: Pick<RunOptions, 'config' | 'cases' | 'tags'>,
): Promise<KnownCases | null> {
  const root = await workspaceRoot(cwd, config);
  const files = workspaceFiles(root, cwd, config);
  const loaded = await loadSuite(files, config, { ids: cases, tags });
  if ('issues' in loaded) {
    sayIssues(loaded.issues);
    return null;
  }
  const { suite } = loaded;
  const refusal = runnerRefusal(suite.config.agent, 'watched');
  return { cases: suite.cases, refusal, reach: await reachIn(suite, files, { root, cwd }) };
}

/** What the config says of the files that its cases depend on; nothing: a change reaches every case. */
async function reachIn(
  suite: LoadedSuite,
  files: SuiteFiles,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): Promise<ReachOf> {
  const { cases, config, config_path, graders, other_covers = [] } = suite;
  const isDeclared =
    declaresCoverage(config.coverage) || cases.some(({ covers }) => covers !== undefined) || other_covers.length > 0;
  if (!isDeclared) return REACHES_ALL;
  const fromRoot = (path: string): string => relative(root, resolve(cwd, path)).split(sep).join('/');
  const folder = fromRoot(dirname(config_path));
  const inFolder = (path: string): string => posix.join(folder, path);
  const observed = await observedFiles(suite, files);
  const checkFiles = new Map(
    [...graders].map(([id, { files: own }]) => [id, new Set([...own.keys()].map(inFolder))] as const),
  );
  const facts = {
    rules: config.coverage,
    folder,
    agent_files: new Set(observed.paths.map(inFolder)),
    is_agent_known: observed.is_all,
    other_covers: other_covers.flatMap((other) => other.covers),
    present: null,
    case_files: new Set<string>(),
  };
  const covered = cases.map(({ id, tags, covers = [] }) => {
    const checks = graders.get(id);
    return { id, tags, covers, is_open: checks !== undefined && checks.unknown.length + checks.problems.length > 0 };
  });
  return (paths) => {
    const changed = paths.map(fromRoot);
    const reached = changed.includes(fromRoot(config_path)) ? null : reachOf(changed, covered, facts);
    if (reached === null || reached.kind === 'all') return 'all';
    const isJudgedBy = (id: string): boolean => changed.some((path) => checkFiles.get(id)?.has(path) === true);
    return cases.map(({ id }) => id).filter((id) => reached.files.has(id) || isJudgedBy(id));
  };
}
