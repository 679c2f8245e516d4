import * as z from 'zod';
import type { GithubReader } from '#github/api/api.ts';
import type { GithubEvent, PullRequestEvent } from './event.ts';
import type { RunnerContext } from './run-context.ts';

/**
 * The pull request that somebody started the workflow for by hand, on its own branch. There a run has the rights of a run of the
 * pull request: on any other branch its code would run where caches and results pass for those of that branch, and a fork's
 * would run with keys that it must not have.
 *
 * @returns `refused` if it is no open pull request of this branch; its reason ends in what to do
 */
export async function dispatchedPull(
  github: GithubReader,
  context: RunnerContext,
  number: number,
): Promise<PullRequestEvent | Extract<GithubEvent, { kind: 'refused' }>> {
  const { ref, sha, workflowPath } = context;
  const refused = (reason: string) => ({ kind: 'refused', name: `workflow_dispatch for #${number}`, reason }) as const;
  const pull = await ownPull(github, context, number);
  if ('refused' in pull) return refused(pull.refused);
  const { head, base, labels } = pull;
  if (ref !== `refs/heads/${head.ref}`) {
    const workflow = workflowPath.slice(workflowPath.lastIndexOf('/') + 1);
    const command = `gh workflow run ${workflow} --ref ${quoteForShell(head.ref)} -f pull-request=${number}`;
    return refused(
      `this run is on ${ref}, and not on the branch of the pull request; choose that branch under "Run workflow", or: ${command}`,
    );
  }
  return {
    kind: 'pull_request',
    number,
    headSha: sha,
    baseSha: base.sha,
    baseRef: base.ref,
    testedSha: sha,
    fork: false,
    dependabot: false,
    labels: labels.map((label) => label.name),
    label: null,
    by_hand: true,
    draft: false,
  };
}

/** An open pull request whose code may run by hand: a branch of this repository, and not the default one; else why not. */
export async function ownPull(
  github: GithubReader,
  { repository }: Pick<RunnerContext, 'repository'>,
  number: number,
): Promise<z.infer<typeof pullSchema> | { readonly refused: string }> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
  const answer = await github.request(route, { owner, repo, pull_number: number });
  if (!answer.ok) {
    const right = answer.status === 403 ? '; add "permissions: pull-requests: read"' : '';
    return { refused: `the pull request can't be read: ${answer.problem}${right}` };
  }
  const read = pullSchema.safeParse(answer.data);
  if (!read.success) return { refused: 'GitHub did not return a pull request' };
  const { state, head } = read.data;
  if (head.repo?.id !== repository.id)
    return {
      refused:
        'its code is in another repository, and would run here with the keys of this one; a fork is evaluated by its own pull_request run',
    };
  if (state !== 'open') return { refused: `it is ${state}; only open pull requests are evaluated` };
  if (head.ref === repository.defaultBranch)
    return { refused: 'its code is the default branch, whose runs are the baseline of others' };
  return read.data;
}

/** For a POSIX shell. */
function quoteForShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const commitId = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const branch = z.string().min(1).max(300);
const pullSchema = z.object({
  state: z.enum(['open', 'closed']),
  head: z.object({ ref: branch, repo: z.object({ id: z.number().int() }).nullish() }),
  base: z.object({ sha: commitId, ref: branch }),
  labels: z
    .array(z.object({ name: z.string().max(300) }))
    .max(200)
    .default([]),
});
