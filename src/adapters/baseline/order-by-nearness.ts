import { branchTip } from './branch-tip.ts';
import { type Distance, distanceTo } from './compare-commits.ts';
import type { BaselineRepository, GithubReader } from './github-reader.ts';
import type { Target } from './resolve-target.ts';
import type { WorkflowRun } from './workflow-run.ts';

/** A run to try, and the sentence that says why it was chosen. */
export interface RankedRun {
  readonly run: WorkflowRun;
  readonly chosen: string;
}

/**
 * Gives runs (newest first) in the order in which to try them: ancestors of the target first, then what is left, said
 * to be off target. Those must be commits of the default branch: the run of a tag that is called like it claims the
 * branch too. GitHub is asked about one run at a time, only as far as the caller reads, ten commits for each question.
 */
export async function* orderByNearness(
  context: { readonly github: GithubReader; readonly repository: BaselineRepository; readonly defaultBranch: string },
  runs: readonly WorkflowRun[],
  target: Target,
): AsyncGenerator<RankedRun, void, void> {
  const branch = context.defaultBranch;
  if ('problem' in target) {
    for await (const run of onBranch(context, runs))
      yield { run, chosen: `the newest run on ${branch} with results, of ${short(run.head_sha)}` };
    return;
  }
  const distanceOf = distanceTo(context, target.sha);
  const others = new Map<WorkflowRun, Distance | null>();
  for (const run of runs) {
    const distance = await distanceOf(run.head_sha);
    if (distance !== null && distance.after === 0) yield { run, chosen: ancestorWords(run, branch, target, distance) };
    else others.set(run, distance);
  }
  for await (const run of onBranch(context, [...others.keys()]))
    yield { run, chosen: movedWords(run, branch, target, others.get(run) ?? null) };
}

/** The runs whose commit is part of the default branch. */
async function* onBranch(
  context: { readonly github: GithubReader; readonly repository: BaselineRepository; readonly defaultBranch: string },
  runs: readonly WorkflowRun[],
): AsyncGenerator<WorkflowRun, void, void> {
  if (runs.length === 0) return;
  const tip = await branchTip(context.github, context.repository, context.defaultBranch);
  if ('problem' in tip) return;
  const distanceOf = distanceTo(context, tip.sha);
  for (const run of runs) {
    const distance = await distanceOf(run.head_sha);
    if (distance !== null && distance.after === 0) yield run;
  }
}

function ancestorWords(
  run: WorkflowRun,
  branch: string,
  target: { sha: string; how: string },
  distance: Distance,
): string {
  if (distance.before === 0) return `the run of ${short(run.head_sha)} on ${branch}, ${target.how}`;
  return `the run of ${short(run.head_sha)} on ${branch}, the nearest with results: ${commits(distance.before)} before ${short(target.sha)} (${target.how})`;
}

function movedWords(
  run: WorkflowRun,
  branch: string,
  target: { sha: string; how: string },
  distance: Distance | null,
): string {
  const away = distance === null ? 'not an ancestor of' : `${commits(distance.before + distance.after)} from`;
  return `${branch} has moved: comparing with ${short(run.head_sha)}, ${away} ${short(target.sha)} (${target.how})`;
}

function commits(count: number): string {
  return count === 1 ? '1 commit' : `${count} commits`;
}

function short(sha: string): string {
  return sha.slice(0, 7);
}
