import * as z from 'zod';
import type { RunnerContext } from './run-context.ts';

/** The actor of runs that GitHub treats like those of forks. */
export const DEPENDABOT = 'dependabot[bot]';

/** Why this run happens, which decides what it may publish and what it is compared with. */
export type GithubEvent =
  | PullRequestEvent
  | {
      /** The default branch itself: its results become baselines. `previousSha`: the branch before a push. */
      readonly kind: 'baseline_producer';
      readonly trigger: 'push' | 'schedule' | 'workflow_dispatch';
      readonly testedSha: string;
      readonly previousSha: string | null;
    }
  | { readonly kind: 'merge_group'; readonly testedSha: string; readonly baseSha: string; readonly baseRef: string }
  /** A push to another branch, or a dispatch there. */
  | { readonly kind: 'push_other'; readonly testedSha: string; readonly baseRef: string | null }
  /** Another workflow's run has ended; in mode report only. `testedSha` is the default branch's, not that run's. */
  | { readonly kind: 'workflow_run'; readonly triggeringRunId: number; readonly testedSha: string }
  /** Everything else: evaluates without a comment. */
  | { readonly kind: 'other'; readonly name: string; readonly testedSha: string; readonly baseRef: string | null }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

/** A run for a pull request. */
export interface PullRequestEvent {
  readonly kind: 'pull_request';
  readonly number: number;
  readonly headSha: string;
  readonly baseSha: string;
  readonly baseRef: string;
  /** `GITHUB_SHA`: GitHub's merge commit, unless the workflow checks out something else. */
  readonly testedSha: string;
  /** The head is in another repository (or a deleted one): no secrets, a read-only token. */
  readonly fork: boolean;
  /** Started by Dependabot: GitHub treats it like a fork. */
  readonly dependabot: boolean;
  /** Names of its labels when the run was started. */
  readonly labels: readonly string[];
  /** The label whose being added or removed started this run; `null`: something else did. */
  readonly label: string | null;
  /** Somebody started this run by hand, for this pull request. */
  readonly by_hand: boolean;
  readonly draft: boolean;
}

/**
 * Reads the event from the runner's variables and the payload, and validates both.
 *
 * @param mode `report` requires `workflow_run`, and no other mode accepts it
 */
export function readEvent(
  context: RunnerContext,
  payload: unknown,
  mode: 'run' | 'merge' | 'report' | 'command' = 'run',
): GithubEvent {
  const { eventName, sha: testedSha, ref, repository } = context;
  if (mode === 'report') return readWorkflowRun(context, payload);
  const refusal = REFUSED.get(eventName);
  if (refusal !== undefined) return { kind: 'refused', name: eventName, reason: refusal };
  const onDefaultBranch = repository.defaultBranch !== null && ref === `refs/heads/${repository.defaultBranch}`;
  switch (eventName) {
    case 'pull_request':
      return readPullRequest(context, payload);
    case 'merge_group':
      return readMergeGroup(context, payload);
    case 'schedule':
      return { kind: 'baseline_producer', trigger: 'schedule', testedSha, previousSha: null };
    case 'workflow_dispatch':
      if (!onDefaultBranch) return { kind: 'push_other', testedSha, baseRef: repository.defaultBranch };
      return { kind: 'baseline_producer', trigger: 'workflow_dispatch', testedSha, previousSha: null };
    case 'push':
      if (!onDefaultBranch) return { kind: 'push_other', testedSha, baseRef: repository.defaultBranch };
      return { kind: 'baseline_producer', trigger: 'push', testedSha, previousSha: readBefore(payload) };
    default:
      return { kind: 'other', name: eventName, testedSha, baseRef: repository.defaultBranch };
  }
}

function readPullRequest(context: RunnerContext, payload: unknown): GithubEvent {
  const parsed = pullRequestSchema.safeParse(payload);
  if (!parsed.success) return refuseMalformed('pull_request', parsed.error);
  const { number, pull_request: pull, action, label } = parsed.data;
  return {
    kind: 'pull_request',
    number,
    headSha: pull.head.sha,
    baseSha: pull.base.sha,
    baseRef: pull.base.ref,
    testedSha: context.sha,
    fork: pull.head.repo?.id !== context.repository.id,
    dependabot: context.actor === DEPENDABOT,
    labels: pull.labels.map(({ name }) => name),
    label: action === 'labeled' || action === 'unlabeled' ? (label?.name ?? null) : null,
    by_hand: false,
    draft: pull.draft ?? false,
  };
}

function readWorkflowRun({ eventName, sha: testedSha }: RunnerContext, payload: unknown): GithubEvent {
  if (eventName !== 'workflow_run') return { kind: 'refused', name: eventName, reason: ONLY_WORKFLOW_RUN };
  const parsed = workflowRunSchema.safeParse(payload);
  if (!parsed.success) return refuseMalformed('workflow_run', parsed.error);
  return { kind: 'workflow_run', triggeringRunId: parsed.data.workflow_run.id, testedSha };
}

function readMergeGroup(context: RunnerContext, payload: unknown): GithubEvent {
  const parsed = mergeGroupSchema.safeParse(payload);
  if (!parsed.success) return refuseMalformed('merge_group', parsed.error);
  const { base_sha: baseSha, base_ref: baseRef } = parsed.data.merge_group;
  return { kind: 'merge_group', testedSha: context.sha, baseSha, baseRef: baseRef.replace(/^refs\/heads\//, '') };
}

/** GitHub sends zeros for a branch that did not exist. */
function readBefore(payload: unknown): string | null {
  const parsed = pushSchema.safeParse(payload);
  return parsed.success && !/^0+$/.test(parsed.data.before) ? parsed.data.before : null;
}

function refuseMalformed(name: string, error: z.ZodError): GithubEvent {
  const [issue] = error.issues;
  const where = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
  return { kind: 'refused', name, reason: `its payload is not what GitHub sends for ${name}${where}` };
}

const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'expected a commit id');
const refName = z.string().min(1).max(300);

const labelSchema = z.object({ name: z.string().max(300) });

const pullRequestSchema = z.object({
  number: z.number().int().positive(),
  action: z.string().max(100).optional(),
  label: labelSchema.nullish(),
  pull_request: z.object({
    draft: z.boolean().optional(),
    labels: z.array(labelSchema).max(200).catch([]),
    head: z.object({ sha, repo: z.object({ id: z.number().int() }).nullish() }),
    base: z.object({ sha, ref: refName }),
  }),
});
const mergeGroupSchema = z.object({ merge_group: z.object({ base_sha: sha, base_ref: refName }) });
const workflowRunSchema = z.object({ workflow_run: z.object({ id: z.number().int().positive() }) });
const pushSchema = z.object({ before: sha });

const SECRETS = 'it hands secrets and a write token to code that anyone can send';

const ONLY_WORKFLOW_RUN =
  '"mode: report" comments on results that another workflow run uploaded, so it needs "on: workflow_run"; remove the input mode to evaluate';

const REFUSED: ReadonlyMap<string, string> = new Map([
  [
    'pull_request_target',
    `${SECRETS}. Use "on: pull_request"; forks then run without keys (see the input on-missing-secrets)`,
  ],
  ['issue_comment', `${SECRETS}. Use "on: pull_request", or "mode: command" to start a run by hand`],
  [
    'workflow_run',
    `${SECRETS}. Use "on: pull_request"; with "mode: report" this event comments on the results of forks, without running anything`,
  ],
]);
