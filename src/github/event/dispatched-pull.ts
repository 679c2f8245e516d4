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

/**
 * A pull request's event as it is when its run is run again: the payload is that of the first attempt, and draft, labels and
 * target may have changed since. What was tested against another branch is no answer for this one.
 *
 * @param decides a job that leaves the decision to another needs no right to ask: unanswered, it runs by its payload
 * @returns `refused` if GitHub does not say, or it goes onto another branch now
 */
export async function pullOfToday(
  github: GithubReader,
  context: RunnerContext,
  event: PullRequestEvent,
  decides: boolean,
): Promise<PullRequestEvent | Extract<GithubEvent, { kind: 'refused' }>> {
  const refused = (reason: string) =>
    ({ kind: 'refused', name: `attempt ${context.runAttempt} of a run of #${event.number}`, reason }) as const;
  const pull = await readPull(github, context, event.number);
  if ('refused' in pull) return decides ? refused(pull.refused) : event;
  const { base, draft, labels } = pull;
  if (base.ref !== event.baseRef)
    return refused(
      `it was started for the branch ${event.baseRef}, and the pull request goes onto ${base.ref} now; push, or add a label, to evaluate it there`,
    );
  return { ...event, draft, labels: labels.map((label) => label.name) };
}

/** Whether a run by hand was given more than the pull request that it is for. */
export function hasChoice(payload: unknown, pullRequest: number | null): boolean {
  const read = choiceSchema.safeParse(payload);
  const chosen = Object.values(read.success ? (read.data.inputs ?? {}) : {});
  return !read.success || chosen.some((value) => !['', 'false', String(pullRequest)].includes(String(value).trim()));
}

/** An open pull request whose code may run by hand: a branch of this repository, and not the default one; else why not. */
export async function ownPull(
  github: GithubReader,
  context: Pick<RunnerContext, 'repository'>,
  number: number,
): Promise<Pull | { readonly refused: string }> {
  const { repository } = context;
  const pull = await readPull(github, context, number);
  if ('refused' in pull) return pull;
  const { state, head } = pull;
  if (head.repo?.id !== repository.id)
    return {
      refused:
        'its code is in another repository, and would run here with the keys of this one; a fork is evaluated by its own pull_request run',
    };
  if (state !== 'open') return { refused: `it is ${state}; only open pull requests are evaluated` };
  if (head.ref === repository.defaultBranch)
    return { refused: 'its code is the default branch, whose runs are the baseline of others' };
  return pull;
}

async function readPull(
  github: GithubReader,
  { repository }: Pick<RunnerContext, 'repository'>,
  number: number,
): Promise<Pull | { readonly refused: string }> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
  const answer = await github.request(route, { owner, repo, pull_number: number });
  if (!answer.ok) {
    const right = answer.status === 403 || answer.status === 404 ? `; ${RIGHT}` : '';
    return { refused: `the pull request can't be read: ${answer.problem}${right}` };
  }
  const read = pullSchema.safeParse(answer.data);
  return read.success ? read.data : { refused: 'GitHub did not return a pull request' };
}

/** A private repository asks for it; the two lines stand on one, as a log shows them. */
const RIGHT =
  'the job needs the line "permissions:" and under it "  pull-requests: read" (listing any permission removes the others)';

/** For a POSIX shell. */
function quoteForShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const commitId = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const branch = z.string().min(1).max(300);
const pullSchema = z.object({
  state: z.enum(['open', 'closed']),
  draft: z.boolean().default(false),
  head: z.object({ ref: branch, repo: z.object({ id: z.number().int() }).nullish() }),
  base: z.object({ sha: commitId, ref: branch }),
  labels: z
    .array(z.object({ name: z.string().max(300) }))
    .max(200)
    .default([]),
});

type Pull = z.infer<typeof pullSchema>;

const choiceSchema = z.object({
  inputs: z.record(z.string(), z.union([z.string(), z.boolean(), z.number()])).nullish(),
});
