import * as z from 'zod';

/** What the runner says about the run, validated. */
export interface RunnerContext {
  readonly eventName: string;
  readonly repository: {
    readonly id: number;
    readonly owner: string;
    readonly name: string;
    /** Null if the event does not say. */
    readonly defaultBranch: string | null;
    /** Null if the event does not say. */
    readonly private: boolean | null;
  };
  readonly runId: number;
  readonly runAttempt: number;
  /** `GITHUB_SHA`: for pull requests GitHub's merge commit. */
  readonly sha: string;
  readonly ref: string;
  /** Path of the workflow file in the repository. */
  readonly workflowPath: string;
  readonly workflowName: string | null;
  readonly job: string;
  readonly actor: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly serverUrl: string;
  readonly workspace: string;
  /** The running action as the workflow's `uses:` names it: `owner/name@ref`; `null` if it is in the repository itself. */
  readonly action: { readonly repository: string; readonly ref: string } | null;
}

/** Variables of a process, by name. */
export type RunnerVariables = Readonly<Record<string, string | undefined>>;

/** Reads the runner's variables; default branch and visibility come from the event's payload. */
export function readRunContext(
  env: RunnerVariables,
  payload: unknown,
): { readonly context: RunnerContext } | { readonly problems: readonly string[] } {
  const variables = variablesSchema.safeParse(env);
  if (!variables.success) return { problems: variables.error.issues.map(describe) };
  const { data } = variables;
  const known = payloadSchema.safeParse(payload);
  const repository = known.success ? known.data.repository : null;
  const [owner = '', name = ''] = data.GITHUB_REPOSITORY.split('/');
  return {
    context: {
      eventName: data.GITHUB_EVENT_NAME,
      repository: {
        id: data.GITHUB_REPOSITORY_ID,
        owner,
        name,
        defaultBranch: repository?.default_branch ?? null,
        private: repository?.private ?? null,
      },
      runId: data.GITHUB_RUN_ID,
      runAttempt: data.GITHUB_RUN_ATTEMPT,
      sha: data.GITHUB_SHA,
      ref: data.GITHUB_REF,
      workflowPath: workflowPathOf(data.GITHUB_WORKFLOW_REF),
      workflowName: data.GITHUB_WORKFLOW ?? null,
      job: data.GITHUB_JOB,
      actor: data.GITHUB_ACTOR,
      apiUrl: data.GITHUB_API_URL.replace(/\/+$/, ''),
      graphqlUrl: data.GITHUB_GRAPHQL_URL ?? `${data.GITHUB_API_URL.replace(/\/+$/, '')}/graphql`,
      serverUrl: data.GITHUB_SERVER_URL.replace(/\/+$/, ''),
      workspace: data.GITHUB_WORKSPACE,
      action: actionOf(data.GITHUB_ACTION_REPOSITORY, data.GITHUB_ACTION_REF),
    },
  };
}

/** `octo-org/agents/.github/workflows/eval.yml@refs/heads/main` → `.github/workflows/eval.yml`. */
function workflowPathOf(workflowRef: string): string {
  const end = workflowRef.includes('@refs/') ? workflowRef.indexOf('@refs/') : workflowRef.lastIndexOf('@');
  const path = end === -1 ? workflowRef : workflowRef.slice(0, end);
  return path.split('/').slice(2).join('/');
}

/** Both are empty for an action of the checkout. They go into a command that people copy, so only ordinary names count. */
function actionOf(repository: string, ref: string): RunnerContext['action'] {
  return /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository) && /^\w[\w./-]{0,199}$/.test(ref)
    ? { repository, ref }
    : null;
}

function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}; the GitHub Actions runner sets this variable. Elsewhere, use its terminal command.`;
}

const text = z.string().min(1).max(2000);
const count = z
  .string()
  .regex(/^\d{1,15}$/, 'expected a number')
  .transform(Number);

const variablesSchema = z.object({
  GITHUB_EVENT_NAME: text,
  GITHUB_REPOSITORY: z.string().regex(/^[^/\s]{1,100}\/[^/\s]{1,100}$/, 'expected owner/name'),
  GITHUB_REPOSITORY_ID: count,
  GITHUB_RUN_ID: count,
  GITHUB_RUN_ATTEMPT: count.default(1),
  GITHUB_SHA: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'expected a commit id'),
  GITHUB_REF: text,
  GITHUB_WORKFLOW_REF: text,
  GITHUB_WORKFLOW: text.optional(),
  GITHUB_JOB: text,
  GITHUB_ACTOR: text,
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_GRAPHQL_URL: z.url().optional(),
  GITHUB_SERVER_URL: z.url().default('https://github.com'),
  GITHUB_WORKSPACE: text,
  GITHUB_ACTION_REPOSITORY: z.string().catch(''),
  GITHUB_ACTION_REF: z.string().catch(''),
});

const payloadSchema = z.object({
  repository: z.object({
    default_branch: z.string().min(1).max(300).optional(),
    private: z.boolean().optional(),
  }),
});
