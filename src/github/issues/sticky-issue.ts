import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ApiAnswer, GithubApi } from '#github/api/api.ts';

/** What the issue of a suite says. */
export interface StickyIssue {
  readonly place: { readonly owner: string; readonly repo: string };
  /** A suite has one issue of each. */
  readonly about: keyof typeof ABOUT;
  /** See {@link issueId}. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Whether one is opened if there is none; else only an open one is brought up to date, or `closes`. */
  readonly does: 'opens' | 'updates' | 'closes';
}

/** In words, and whether one that a person has closed keeps another of the same title from being opened. */
const ABOUT = {
  drift: { words: 'the drift of main', told_once: false },
  ends: { words: 'models that end', told_once: true },
} as const;

/** Distinguishes the suites of a repository: another workflow or key has another issue. */
export function issueId(workflowPath: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([workflowPath, key]))
    .digest('hex')
    .slice(0, 12);
}

/**
 * Keeps one open issue of a suite: edits it or opens it, and closes duplicates that two runs opened at the same moment. An issue
 * is ours if it begins with our marker and the token's account opened it: anyone can paste a marker. One that a person has
 * closed stays closed. Never throws; returns warnings.
 */
export async function keepIssue(api: GithubApi, issue: StickyIssue): Promise<readonly string[]> {
  const author = (await api.login()) ?? ACTIONS_BOT;
  const listed = await listOwn(api, issue, author);
  if ('failure' in listed) return [refused(issue, listed.failure)];
  const known = listed.issues.find(isOpen);
  if (known === undefined) {
    const isTold = listed.issues.some(({ title }) => title === issue.title);
    return issue.does === 'opens' && !isTold ? open(api, issue, author) : [];
  }
  const closes = issue.does === 'closes';
  if (!closes && isSameText(known.body, markedBody(issue)) && known.title === issue.title) return [];
  const changes = closes
    ? // Under another title it keeps none from being opened, should main be as before.
      { state: 'closed', state_reason: 'completed', title: `${known.title}: over` }
    : { title: issue.title, body: markedBody(issue) };
  const answer = await edit(api, issue, known.number, changes);
  return answer.ok ? [] : [refused(issue, answer)];
}

/** Listing and opening is not one step: afterwards all but the oldest are closed. */
async function open(api: GithubApi, issue: StickyIssue, author: string): Promise<readonly string[]> {
  const { owner, repo } = issue.place;
  const route = 'POST /repos/{owner}/{repo}/issues';
  const answer = await api.request(route, { owner, repo, title: issue.title, body: markedBody(issue) });
  if (!answer.ok) return [refused(issue, answer)];
  const listed = await listOwn(api, issue, author);
  if ('failure' in listed) return [];
  for (const { number } of listed.issues.filter(isOpen).slice(1))
    await edit(api, issue, number, { state: 'closed', state_reason: 'not_planned' });
  return [];
}

function edit(
  api: GithubApi,
  { place }: StickyIssue,
  number: number,
  changes: Readonly<Record<string, string>>,
): Promise<ApiAnswer> {
  const { owner, repo } = place;
  return api.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    owner,
    repo,
    issue_number: number,
    ...changes,
  });
}

/** Our issues of this suite, the oldest first; closed ones too where they count. */
async function listOwn(
  api: GithubApi,
  { place: { owner, repo }, about, id }: StickyIssue,
  author: string,
): Promise<{ readonly issues: readonly Issue[] } | { readonly failure: Failed }> {
  const issues: Issue[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await api.request('GET /repos/{owner}/{repo}/issues', {
      owner,
      repo,
      state: ABOUT[about].told_once ? 'all' : 'open',
      creator: author,
      per_page: PAGE_SIZE,
      page,
    });
    if (!answer.ok) return { failure: answer };
    const items = Array.isArray(answer.data) ? answer.data : [];
    issues.push(...items.flatMap(readIssue).filter((item) => item.user.login === author && begins(item, about, id)));
    if (items.length < PAGE_SIZE) break;
  }
  return { issues: issues.sort((left, right) => left.number - right.number) };
}

function begins({ body }: Issue, about: StickyIssue['about'], id: string): boolean {
  return (body ?? '').startsWith(markerOf(about, id));
}

function isOpen({ state }: Issue): boolean {
  return state === 'open';
}

function readIssue(value: unknown): readonly Issue[] {
  const read = issueSchema.safeParse(value);
  return read.success && read.data.pull_request === undefined ? [read.data] : [];
}

function markedBody({ about, id, body }: StickyIssue): string {
  return `${markerOf(about, id)}\n${body}`;
}

function markerOf(about: StickyIssue['about'], id: string): string {
  return `<!-- agent-eval-action:${about}:${id}:v1 -->`;
}

/** GitHub may return other line ends and a trimmed end. */
function isSameText(a: string | null | undefined, b: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();
  return plain(a ?? '') === plain(b);
}

type Failed = Extract<ApiAnswer, { ok: false }>;

function refused({ about, does }: StickyIssue, { status, problem }: Failed): string {
  const { words } = ABOUT[about];
  const what =
    does === 'opens' ? `The issue about ${words} was not written` : `The open issue about ${words} was not looked up`;
  if (status === 410)
    return `${what}: issues are disabled in this repository. Enable them, or remove the input drift-issue.`;
  if (status === 403 || status === 404)
    return `${what} (${problem}). Add "issues: write" under "permissions:" of the job (listing any permission removes the others: keep "contents: read" and "actions: read"), or remove the input drift-issue.`;
  return `${what} (${problem}).`;
}

type Issue = z.infer<typeof issueSchema>;

const issueSchema = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  state: z.string(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }),
  pull_request: z.unknown().optional(),
});

/** Author of what `GITHUB_TOKEN` writes. */
const ACTIONS_BOT = 'github-actions[bot]';
const PAGE_SIZE = 100;
/** 1,000 open issues that one account opened. */
const MAX_PAGES = 10;
