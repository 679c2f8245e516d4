import * as z from 'zod';
import { shortSha } from '#common/words.ts';
import type { GithubApi } from '#github/api/api.ts';
import type { PullRequestEvent } from '#github/event/event.ts';
import type { RunsRepository, TriggeringRun } from './triggering-run.ts';
import { shaSchema } from './workflow-run.ts';

/** A pull request as an event describes it, or why there is none: a sentence. */
export type PullOfRun = { readonly pull: PullRequestEvent } | { readonly none: string };

/**
 * The open pull request that a run was for: the one whose newest commit and head repository are the run's, according to GitHub.
 * Nothing that the run itself produced is trusted; `hint`, which may come from there, only chooses among several matches.
 */
export async function findPullOfRun(
  api: GithubApi,
  repository: RunsRepository,
  run: TriggeringRun,
  hint: number | null,
): Promise<PullOfRun> {
  const answer = await api.request('GET /repos/{owner}/{repo}/pulls', {
    owner: repository.owner,
    repo: repository.name,
    state: 'open',
    head: `${run.headRepository.owner}:${run.headBranch}`,
    per_page: 100,
  });
  if (!answer.ok) return { none: `pull requests could not be listed: ${answer.problem}` };
  const items = Array.isArray(answer.data) ? answer.data : [];
  const fitting = items.flatMap((item) => readPull(item, run));
  const [only, ...others] = fitting;
  if (only === undefined) {
    const short = shortSha(run.headSha);
    return { none: `no open pull request has ${short} as its newest commit; it was closed, or has newer commits` };
  }
  if (others.length === 0) return { pull: only };
  const hinted = fitting.find((pull) => pull.number === hint);
  if (hinted !== undefined) return { pull: hinted };
  return { none: `several pull requests (${fitting.map(({ number }) => `#${number}`).join(', ')}) have this commit` };
}

function readPull(value: unknown, run: TriggeringRun): readonly PullRequestEvent[] {
  const read = pullSchema.safeParse(value);
  if (!read.success) return [];
  const { number, state, head, base, merge_commit_sha: merge } = read.data;
  if (state !== 'open' || head.sha !== run.headSha || head.repo?.id !== run.headRepository.id) return [];
  return [
    {
      kind: 'pull_request',
      number,
      headSha: head.sha,
      baseSha: base.sha,
      baseRef: base.ref,
      testedSha: merge ?? head.sha,
      fork: run.fork,
      dependabot: run.dependabot,
      labels: [],
      label: null,
      by_hand: false,
      draft: false,
    },
  ];
}

const pullSchema = z.object({
  number: z.number().int().positive(),
  state: z.string(),
  head: z.object({ sha: shaSchema, repo: z.object({ id: z.number().int() }).nullish() }),
  base: z.object({ sha: shaSchema, ref: z.string().min(1).max(300) }),
  merge_commit_sha: shaSchema.nullish(),
});
