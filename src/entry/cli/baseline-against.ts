import { relative } from 'node:path';
import { forkPoint } from '#adapters/workspace/git/fork-point.ts';
import { shortSha } from '#domain/words.ts';
import { baselineOfCommit } from '#entry/compose/baseline-of-commit.ts';
import type { WorkspaceRequest } from '#entry/compose/workspace-request.ts';
import { type ChosenBaseline, readNow } from './chosen-baseline.ts';
import { commandName } from './command-name.ts';
import { say } from './say.ts';

/**
 * The baseline for `--against`: the commit of that branch on which the current work builds, run now unless its results are
 * stored.
 */
export async function baselineAgainst(
  branch: string,
  request: WorkspaceRequest,
): Promise<ChosenBaseline | { readonly problem: string }> {
  const { cwd, base_source: source } = request;
  if (source === null) return { problem: '--against needs a git repository, but this folder is not in one' };
  const sha = await forkPoint(cwd, branch);
  if (sha === null)
    return {
      problem: `--against: git finds no common ancestor of ${branch} and the work here; fetch it, or name another branch`,
    };
  const commit = `${branch} (${shortSha(sha)})`;
  say(`First ${commit}, unless its results are already kept:`);
  const baseline = await baselineOfCommit({ request, source, sha });
  if ('problem' in baseline)
    return { problem: `--against: ${commit} can't be compared with: ${baseline.problem}. ${byHand(branch)}` };
  const kept = relative(cwd, baseline.results);
  say(baseline.made ? `Results of ${commit}: ${kept}\n` : `Results of ${commit} are kept in ${kept}\n`);
  const read = await readNow([kept]);
  return 'problem' in read ? read : { ...read, made: baseline.made };
}

function byHand(branch: string): string {
  const command = commandName();
  return `Its checkout has only committed files and what agent.setup makes. If that is not enough, run it by hand: "git switch ${branch}", "${command} run --output agent-eval-main", "git switch -", and then "${command} run --baseline agent-eval-main"`;
}
