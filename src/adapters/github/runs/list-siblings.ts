import type { ApiParameters } from '#adapters/github/api/api.ts';
import { rootEntries } from '#adapters/github/commits/root-entries.ts';
import { contentHash } from '#domain/baseline/resume/evaluated-files.ts';
import { describeRun, unknownRuns } from './list-runs.ts';
import { listWorkflowRuns, type WorkflowPlace } from './list-workflow-runs.ts';
import { isWorkflow, type WorkflowRun } from './workflow-run.ts';

/** Other runs of what one runs; `notes` are sentences. */
export interface Siblings {
  /** The finished ones, however they ended, newest first. */
  readonly finished: readonly WorkflowRun[];
  readonly notes: readonly string[];
}

/**
 * Lists the runs of the same workflow for the same event, branch and files: of the same head commit, and of others with the same files, as an
 * empty commit has them, or one whose message was amended. Those that are not done, and those that were not listed, are in the notes.
 *
 * @param unread files at the root of a commit that may differ, as nothing evaluates them
 */
export async function listSiblings(
  place: WorkflowPlace,
  own: WorkflowRun,
  unread: readonly string[] = [],
): Promise<Siblings | { readonly problem: string }> {
  const listed = await listWorkflowRuns(place, { event: own.event, ...placeOf(own) });
  if ('problem' in listed) return { problem: listed.problem.words };
  // A run that begins between two pages moves others onto the next page; count none twice.
  const once = [...new Map(listed.runs.map((run) => [run.id, run])).values()];
  const ofBranch = once.filter((run) => isOfPlace(run, own, place)).sort((a, b) => b.id - a.id);
  const equal = await equalCommits(place, [own, ...ofBranch], unread);
  const siblings = ofBranch.filter((run) => run.head_sha === own.head_sha || hasSameTree(run, own) || equal.has(run));
  const running = siblings.filter(({ status }) => status !== 'completed');
  return {
    finished: siblings.filter(({ status }) => status === 'completed'),
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

/** Of a run that GitHub knows no branch of, only those of the same commit are asked for. */
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
    run.event === own.event &&
    run.head_branch === own.head_branch
  );
}

function hasSameTree({ head_commit: commit }: WorkflowRun, own: WorkflowRun): boolean {
  const tree = own.head_commit?.tree_id ?? null;
  return tree !== null && commit?.tree_id === tree;
}

/**
 * Runs whose head commit differs from the first one's only in files that nothing evaluates. One request for each tree; what GitHub does not
 * list is not equal.
 */
async function equalCommits(
  { github, repository }: WorkflowPlace,
  [own, ...others]: readonly [WorkflowRun, ...WorkflowRun[]],
  unread: readonly string[],
): Promise<ReadonlySet<WorkflowRun>> {
  const byTree = new Map<string, WorkflowRun[]>();
  for (const run of others) {
    const tree = run.head_commit?.tree_id;
    if (tree === undefined || hasSameTree(run, own) || run.head_sha === own.head_sha) continue;
    byTree.set(tree, [...(byTree.get(tree) ?? []), run]);
  }
  if (unread.length === 0 || byTree.size === 0) return new Set();
  const contentOf = async ({ head_sha: sha }: WorkflowRun): Promise<string | null> => {
    const entries = await rootEntries({ github, repository, sha });
    return entries === null ? null : contentHash(entries, unread);
  };
  const wanted = await contentOf(own);
  if (wanted === null) return new Set();
  const equal = new Set<WorkflowRun>();
  for (const [first, ...more] of [...byTree.values()].slice(0, MOST_TREES))
    if (first !== undefined && (await contentOf(first)) === wanted) for (const run of [first, ...more]) equal.add(run);
  return equal;
}

/** Most commits of a branch whose files are listed, the newest. */
const MOST_TREES = 30;
