import type { ApiParameters } from '#github/api/api.ts';
import { describeRun, unknownRuns } from './list-runs.ts';
import { type ListedRuns, listWorkflowRuns, type WorkflowPlace } from './list-workflow-runs.ts';
import { isWorkflow, type WorkflowRun } from './workflow-run.ts';

/** Other runs of what one runs; `notes` are sentences. */
export interface Siblings {
  /** The finished ones, however they ended, newest first. */
  readonly finished: readonly WorkflowRun[];
  /** The newest other run of the branch that has begun, whatever its files; `null`: there is none, or not all are known. */
  readonly last: WorkflowRun | null;
  readonly notes: readonly string[];
}

/**
 * Lists the runs of the same workflow for the same event, branch and files: of the same head commit, and of others with the same files, as an
 * empty commit has them, or one whose message was amended. Those that are not done, and those that were not listed, are in the notes.
 */
export async function listSiblings(
  place: WorkflowPlace,
  own: WorkflowRun,
): Promise<Siblings | { readonly problem: string }> {
  const lists = await Promise.all(
    eventsLike(own.event).map((event) => listWorkflowRuns(place, { event, ...placeOf(own) })),
  );
  const unlisted = lists.find((list) => 'problem' in list);
  if (unlisted !== undefined && 'problem' in unlisted) return { problem: unlisted.problem.words };
  const listed = together(lists);
  // A run that begins between two pages moves others onto the next page; count none twice.
  const once = [...new Map(listed.runs.map((run) => [run.id, run])).values()];
  const ofBranch = once.filter((run) => isOfPlace(run, own, place)).sort((a, b) => b.id - a.id);
  const siblings = ofBranch.filter((run) => run.head_sha === own.head_sha || hasSameTree(run, own));
  const running = siblings.filter(({ status }) => status !== 'completed');
  return {
    finished: siblings.filter(({ status }) => status === 'completed'),
    last:
      listed.unread === null && !listed.cut ? (ofBranch.find((run) => !NEVER_RAN.has(run.conclusion)) ?? null) : null,
    notes: [
      ...running.map((run) => `${describeRun(run)} is still running; its trials are not counted here.`),
      ...(listed.unread === null ? [] : [unknownRuns(listed.unread.words)]),
      ...(listed.cut
        ? [
            unknownRuns(
              `only ${listed.runs.length} runs of ${own.head_branch ?? 'this commit'} were listed, and it has more`,
            ),
          ]
        : []),
    ],
  };
}

/** A pull request can be evaluated by hand too: the same content gets no second chance by another event. */
function eventsLike(event: string): readonly string[] {
  return BY_HAND.includes(event) ? BY_HAND : [event];
}

const BY_HAND: readonly string[] = ['pull_request', 'workflow_dispatch'];

function together(lists: readonly ListedRuns[]): Exclude<ListedRuns, { problem: unknown }> {
  const read = lists.filter((list) => 'runs' in list);
  return {
    runs: read.flatMap(({ runs }) => runs),
    unread: read.find(({ unread }) => unread !== null)?.unread ?? null,
    cut: read.some(({ cut }) => cut),
  };
}

/** If GitHub knows no branch of a run, only runs of the same commit are asked for. */
function placeOf({ head_branch: branch, head_sha }: WorkflowRun): ApiParameters {
  return branch === null ? { head_sha } : { branch };
}

/**
 * Checked again although the query filters by most of it: a fork may have the same head commit, and other events run other
 * versions of the workflow file.
 */
function isOfPlace(run: WorkflowRun, own: WorkflowRun, { repository, workflowPath }: WorkflowPlace): boolean {
  // Nothing tells whether two deleted forks were the same.
  const headRepository = own.head_repository?.id ?? null;
  return (
    headRepository !== null &&
    run.id !== own.id &&
    run.repository.id === repository.id &&
    run.head_repository?.id === headRepository &&
    isWorkflow(run.path, workflowPath) &&
    eventsLike(own.event).includes(run.event) &&
    run.head_branch === own.head_branch
  );
}

function hasSameTree({ head_commit: commit }: WorkflowRun, own: WorkflowRun): boolean {
  const tree = own.head_commit?.tree_id ?? null;
  return tree !== null && commit?.tree_id === tree;
}

/** No job of such a run started, so nothing of it is missing. */
export const NEVER_RAN: ReadonlySet<string | null> = new Set(['skipped', 'startup_failure', 'action_required']);
