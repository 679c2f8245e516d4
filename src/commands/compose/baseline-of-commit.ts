import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Selection } from '#cases/suite/selection/shard.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { hashJson } from '#common/hash-json.ts';
import { borrowsPackages } from '#config/borrows-packages.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { titleOf } from '#report/reasons/reason-words.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { emptyBaseline } from '#runner/no-baseline.ts';
import { checkOutCommit } from '#runner/workspace/base-checkout/checkout.ts';
import { readStoredRun } from '#runner/workspace/baselines/read-stored-run.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { configFolder } from './base-checkout.ts';
import type { BaseCommitSource } from './base-source.ts';
import { evaluateWorkspace } from './evaluate-workspace.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** The folder below the working directory that keeps these runs: each in a folder of its own, with its trajectories. */
export const BASE_RUNS = 'agent-eval-baselines';

/** What is needed to make a baseline of a commit. */
export interface BaselineOfCommit {
  /** The run to be compared with it: it selects the same cases, and shares budget, keys and hosts. */
  readonly request: WorkspaceRequest;
  readonly source: BaseCommitSource;
  /** A full commit id. */
  readonly sha: string;
}

/** `results`: the path of its results file. `problem`: why there is none, a sentence part. */
export type MadeBaseline = { readonly results: string; readonly made: boolean } | { readonly problem: string };

/**
 * The baseline of a commit: its agent runs its cases, from its files in a separate folder. It is kept and repeated only after
 * 14 days, because providers change their models: a finished run of the same commit and config with the same cases selected, or
 * all, is reused.
 */
export async function baselineOfCommit(options: BaselineOfCommit): Promise<MadeBaseline> {
  const { request, sha } = options;
  const { cwd, config_path } = request.folders;
  const config = relative(cwd, resolve(cwd, config_path));
  const { selection, trials } = request.scope;
  const folderOf = (selection: Selection, range = trials): string =>
    join(cwd, BASE_RUNS, nameOf(sha, config, range, selection));
  const folder = folderOf(selection);
  const usual = folderOf(ALL, null);
  for (const known of [folderOf(ALL), folder, usual]) {
    const read = await readStoredRun(resultsIn(known));
    if (!('run' in read) || !isWhole(read.run.results, sha) || !isRecent(read.run.results)) continue;
    // Of the usual run, which makes as many trials as the config says, more are welcome.
    const isEnough = known !== usual || hasTrials(read.run.results, selection.ids, trials?.max ?? 0);
    if (isEnough) return { results: resultsIn(known), made: false };
  }
  const problem = await run(options, config, folder);
  return problem === null ? { results: resultsIn(folder), made: true } : { problem };
}

const ALL: Selection = { ids: [], tags: [] };

function resultsIn(folder: string): string {
  return join(folder, 'results.json');
}

/** Two configs of one commit, or two selections, have separate results. */
function nameOf(
  sha: string,
  config: string,
  trials: WorkspaceRequest['scope']['trials'],
  { ids, tags }: Selection,
): string {
  const range = trials === null ? null : [trials.min, trials.max];
  return `${sha.slice(0, 12)}-${hashJson({ config, ids: [...ids], tags: [...tags], trials: range }).slice(0, 6)}`;
}

function isWhole({ complete, commit, cases }: ResultsFile, sha: string): boolean {
  return complete && commit.sha === sha && cases.some(({ trials }) => trials.length > 0);
}

/** Whether each of some cases, or each case of all, has so many trials. */
function hasTrials({ cases }: ResultsFile, ids: readonly string[], least: number): boolean {
  const wanted = cases.filter(({ id }) => ids.length === 0 || ids.includes(id));
  return wanted.every(({ trials, fixed_trials: isFixed }) => isFixed || trials.length >= least);
}

function isRecent({ created_at: created }: ResultsFile): boolean {
  return systemClock.now() - Date.parse(created) <= MOST_DAYS * 86_400_000;
}

const MOST_DAYS = 14;

/** Returns why there are no complete results. */
async function run({ request, source, sha }: BaselineOfCommit, config: string, folder: string): Promise<string | null> {
  const fetched = await checkOutCommit(source.commits, sha, {
    temporary: tmpdir(),
    environment: request.access.environment,
    signal: request.signal,
    root: source.root,
  });
  if ('problem' in fetched) return fetched.problem;
  const { checkout } = fetched;
  try {
    const cwd = join(checkout.folder, source.folder);
    const files = workspaceFiles(checkout.folder, cwd, config);
    const loaded = await loadSuite(files, config, request.scope.selection);
    if ('issues' in loaded) return loaded.issues.map(formatIssue).join('; ');
    const place = configFolder(source.folder, config);
    const other = borrowsPackages(loaded.suite.config.agent) ? await checkout.otherDependencies(place) : null;
    if (other !== null) return `${other}, and its config has no agent.setup to install its packages`;
    const result = await evaluateWorkspace({
      ...request,
      ...(request.shared_budget && { shared_budget: request.shared_budget.of_main }),
      folders: { ...request.folders, root: checkout.folder, cwd, config_path: config, output_folder: folder },
      facts: {
        ...request.facts,
        commit: { ...request.facts.commit, sha, ref: null },
        run: { ...request.facts.run, side: 'baseline' },
      },
      comparison: {
        ...request.comparison,
        baselines: emptyBaseline('this run makes it'),
        confirm: 'never',
        base_source: null,
      },
      storage: { ...request.storage, trajectories: 'all' },
    });
    if (result.kind === 'invalid') return result.issues.map(formatIssue).join('; ');
    if (result.kind === 'refused') return result.problem;
    const { decision, results } = result.evaluation;
    if (decision.verdict === 'error') return titleOf(decision);
    return isWhole(results, sha) ? null : `it did not finish: ${titleOf(decision)}`;
  } finally {
    await checkout.close();
  }
}
