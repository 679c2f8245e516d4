import type { GithubApi } from '#github/api/api.ts';
import { comparisonPoint } from '#github/event/comparison-point.ts';
import { resolveTarget, type Target } from '#github/runs/resolve-target.ts';
import type { GithubRun } from './session/github-run.ts';

/** The commit that a run is compared with, requested on first use. */
export type GithubTarget = () => Promise<Target>;

/** One answer for baseline, policy and confirmation: they must be of the same commit. */
export function githubTarget(run: GithubRun, api: GithubApi): GithubTarget {
  let target: Promise<Target> | null = null;
  return () => {
    target ??= find(run, api);
    return target;
  };
}

async function find({ event, context, tested_sha }: GithubRun, api: GithubApi): Promise<Target> {
  const point = comparisonPoint(event, tested_sha);
  if (point === null) return { problem: `Nothing is evaluated on ${context.eventName}.` };
  // It would be compared with itself.
  if ((event.kind === 'push_other' || event.kind === 'other') && event.baseRef === null)
    return { problem: `The event ${context.eventName} does not name the default branch.` };
  return resolveTarget(api, context.repository, point);
}
