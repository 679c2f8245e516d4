import * as z from 'zod';
import type { GithubApi } from '#github/api/api.ts';
import { ACTIONS_BOT, listPages, type Refused } from '#github/api/own-posts.ts';
import { type CommentMarker, isNewer, readMarker } from './comment-marker.ts';

/** A comment that this action wrote for this workflow or suite. */
export interface OwnComment {
  readonly id: number;
  readonly url: string | null;
  readonly body: string;
  readonly marker: CommentMarker;
}

/** Which pull request. */
export interface PullRequestPlace {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/**
 * All of our comments on a pull request, lowest id first, over all pages. A comment is ours if it begins with our marker and we
 * are its author: anyone can paste a marker. "We" are the bot of `GITHUB_TOKEN`; comments of others are ours only if GitHub
 * says that the token is theirs, which we ask when the first of them carries the marker. Other workflows write as the same bot
 * and may repeat hostile text: a comment that claims a newer run than ours (`marker`), which would keep us from writing, is
 * ours only if GitHub knows that run and attempt.
 *
 * @param formerId marker of the comment that the suite had for itself
 */
export async function listOwnComments(
  api: GithubApi,
  place: PullRequestPlace,
  marker: CommentMarker,
  formerId: string,
): Promise<{ readonly comments: readonly OwnComment[] } | { readonly failure: Refused }> {
  const { owner, repo, number: issue_number } = place;
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const listed = await listPages(api, route, { owner, repo, issue_number }, MAX_PAGES);
  if ('refused' in listed) return { failure: listed.refused };
  const candidates = listed.items.flatMap((item) => readComment(item, [marker.id, formerId]));
  const byOthers = candidates.some(({ author }) => !isActionsBot(author));
  const login = byOthers ? await api.login() : null;
  const own = candidates.filter(
    ({ author }) => isActionsBot(author) || (author?.login === login && login !== ACTIONS_BOT),
  );
  const known = await knownRuns(
    api,
    place,
    own.map((comment) => comment.marker).filter((other) => isNewer(other, marker)),
  );
  const ours = own.filter((comment) => !isNewer(comment.marker, marker) || known(comment.marker));
  return { comments: ours.sort((a, b) => a.id - b.id) };
}

/** Asks GitHub which of the runs that markers claim exist; at most {@link MAX_RUNS} of them. */
async function knownRuns(
  api: GithubApi,
  { owner, repo }: PullRequestPlace,
  claims: readonly CommentMarker[],
): Promise<(claim: CommentMarker) => boolean> {
  const attempts = new Map<number, number>();
  for (const runId of [...new Set(claims.map((claim) => claim.runId))].slice(0, MAX_RUNS)) {
    const answer = await api.request('GET /repos/{owner}/{repo}/actions/runs/{run_id}', { owner, repo, run_id: runId });
    const run = runSchema.safeParse(answer.ok ? answer.data : null);
    if (run.success && run.data.id === runId) attempts.set(runId, run.data.run_attempt);
  }
  return ({ runId, runAttempt }) => runAttempt <= (attempts.get(runId) ?? 0);
}

/** One comment of GitHub's list, if it carries one of these markers. */
export function readComment(value: unknown, ids: readonly string[]): (OwnComment & { readonly author: Author })[] {
  const parsed = commentSchema.safeParse(value);
  if (!parsed.success) return [];
  const { id, body, html_url: url, user } = parsed.data;
  const marker = readMarker(body ?? '');
  return marker !== null && ids.includes(marker.id)
    ? [{ id, url: url ?? null, body: body ?? '', marker, author: user ?? null }]
    : [];
}

function isActionsBot(author: Author): boolean {
  return author?.login === ACTIONS_BOT && author.type === 'Bot';
}

type Author = { readonly login: string; readonly type: string } | null;

const commentSchema = z.object({
  id: z.number().int().positive(),
  body: z.string().nullish(),
  html_url: z.string().max(2000).nullish(),
  user: z.object({ login: z.string(), type: z.string() }).nullish(),
});

const runSchema = z.object({ id: z.number().int().positive(), run_attempt: z.number().int().positive().default(1) });

/** Most newer runs that are looked up; there are never more at one moment. */
const MAX_RUNS = 10;
/** 10,000 comments; one run reads no more. */
const MAX_PAGES = 100;
