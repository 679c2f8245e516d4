import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { distanceTo } from '#github/commits/compare-commits.ts';
import { branchTip } from './branch-tip.ts';

/**
 * Tells which commits are part of the default branch: the run of a tag with the branch's name claims the branch too. Asks about
 * at most ten different commits; answers no for the others, and if the branch can't be read.
 */
export function onBranch(context: {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  readonly defaultBranch: string;
}): (sha: string) => Promise<boolean> {
  let tip: Promise<ReturnType<typeof distanceTo> | null> | null = null;
  return async (sha) => {
    tip ??= distanceToTip(context);
    const distance = await (await tip)?.(sha);
    return distance?.after === 0;
  };
}

async function distanceToTip(context: Parameters<typeof onBranch>[0]): Promise<ReturnType<typeof distanceTo> | null> {
  const tip = await branchTip(context.github, context.repository, context.defaultBranch);
  return 'problem' in tip ? null : distanceTo(context, tip.sha);
}
