import * as z from 'zod';
import type { ApiAnswer, GithubApi } from '#github/api/api.ts';
import { isSameBody } from '#github/api/own-posts.ts';
import { readSections, type SuiteSection } from '#report/suites/suite-section.ts';
import { listOwnComments, type OwnComment, readComment } from './comment-list.ts';
import { type CommentMarker, isNewer } from './comment-marker.ts';
import { type SectionDraft, sectionsIn, timeOf, wholeComment } from './comment-sections.ts';
import type { StickyComment } from './sticky-comment.ts';

/** `url` is null when there is no comment of ours. */
export interface CommentOutcome {
  readonly url: string | null;
  readonly warnings: readonly string[];
}

/**
 * Writes one suite's section of the one comment on a pull request: edits the existing comment or creates it, keeps the sections
 * of other suites, never overwrites what a newer run of this suite wrote, and unites duplicates that two runs created at the
 * same moment. GitHub can't edit only if nobody else has: where there are several suites, it looks again afterwards and writes
 * once more if its section is gone. Never throws.
 */
export async function postComment(api: GithubApi, comment: StickyComment): Promise<CommentOutcome> {
  if (comment.mode === 'never') return { url: null, warnings: [] };
  const listed = await list(api, comment);
  if ('failure' in listed) return failComment(comment, listed.failure);
  if (sectionsIn(comment, listed.comments).every(({ id }) => id !== comment.suiteId) && !isWorthCreating(comment))
    return { url: null, warnings: [] };
  const draft = { ...comment, head: await newestHead(api, comment) };
  const theirs = writtenByOthers(draft, listed.comments, null);
  if (theirs !== null) return { url: theirs.url, warnings: [OTHER_SUITE] };
  let { shared, ...outcome } = await writeOnce(api, draft, listed.comments);
  for (let round = 1; round < MOST_ROUNDS && shared; round += 1) {
    await comment.pause(round * PAUSE_MS + (comment.marker.runId % 7) * 100);
    const again = await list(api, comment);
    if ('failure' in again || isKept(draft, again.comments)) return outcome;
    ({ shared, ...outcome } = await writeOnce(api, draft, again.comments));
  }
  return outcome;
}

/** Longer than others take from reading the comment to writing it. */
const PAUSE_MS = 1500;
const MOST_ROUNDS = 6;

/** `shared`: other suites write this comment too. */
type Written = CommentOutcome & { readonly shared: boolean };

function list(api: GithubApi, { place, marker, suiteId }: StickyComment): ReturnType<typeof listOwnComments> {
  return listOwnComments(api, place, marker, suiteId);
}

/**
 * A comment whose section of this name another suite of this run and attempt wrote.
 *
 * @param body what we sent, perhaps without an answer; `null`: nothing yet
 */
function writtenByOthers(draft: SectionDraft, comments: readonly OwnComment[], body: string | null): OwnComment | null {
  const { marker, sameRun, suiteId } = draft;
  if (sameRun === 'ours') return null;
  const isOfThisRun = (section: SuiteSection) =>
    section.id === suiteId &&
    // What a run says before its verdict is no suite's last word.
    section.facts.verdict !== 'running' &&
    !isNewer(timeOf(section), marker) &&
    !isNewer(marker, timeOf(section));
  const ours = body === null ? null : sectionsIn(draft, [{ id: 0, url: null, body, marker }]);
  const isOurs = (section: SuiteSection) =>
    ours?.some((own) => own.id === suiteId && own.body === section.body) === true;
  return (
    comments.find((other) => sectionsIn(draft, [other]).some((section) => isOfThisRun(section) && !isOurs(section))) ??
    null
  );
}

function isWorthCreating({ mode, changed, failed }: StickyComment): boolean {
  return mode === 'always' || failed || (mode === 'changes' && changed);
}

/** The pull request's newest commit; the evaluated one if GitHub does not say. */
async function newestHead(api: GithubApi, { place, marker }: StickyComment): Promise<string> {
  const { owner, repo, number } = place;
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
  const answer = await api.request(route, { owner, repo, pull_number: number });
  const pull = pullSchema.safeParse(answer.ok ? answer.data : null);
  return pull.success ? pull.data.head.sha : marker.headSha;
}

