import * as z from 'zod';

/** A commit id: 40 hex digits, or 64 in SHA-256 repositories. */
export const shaSchema = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);

/** The fields used of a workflow run, as GitHub sends it. */
export const workflowRunSchema = z.object({
  id: z.number().int().positive(),
  event: z.string().max(100),
  status: z.string().max(100).nullable(),
  conclusion: z.string().max(100).nullable(),
  head_branch: z.string().max(300).nullable(),
  head_sha: shaSchema,
  path: z.string().max(500),
  created_at: z.iso.datetime({ offset: true }),
  /** Git's hash of all files of the head commit. */
  head_commit: z.object({ tree_id: shaSchema }).nullish().catch(null),
  repository: z.object({ id: z.number().int() }),
  head_repository: z.object({ id: z.number().int() }).nullish(),
});

/** A workflow run. */
export type WorkflowRun = z.infer<typeof workflowRunSchema>;

/** What a run must be to make a baseline. */
export interface BaselineRunRule {
  readonly repositoryId: number;
  readonly defaultBranch: string;
  readonly workflowPath: string;
  /** The current run. */
  readonly runId: number;
}

/** Why a run makes no baseline, or null if it does. */
export function whyNoBaseline(run: WorkflowRun, rule: BaselineRunRule): string | null {
  return whyForeign(run, rule) ?? whyUnfinished(run);
}

/**
 * Why a run is not one of the default branch's own, or null if it is. Every condition is checked again although the query has
 * it too: a fork's branch may be called main, any workflow may upload any artifact name, and pull requests run edited files.
 */
export function whyForeign(run: WorkflowRun, rule: BaselineRunRule): string | null {
  if (run.id === rule.runId) return 'it is this run';
  if (run.repository.id !== rule.repositoryId) return 'it belongs to another repository';
  if (run.head_repository?.id !== rule.repositoryId) return 'its commit comes from another repository';
  if (!isWorkflow(run.path, rule.workflowPath)) return 'it ran another workflow';
  if (!BASELINE_EVENTS.includes(run.event)) return `it ran for ${run.event}`;
  if (run.head_branch !== rule.defaultBranch) return 'it ran on another branch';
  return null;
}

/** A failed run counts: main may be under its own threshold and is still the main that a change is compared with. */
function whyUnfinished(run: WorkflowRun): string | null {
  if (run.status !== 'completed') return 'it has not finished';
  return run.conclusion === 'success' || run.conclusion === 'failure' ? null : `it ended as ${run.conclusion}`;
}

/** Whether a run's `path` is a workflow file: GitHub writes it with or without `@ref`. */
export function isWorkflow(path: string, file: string): boolean {
  return path === file || path.startsWith(`${file}@`);
}

/** Events that only people with write access can cause, on the branch itself. */
export const BASELINE_EVENTS: readonly string[] = ['push', 'schedule', 'workflow_dispatch'];
