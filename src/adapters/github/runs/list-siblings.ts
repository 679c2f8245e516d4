import { describeRun, unknownRuns } from './list-runs.ts';
import { listWorkflowRuns, type WorkflowPlace } from './list-workflow-runs.ts';
import { isWorkflow, type WorkflowRun } from './workflow-run.ts';

/** Other runs that differ from one in nothing but their number; `notes` are sentences. */
export interface Siblings {
  /** Those that have finished, however they ended, newest first. */
  readonly finished: readonly WorkflowRun[];
  readonly notes: readonly string[];
}

/** Lists the runs of the same workflow for the same event, branch and head commit. Those that are not done, and those that were not listed, are in the notes. */
export async function listSiblings(
  place: WorkflowPlace,
  own: WorkflowRun,
): Promise<Siblings | { readonly problem: string }> {
  const listed = await listWorkflowRuns(place, { event: own.event, head_sha: own.head_sha });
  if ('problem' in listed) return { problem: listed.problem.words };
  // A run that begins while pages are read moves others from one page onto the next; none may count twice.
  const once = [...new Map(listed.runs.map((run) => [run.id, run])).values()];
  const siblings = once.filter((run) => isSibling(run, own, place)).sort((a, b) => b.id - a.id);
  const running = siblings.filter(({ status }) => status !== 'completed');
  return {
    finished: siblings.filter(({ status }) => status === 'completed'),
    notes: [
      ...running.map((run) => `${describeRun(run)} is still running; its trials are not counted here.`),
      ...(listed.unread === null ? [] : [unknownRuns(listed.unread.words)]),
      ...(listed.cut
        ? [unknownRuns(`only ${listed.runs.length} runs of this commit were listed, and it has more`)]
        : []),
    ],
  };
}

/**
 * Asked again here although the query asked most of it: a stranger's fork may hold the same head commit, and other
 * events run other versions of the workflow file.
 */
function isSibling(run: WorkflowRun, own: WorkflowRun, { repository, workflowPath }: WorkflowPlace): boolean {
  // Of a fork that is gone nothing tells whether it was the same one.
  const headRepository = own.head_repository?.id ?? null;
  return (
    headRepository !== null &&
    run.id !== own.id &&
    run.repository.id === repository.id &&
    run.head_repository?.id === headRepository &&
    isWorkflow(run.path, workflowPath) &&
    run.event === own.event &&
    run.head_branch === own.head_branch &&
    run.head_sha === own.head_sha
  );
}
