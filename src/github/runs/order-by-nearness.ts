import { plural, shortSha } from '#common/words.ts';
import type { Distance } from '#github/commits/compare-commits.ts';
import type { Target } from './resolve-target.ts';
import type { WorkflowRun } from './workflow-run.ts';

/** A run to try, and the sentence that says why. */
export interface RankedRun {
  readonly run: WorkflowRun;
  readonly choice: string;
  /** Its commit is the target or one of its ancestors. */
  readonly ancestor: boolean;
}

/** How to measure nearness. Both functions ask GitHub. */
export interface Nearness {
  readonly defaultBranch: string;
  /** Distance of a commit to the target, null if unknown. */
  readonly distanceOf: (sha: string) => Promise<Distance | null>;
  /** Whether a run is of a commit that the default branch itself has been at. */
  readonly isOfBranch: (run: WorkflowRun) => Promise<boolean>;
}

/**
 * Yields runs of the branch (newest first) in the order in which to try them: first ancestors of the target, then the others,
 * marked as off target. Asks GitHub about one run at a time, and only as far as the caller reads.
 */
export async function* orderByNearness(
  { defaultBranch: branch, distanceOf, isOfBranch }: Nearness,
  runs: readonly WorkflowRun[],
  target: Target,
): AsyncGenerator<RankedRun, void, void> {
  const others = new Map<WorkflowRun, Distance | null>();
  for (const run of runs) {
    if (!(await isOfBranch(run))) continue;
    const distance = await distanceOf(run.head_sha);
    if ('sha' in target && distance?.after === 0) {
      yield { run, choice: ancestorWords(run, branch, target, distance), ancestor: true };
    } else others.set(run, distance);
  }
  for (const [run, distance] of others) {
    const choice =
      'sha' in target
        ? movedWords(run, branch, target, distance)
        : `the newest run on ${branch} with results, of ${shortSha(run.head_sha)}`;
    yield { run, choice, ancestor: false };
  }
}

function ancestorWords(
  run: WorkflowRun,
  branch: string,
  target: { sha: string; how: string },
  distance: Distance,
): string {
  if (distance.before === 0) return `the run of ${shortSha(run.head_sha)} on ${branch}, ${target.how}`;
  return `the run of ${shortSha(run.head_sha)} on ${branch}, the nearest with results: ${plural(distance.before, 'commit')} before ${shortSha(target.sha)} (${target.how})`;
}

function movedWords(
  run: WorkflowRun,
  branch: string,
  target: { sha: string; how: string },
  distance: Distance | null,
): string {
  const away = distance === null ? 'not an ancestor of' : `${plural(distance.before + distance.after, 'commit')} from`;
  return `${branch} has moved: comparing with ${shortSha(run.head_sha)}, ${away} ${shortSha(target.sha)} (${target.how})`;
}
