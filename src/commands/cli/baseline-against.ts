import { relative, resolve, sep } from 'node:path';
import { baselineOfCommit } from '#commands/compose/baseline-of-commit.ts';
import type { WorkspaceRequest } from '#commands/compose/workspace-request.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { listed, shortSha } from '#common/words.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { askGit } from '#runner/workspace/git/ask-git.ts';
import { type ForkPoint, forkPoint } from '#runner/workspace/git/fork-point.ts';
import type { Prices } from '#trials/prices/prices.ts';
import { type ChosenBaseline, chosenBaseline, readNow } from './common/chosen-baseline.ts';
import { commandName } from './common/command-name.ts';
import { say } from './common/say.ts';

/**
 * The baseline for `--against`: the commit of that branch on which the current work builds, run now unless its results are
 * stored.
 */
export async function baselineAgainst(
  branch: string,
  request: WorkspaceRequest,
): Promise<ChosenBaseline | { readonly problem: string }> {
  const { root, cwd, config_path } = request.folders;
  const here = await loadSuite(workspaceFiles(root, cwd, config_path), config_path, request.scope.selection);
  // The evaluation that follows says what is wrong here, before anything of the branch is paid for.
  if ('issues' in here) return chosenBaseline(null, '');
  const { base_source: source } = request.comparison;
  if (source === null) return { problem: '--against needs a git repository, but this folder is not in one' };
  const point = await forkPoint(cwd, branch);
  if (point.kind !== 'found') return { problem: `--against: ${noForkPoint(point, branch)}` };
  const { sha } = point;
  const commit = `${branch} (${shortSha(sha)})`;
  say(`First ${commit}, unless its results are already kept:`);
  const baseline = await baselineOfCommit({ request, source, sha });
  if (request.signal.aborted)
    return {
      problem: `--against: the run of ${commit} was interrupted, and the work here was not run; the same command begins again`,
    };
  if ('problem' in baseline)
    return {
      problem: `--against: can't compare with ${commit}: ${baseline.problem}\n${byHand(branch)}`,
    };
  const prices = await pricesAt(sha, request.folders);
  if (prices === null && request.budget.max_cost_usd !== null)
    return { problem: `--max-cost-usd goes by the prices of ${commit} too, whose config can't be read` };
  const path = relative(cwd, baseline.results);
  say(baseline.made ? `Results of ${commit}: ${path}\n` : `Results of ${commit} are kept in ${path}\n`);
  const read = await readNow([path]);
  return 'problem' in read ? read : { ...read, made: baseline.made, ...(prices !== null && { prices }) };
}

/** The prices of the commit's config; `null`: it has none that can be read. */
async function pricesAt(
  sha: string,
  { cwd, config_path }: Pick<WorkspaceRequest['folders'], 'cwd' | 'config_path'>,
): Promise<Prices | null> {
  const config = relative(cwd, resolve(cwd, config_path)).split(sep).join('/');
  const text = await askGit(cwd, ['cat-file', 'blob', `${sha}:./${config}`]);
  const parsed = text === null ? null : parseConfig(text, config);
  return parsed !== null && 'config' in parsed ? parsed.config.prices : null;
}

function noForkPoint(point: Exclude<ForkPoint, { kind: 'found' }>, branch: string): string {
  switch (point.kind) {
    case 'unknown_name':
      return `there is no branch, tag or commit ${JSON.stringify(branch)} here or on origin; ${otherName(branch, point)}`;
    case 'no_commit':
      return 'nothing is committed here yet, so no branch has a commit in common with it; commit your work first';
    case 'shallow':
      return `this clone has only the newest commits, and none that ${branch} and the work here have in common; fetch the others with "git fetch --unshallow" (of actions/checkout: "fetch-depth: 0")`;
    case 'unrelated':
      return `${branch} and the work here have no commit in common; name the branch that the work builds on`;
  }
}

function otherName(branch: string, { known, is_shallow }: Extract<ForkPoint, { kind: 'unknown_name' }>): string {
  const near = /[~^]/.test(branch) ? null : nearestName(branch, known);
  if (near !== null) return `did you mean ${near}?`;
  const names = known.length === 0 ? '' : ` (known are ${listed(known, 5)})`;
  if (is_shallow)
    return `this clone has only the newest commits, and may lack it: git fetch --unshallow origin "+refs/heads/*:refs/remotes/origin/*"${names}`;
  return `correct the name, or fetch it first: git fetch origin${names}`;
}

function byHand(branch: string): string {
  const command = commandName();
  return `Its checkout has only committed files and what its setup makes. If that is not enough, run it by hand: "git switch ${branch}", "${command} run --output agent-eval-main", "git switch -", and then "${command} run --baseline agent-eval-main"`;
}
