import * as z from 'zod';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { branchTip, withContents } from './branch-tip.ts';
import { shaSchema } from './workflow-run.ts';

/** What an event says about the commit to compare with. Null if the event says nothing. */
export interface ComparisonPoint {
  /** The commit that is checked out and evaluated. */
  readonly testedSha: string;
  /** The pull request's own newest commit. */
  readonly headSha: string | null;
  /** Branch that the tested commit is to be merged into. */
  readonly baseRef: string | null;
  /** The exact commit to compare with, if the event names it (a merge group's base, the state before a push). */
  readonly baseSha: string | null;
}

/**
 * `how` completes "the run of abc1234, …"; `merged`: the tested commit is GitHub's merge of it and the head; `problem` is a
 * sentence.
 */
export type Target =
  | { readonly sha: string; readonly how: string; readonly merged: boolean }
  | { readonly problem: string };

/**
 * The commit whose results show what the tested commit is built upon. GitHub's merge commit contains main's newest commits, so
 * its first parent is the target; the merge base only if the head itself is tested.
 */
export async function resolveTarget(
  github: GithubReader,
  repository: GithubRepository,
  point: ComparisonPoint,
): Promise<Target> {
  if (point.baseSha !== null) return { sha: point.baseSha, how: 'the commit this change starts from', merged: false };
  if (point.headSha !== null && point.headSha !== point.testedSha) {
    const parents = await readParents(github, repository, point.testedSha);
    const [first, second] = parents;
    if (first !== undefined && parents.length === 2 && second === point.headSha) {
      return { sha: first, how: 'the first parent of the tested merge commit', merged: true };
    }
  }
  if (point.baseRef === null) return { sha: point.testedSha, how: 'the tested commit itself', merged: false };
  return mergeBase(github, repository, point.baseRef, point.testedSha);
}

/** Empty if the commit can't be read: then it is not known to be a merge commit. */
async function readParents(
  github: GithubReader,
  repository: GithubRepository,
  sha: string,
): Promise<readonly string[]> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/git/commits/{commit_sha}';
  const answer = await github.request(route, { owner, repo, commit_sha: sha });
  const commit = commitSchema.safeParse(answer.ok ? answer.data : null);
  return commit.success ? commit.data.parents.map((parent) => parent.sha) : [];
}

async function mergeBase(
  github: GithubReader,
  repository: GithubRepository,
  baseRef: string,
  headSha: string,
): Promise<Target> {
  const { owner, name: repo } = repository;
  const unknown = `The merge base with ${baseRef} is not known`;
  const tip = await branchTip(github, repository, baseRef);
  if ('problem' in tip) return { problem: `${unknown}: ${tip.problem}.` };
  const basehead = `${tip.sha}...${headSha}`;
  const route = 'GET /repos/{owner}/{repo}/compare/{basehead}';
  const answer = await github.request(route, { owner, repo, basehead, per_page: 1 });
  if (!answer.ok) return { problem: `${unknown}: ${withContents(answer.status, answer.problem)}.` };
  const body = comparisonSchema.safeParse(answer.data);
  if (!body.success) return { problem: `${unknown}: GitHub's answer contains no merge base.` };
  return { sha: body.data.merge_base_commit.sha, how: `the merge base with ${baseRef}`, merged: false };
}

const commitSchema = z.object({ parents: z.array(z.object({ sha: shaSchema })).max(100) });
const comparisonSchema = z.object({ merge_base_commit: z.object({ sha: shaSchema }) });
