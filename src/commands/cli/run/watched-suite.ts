import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { reachOf } from '#cases/suite/coverage/reach.ts';
import { canonicalJson } from '#common/json.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import { observedFiles } from '#runner/base-side/unaffected-cases.ts';
import type { KnownCases } from './known-cases.ts';

/** A suite as it was read, and what an edit of its files reaches. */
export interface WatchedSuite {
  /** What each selected case demands and is graded by, by id. */
  readonly cases: ReadonlyMap<string, string>;
  /** What every case depends on: config and agent. */
  readonly rest: string;
  /** Absolute paths of the files that the config, its cases and its agent name. */
  readonly named: ReadonlySet<string>;
  /** The cases that an edit of some files reaches, besides that of their own demands; paths are absolute. */
  readonly reach: (paths: readonly string[]) => 'all' | ReadonlyMap<string, string>;
}

/** What an edit is compared with, and what it makes of the suite. */
export async function watchedSuite({ suite, files, root, cwd }: KnownCases): Promise<WatchedSuite> {
  const { config, config_path, conditions, treatment, graders, other_covers: others = [] } = suite;
  const observed = await observedFiles(suite, files);
  const fromRoot = (path: string) => relative(root, resolve(cwd, path)).split(sep).join('/');
  const folder = fromRoot(dirname(config_path));
  const inFolder = (path: string) => posix.join(folder, path);
  const case_files = new Set([config_path, ...suite.cases.map(({ source }) => source.file)].map(fromRoot));
  const agent_files = new Set(observed.paths.map(inFolder));
  const facts = {
    rules: config.coverage,
    folder,
    agent_files,
    is_agent_known: observed.is_all,
    other_covers: others.flatMap(({ covers }) => covers),
    present: null,
    namesOf: (file: string) => [file],
    links: new Set<string>(),
    case_files,
  };
  const covered = suite.cases.map(({ id, tags, covers = [] }) => {
    const checks = graders.get(id);
    return { id, tags, covers, is_open: checks !== undefined && checks.open.length + checks.problems.length > 0 };
  });
  const text = (value: object) => canonicalJson(JSON.parse(JSON.stringify(value)));
  return {
    cases: new Map(
      suite.cases.map((item) => [item.id, text({ ...caseHeader(item, suite), source: null, trials: item.trials })]),
    ),
    rest: text([config, conditions.hash, treatment.hash]),
    named: new Set([...case_files, ...agent_files].map((path) => join(root, path))),
    reach: (paths) => {
      const reached = reachOf(paths.map(fromRoot), covered, facts);
      return reached.kind === 'all' ? 'all' : reached.files;
    },
  };
}

/** The cases that run again after some files changed. */
export function reachedCases(
  paths: readonly string[],
  before: WatchedSuite | null,
  after: WatchedSuite,
): readonly string[] {
  const ids = [...after.cases.keys()];
  const reached = before?.rest === after.rest ? after.reach(paths) : 'all';
  if (reached === 'all' || before === null) return ids;
  return ids.filter((id) => reached.has(id) || before.cases.get(id) !== after.cases.get(id));
}
