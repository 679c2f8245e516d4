import * as z from 'zod';
import type { ApiAnswer, GithubApi } from '#adapters/github/api/api.ts';
import { shortSha } from '#domain/words.ts';
import { listOwnComments, type OwnComment, type PullRequestPlace, readComment } from './comment-list.ts';
import { type CommentMarker, isNewer, writeMarker } from './comment-marker.ts';

/** When to write a comment. */
export type CommentMode = 'always' | 'changes' | 'failures' | 'never';

/** The comment of one suite on one pull request, and when to write it. */
export interface StickyComment {
  readonly place: PullRequestPlace;
  readonly marker: CommentMarker;
  readonly mode: CommentMode;
  /** Markdown without the marker. */
  readonly body: string;
  /** Something differs from the baseline. */
  readonly changed: boolean;
  /** The verdict is not green. */
  readonly failed: boolean;
  /** From a fork or Dependabot: the token is read-only, so a refusal is expected. */
  readonly readOnlyToken: boolean;
  /**
   * Whose comment it is if this very run and attempt wrote one before: `others`, because every suite of a run comments once;
   * `ours` for report mode, where the marker names the reported run and not the current one.
   */
  readonly sameRun: 'others' | 'ours';
}

/** `url` is null when there is no comment of ours. */
export interface CommentOutcome {
  readonly url: string | null;
  readonly warnings: readonly string[];
}

/**
 * Writes the one comment of this suite on a pull request: edits the existing one or creates it, never overwrites what a newer
 * run wrote, and removes duplicates that two runs created at the same moment. Never throws.
 */
export async function postComment(api: GithubApi, comment: StickyComment): Promise<CommentOutcome> {
  if (comment.mode === 'never') return { url: null, warnings: [] };
  const listed = await listOwnComments(api, comment.place, comment.marker);
  if ('failure' in listed) return refused(comment, listed.failure);
  if (listed.comments.length === 0 && !isWorthCreating(comment)) return { url: null, warnings: [] };
  const taken = writtenByOthers(comment, listed.comments, null);
  if (taken !== null) return { url: taken.url, warnings: [OTHER_SUITE] };
  const body = await composeBody(api, comment);
  if (listed.comments.length > 0) {
    const settled = await settle(api, comment, body, listed.comments);
    if (settled !== 'gone') return settled;
  }
  return create(api, comment, body);
}

/**
 * A comment that another suite of this run and attempt wrote under the same name.
 *
 * @param body what we sent, perhaps without an answer; `null`: nothing yet
 */
function writtenByOthers(
  { marker, sameRun }: StickyComment,
  comments: readonly OwnComment[],
  body: string | null,
): OwnComment | null {
  if (sameRun === 'ours') return null;
  const isOfThisRun = (other: OwnComment) => !isNewer(other.marker, marker) && !isNewer(marker, other.marker);
  const isOurs = (other: OwnComment) => body !== null && isSameText(other.body, body);
  return comments.find((other) => isOfThisRun(other) && !isOurs(other)) ?? null;
}

function isWorthCreating({ mode, changed, failed }: StickyComment): boolean {
  return mode === 'always' || failed || (mode === 'changes' && changed);
}

/** Adds a note if the pull request got new commits during this run. */
async function composeBody(api: GithubApi, { place, marker, body }: StickyComment): Promise<string> {
  const { owner, repo, number } = place;
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
  const answer = await api.request(route, { owner, repo, pull_number: number });
  const pull = pullSchema.safeParse(answer.ok ? answer.data : null);
  const now = pull.success ? pull.data.head.sha : marker.headSha;
  const outdated =
    now === marker.headSha
      ? []
      : [`> **Outdated:** this is for ${shortSha(marker.headSha)}; the pull request is at ${shortSha(now)} now.`, ''];
  return [writeMarker(marker), ...outdated, body].join('\n');
}

/** Reduces the existing comments to one and updates it. `gone`: someone deleted it meanwhile. */
async function settle(
  api: GithubApi,
  comment: StickyComment,
  body: string,
  existing: readonly OwnComment[],
): Promise<CommentOutcome | 'gone'> {
  const [kept, ...duplicates] = existing;
  if (kept === undefined) return 'gone';
  const newer = existing.find((other) => isNewer(other.marker, comment.marker));
  if (newer === undefined && !isSameText(kept.body, body)) {
    const answer = await api.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: comment.place.owner,
      repo: comment.place.repo,
      comment_id: kept.id,
      body,
    });
    if (!answer.ok && answer.status === 404) return 'gone';
    if (!answer.ok) return refused(comment, answer);
  }
  for (const duplicate of duplicates.filter((other) => !isNewer(other.marker, comment.marker))) {
    await api.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: comment.place.owner,
      repo: comment.place.repo,
      comment_id: duplicate.id,
    });
  }
  return { url: (newer ?? kept).url, warnings: [] };
}

/**
 * Listing and creating is not one step: after creating, look again whether another run did the same. GitHub may have created
 * the comment even if its answer was a failure: look for it, and send it once more if it is missing.
 */
async function create(api: GithubApi, comment: StickyComment, body: string): Promise<CommentOutcome> {
  const { owner, repo, number } = comment.place;
  const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const send = () => api.request(route, { owner, repo, issue_number: number, body });
  let answer = await send();
  if (!answer.ok && (answer.status === null || answer.status >= 500)) {
    const listed = await listOwnComments(api, comment.place, comment.marker);
    if ('failure' in listed) return refused(comment, answer);
    if (listed.comments.length > 0) return unite(api, comment, body, listed.comments, null);
    answer = await send();
  }
  if (!answer.ok) return refused(comment, answer);
  const created = readComment(answer.data, comment.marker.id)[0] ?? null;
  const listed = await listOwnComments(api, comment.place, comment.marker);
  if ('failure' in listed) return { url: created?.url ?? null, warnings: [] };
  return unite(api, comment, body, listed.comments, created);
}

/** Reduces the comments that exist after creating to one, and leaves another suite's alone. */
async function unite(
  api: GithubApi,
  comment: StickyComment,
  body: string,
  listed: readonly OwnComment[],
  created: OwnComment | null,
): Promise<CommentOutcome> {
  const url = created?.url ?? null;
  const others = listed.filter(({ id }) => id !== created?.id);
  const taken = writtenByOthers(comment, others, body);
  if (taken !== null) return { url: url ?? taken.url, warnings: [OTHER_SUITE] };
  const settled = await settle(api, comment, body, listed);
  return settled === 'gone' ? { url, warnings: [] } : settled;
}

/** GitHub may return other line ends and a trimmed end. */
function isSameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();
  return plain(a) === plain(b);
}

function refused(comment: StickyComment, { status, problem }: Extract<ApiAnswer, { ok: false }>): CommentOutcome {
  return { url: null, warnings: [`The comment was not written (${problem}). ${remedy(comment, status)}`] };
}

function remedy({ readOnlyToken }: StickyComment, status: number | null): string {
  if (status === 422)
    return 'GitHub refuses bodies of more than 65,536 characters; the whole report is in the job summary and the artifact.';
  if (status !== 403 && status !== 404) return 'The report is in the job summary.';
  if (readOnlyToken) return 'Runs of forks and Dependabot have a read-only token; the report is in the job summary.';
  return 'Add "pull-requests: write" under "permissions:" of the job (listing any permission removes the others: keep "contents: read" and "actions: read"). The report is in the job summary.';
}

const OTHER_SUITE =
  'Two suites of this run share one comment, which now shows the other suite: both have the same job and key. Give each suite, or each entry of a matrix, a name of its own with the input "key".';

const pullSchema = z.object({ head: z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) }) });
