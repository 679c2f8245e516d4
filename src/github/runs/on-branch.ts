import * as z from 'zod';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { branchTip } from './branch-tip.ts';
import { shaSchema } from './workflow-run.ts';

/**
 * Tells which commits the default branch itself has been at: its tip, the first parent of that, and so on. What a merge brought
 * in never was the branch: anyone who wrote a commit of it may give a tag the branch's name, and a run of that tag claims the
 * branch too. The same holds for a commit that one push, as of a rebase, laid below its last one. Lists at most a thousand commits;
 * answers no for what lies beyond, and if the branch can't be read.
 */
export function onBranch(context: {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  readonly defaultBranch: string;
}): (sha: string) => Promise<boolean> {
  const firstParents = new Map<string, string | null>();
  const line = new Set<string>();
  let tip: string | null = null;
  let next: string | null = null;
  let page = 0;
  let pushes: ReadonlyMap<string, string> = new Map();
  /** Where the push began that went over the commits that are read now. */
  let began: string | null = null;

  const readOn = async (): Promise<void> => {
    page += 1;
    if (page === 1) {
      tip = next = await tipOf(context);
      pushes = await pushesTo(context);
    }
    const commits = tip === null || page > MAX_PAGES ? [] : await listPage(context, tip, page);
    for (const { sha, parents } of commits) firstParents.set(sha, parents[0]?.sha ?? null);
    while (next !== null && firstParents.has(next)) {
      if (pushes.has(next) || next === began) began = null;
      if (began === null) line.add(next);
      began = pushes.get(next) ?? began;
      next = firstParents.get(next) ?? null;
    }
    if (commits.length < PAGE_SIZE) next = null;
  };
  const seek = async (sha: string): Promise<boolean> => {
    while (!line.has(sha) && (page === 0 || next !== null)) await readOn();
    return line.has(sha);
  };

  let last: Promise<unknown> = Promise.resolve();
  return (sha) => {
    const answer = last.then(() => seek(sha));
    last = answer;
    return answer;
  };
}

async function tipOf({ github, repository, defaultBranch }: Parameters<typeof onBranch>[0]): Promise<string | null> {
  const tip = await branchTip(github, repository, defaultBranch);
  return 'problem' in tip ? null : tip.sha;
}

/** The commits at which the newest pushes and merges left the branch, each with the one before; empty if they can't be read. */
async function pushesTo({
  github,
  repository: { owner, name: repo },
  defaultBranch,
}: Parameters<typeof onBranch>[0]): Promise<ReadonlyMap<string, string>> {
  const route = 'GET /repos/{owner}/{repo}/activity';
  const ref = `refs/heads/${defaultBranch}`;
  const answer = await github.request(route, { owner, repo, ref, per_page: PAGE_SIZE });
  const pushes = pushesSchema.safeParse(answer.ok ? answer.data : null);
  return new Map(pushes.success ? pushes.data.map(({ after, before }) => [after, before]) : []);
}

const pushesSchema = z.array(z.object({ before: shaSchema, after: shaSchema })).max(1000);

/** Newest first; empty if it can't be read. */
async function listPage(
  { github, repository: { owner, name: repo } }: Parameters<typeof onBranch>[0],
  sha: string,
  page: number,
): Promise<z.infer<typeof commitsSchema>> {
  const route = 'GET /repos/{owner}/{repo}/commits';
  const answer = await github.request(route, { owner, repo, sha, per_page: PAGE_SIZE, page });
  const commits = commitsSchema.safeParse(answer.ok ? answer.data : null);
  return commits.success ? commits.data : [];
}

const commitsSchema = z
  .array(z.object({ sha: shaSchema, parents: z.array(z.object({ sha: shaSchema })).max(1000) }))
  .max(1000);

const PAGE_SIZE = 100;
const MAX_PAGES = 10;