/** Nothing of what we wrote is gone, and there is one comment. */
function isKept(draft: SectionDraft, comments: readonly OwnComment[]): boolean {
  const { marker, suiteId } = draft;
  const section = sectionsIn(draft, comments).find(({ id }) => id === suiteId);
  return comments.length === 1 && section !== undefined && !isNewer(marker, timeOf(section));
}

async function writeOnce(api: GithubApi, draft: SectionDraft, comments: readonly OwnComment[]): Promise<Written> {
  if (comments.length > 0) {
    const settled = await settle(api, draft, comments);
    if (settled !== 'gone') return settled;
  }
  return create(api, draft);
}

/** Reduces the existing comments to one and updates it. `gone`: someone deleted it meanwhile. */
async function settle(api: GithubApi, draft: SectionDraft, existing: readonly OwnComment[]): Promise<Written | 'gone'> {
  const { place, marker } = draft;
  const [comment, ...duplicates] = inOrder(existing, marker.id);
  if (comment === undefined) return 'gone';
  const newer = existing.find((other) => isNewer(other.marker, marker) && readSections(other.body).length === 0);
  const { body, shared } = wholeComment(draft, existing);
  if (newer === undefined && !isSameBody(comment.body, body)) {
    const answer = await api.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: place.owner,
      repo: place.repo,
      comment_id: comment.id,
      body,
    });
    if (!answer.ok && answer.status === 404) return 'gone';
    if (!answer.ok) return { ...failComment(draft, answer), shared: false };
  }
  for (const duplicate of duplicates.filter((other) => newer === undefined || isOlderOf(other, newer, marker))) {
    await api.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      owner: place.owner,
      repo: place.repo,
      comment_id: duplicate.id,
    });
  }
  if (newer !== undefined) return { url: newer.url, warnings: [], shared: false };
  return { url: comment.url, warnings: [], shared: shared || duplicates.length > 0 };
}

/** Not newer than we are, and not the one that stays. */
function isOlderOf(other: OwnComment, stays: OwnComment, marker: CommentMarker): boolean {
  return other.id !== stays.id && !isNewer(other.marker, marker);
}

/** The shared comment first: that of one suite alone only becomes it if there is none. */
function inOrder(comments: readonly OwnComment[], id: string): readonly OwnComment[] {
  return [...comments.filter(({ marker }) => marker.id === id), ...comments.filter(({ marker }) => marker.id !== id)];
}

/**
 * Listing and creating is not one step: after creating, look again whether another run did the same. GitHub may have created
 * the comment even if its answer was a failure: look for it, and send it once more if it is missing.
 */
async function create(api: GithubApi, draft: SectionDraft): Promise<Written> {
  const { owner, repo, number } = draft.place;
  const { body } = wholeComment(draft, []);
  const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const send = () => api.request(route, { owner, repo, issue_number: number, body });
  let answer = await send();
  if (!answer.ok && (answer.status === null || answer.status >= 500)) {
    const listed = await list(api, draft);
    if ('failure' in listed) return { ...failComment(draft, answer), shared: false };
    if (listed.comments.length > 0) return unite(api, draft, body, listed.comments, null);
    answer = await send();
  }
  if (!answer.ok) return { ...failComment(draft, answer), shared: false };
  const created = readComment(answer.data, [draft.marker.id])[0] ?? null;
  const listed = await list(api, draft);
  if ('failure' in listed) return { url: created?.url ?? null, warnings: [], shared: false };
  return unite(api, draft, body, listed.comments, created);
}

/** Reduces the comments that exist after creating to one, and leaves another suite's section of this name alone. */
async function unite(
  api: GithubApi,
  draft: SectionDraft,
  body: string,
  listed: readonly OwnComment[],
  created: OwnComment | null,
): Promise<Written> {
  const url = created?.url ?? null;
  const others = listed.filter(({ id }) => id !== created?.id);
  const theirs = writtenByOthers(draft, others, body);
  if (theirs !== null) return { url: url ?? theirs.url, warnings: [OTHER_SUITE], shared: false };
  const settled = await settle(api, draft, listed);
  return settled === 'gone' ? { url, warnings: [], shared: false } : settled;
}

function failComment(comment: StickyComment, { status, problem }: Extract<ApiAnswer, { ok: false }>): CommentOutcome {
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
  'Two suites of this run share one section of the comment, which now shows the other suite: both have the same job and key. Give each suite, or each entry of a matrix, a name of its own with the input "key".';

const pullSchema = z.object({ head: z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) }) });
