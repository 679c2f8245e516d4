import type { GithubEvent } from './event.ts';

/**
 * What an event says about the commit to compare with, as github/runs needs it. `testedSha` is the commit that is checked out,
 * which need not be the event's. Null if nothing is evaluated.
 */
export function comparisonPoint(
  event: GithubEvent,
  testedSha: string,
): {
  readonly testedSha: string;
  readonly headSha: string | null;
  readonly baseRef: string | null;
  readonly baseSha: string | null;
} | null {
  const point = { testedSha, headSha: null, baseRef: null, baseSha: null };
  switch (event.kind) {
    case 'pull_request':
      return { ...point, headSha: event.headSha, baseRef: event.baseRef };
    case 'merge_group':
      return { ...point, baseSha: event.baseSha };
    case 'baseline_producer':
      return { ...point, baseSha: event.previousSha };
    case 'push_other':
    case 'other':
      return { ...point, baseRef: event.baseRef };
    case 'workflow_run':
    case 'refused':
      return null;
  }
}
