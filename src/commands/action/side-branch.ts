import type { GithubRun } from './session/github-run.ts';

/** The branch that a change targets, unless it is the default branch: other people may write to it. */
export function sideBranch(event: GithubRun['event'], defaultBranch: string | null): string | null {
  const onto = event.kind === 'pull_request' || event.kind === 'merge_group' ? event.baseRef : null;
  return onto === defaultBranch ? null : onto;
}
