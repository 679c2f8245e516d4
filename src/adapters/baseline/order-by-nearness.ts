import * as z from 'zod';
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
 * to be off target. GitHub is asked about one run at a time, only as far as the caller reads, at most ten times.
 */
export async function* orderByNearness(
  context: { readonly github: GithubReader; readonly repository: BaselineRepository; readonly defaultBranch: string },
  runs: readonly WorkflowRun[],
  target: Target,
): AsyncGenerator<RankedRun, void, void> {
  const branch = context.defaultBranch;
  if ('problem' in target) {
    for (const run of runs)
      yield { run, chosen: `the newest run on ${branch} with results, of ${short(run.head_sha)}` };
    return;
  }
  const distances = new Map<string, Distance | null>();
  for (const run of runs) {
    const distance = await measure(context, distances, run.head_sha, target.sha);
    if (distance === null || distance.after > 0) continue;
    yield { run, chosen: ancestorWords(run, branch, target, distance) };
  }
  for (const run of runs) {
    const distance = distances.get(run.head_sha) ?? null;
    if (distance === null || distance.after > 0) yield { run, chosen: movedWords(run, branch, target, distance) };
  }
}

/** Commits between a run and the target: `before` it must catch up with, `after` it has on top. */
interface Distance {
  readonly before: number;
  readonly after: number;
}

async function measure(
  context: { readonly github: GithubReader; readonly repository: BaselineRepository },
  known: Map<string, Distance | null>,
  runSha: string,
  targetSha: string,
): Promise<Distance | null> {
  const seen = known.get(runSha);
  if (seen !== undefined) return seen;
  if (known.size >= MAX_COMPARISONS) return null;
  const { owner, name: repo } = context.repository;
  const basehead = `${runSha}...${targetSha}`;
  const answer = await context.github.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
    owner,
    repo,
    basehead,
    per_page: 1,
  });
  const body = comparisonSchema.safeParse(answer.ok ? answer.data : null);
  const distance = body.success ? { before: body.data.ahead_by, after: body.data.behind_by } : null;
  known.set(runSha, distance);
  return distance;
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

const comparisonSchema = z.object({
  ahead_by: z.number().int().nonnegative(),
  behind_by: z.number().int().nonnegative(),
});

const MAX_COMPARISONS = 10;
