import * as z from 'zod';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';

/** Distance between two commits: `before` commits are missing in the first, `after` commits are only in it. */
export interface Distance {
  readonly before: number;
  readonly after: number;
}

/**
 * Measures how far commits are from `targetSha`. Asks GitHub about at most ten different ones; null for the others and for
 * unrelated histories.
 */
export function distanceTo(
  { github, repository }: { readonly github: GithubReader; readonly repository: GithubRepository },
  targetSha: string,
): (sha: string) => Promise<Distance | null> {
  const known = new Map<string, Distance | null>();
  return async (sha) => {
    if (sha === targetSha) return { before: 0, after: 0 };
    const seen = known.get(sha);
    if (seen !== undefined) return seen;
    if (known.size >= MAX_COMPARISONS) return null;
    const { owner, name: repo } = repository;
    const basehead = `${sha}...${targetSha}`;
    const route = 'GET /repos/{owner}/{repo}/compare/{basehead}';
    const answer = await github.request(route, { owner, repo, basehead, per_page: 1 });
    const body = comparisonSchema.safeParse(answer.ok ? answer.data : null);
    const distance = body.success ? { before: body.data.ahead_by, after: body.data.behind_by } : null;
    known.set(sha, distance);
    return distance;
  };
}

const comparisonSchema = z.object({
  ahead_by: z.number().int().nonnegative(),
  behind_by: z.number().int().nonnegative(),
});

const MAX_COMPARISONS = 10;
