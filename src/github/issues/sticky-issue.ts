import * as z from 'zod';
import { hashJson } from '#common/hash-json.ts';
import type { ApiAnswer, GithubApi } from '#github/api/api.ts';
import { isSameBody, listOwn, markedBody, type Refused } from '#github/api/own-posts.ts';

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
  return hashJson([workflowPath, key]).slice(0, 12);
}

/**
 * Keeps one open issue of a suite: edits it or opens it, and closes duplicates that two runs opened at the same moment. An issue
 * is ours if it begins with our marker and the token's account opened it: anyone can paste a marker. One that a person has
 * closed stays closed. Never throws; returns warnings.
 */
export async function keepIssue(api: GithubApi, issue: StickyIssue): Promise<readonly string[]> {
  const listed = await listOwn(api, listOf(issue), issue);
  if ('refused' in listed) return [refused(issue, listed.refused)];
  const known = oldestOpen(listed.own)[0];
  if (known === undefined) {
    const isTold = listed.own.some(({ title }) => title === issue.title);
    return issue.does === 'opens' && !isTold ? open(api, issue) : [];
  }
  const closes = issue.does === 'closes';
  const body = markedBody(issue, issue.body);
  if (!closes && isSameBody(known.body, body) && known.title === issue.title) return [];
  const changes = closes
    ? // Under another title it keeps none from being opened, should main be as before.
      { state: 'closed', state_reason: 'completed', title: `${known.title}: over` }
    : { title: issue.title, body };
  const answer = await edit(api, issue, known.number, changes);
  return answer.ok ? [] : [refused(issue, answer)];
}

/** Listing and opening is not one step: afterwards all but the oldest are closed. */
async function open(api: GithubApi, issue: StickyIssue): Promise<readonly string[]> {
  const { owner, repo } = issue.place;
  const route = 'POST /repos/{owner}/{repo}/issues';
  const answer = await api.request(route, { owner, repo, title: issue.title, body: markedBody(issue, issue.body) });
  if (!answer.ok) return [refused(issue, answer)];
  const listed = await listOwn(api, listOf(issue), issue);
  if ('refused' in listed) return [];
  for (const { number } of oldestOpen(listed.own).slice(1))
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

/** The issues of the account, closed ones too where they count. */
function listOf({ place: { owner, repo }, about }: StickyIssue): Parameters<typeof listOwn<Issue>>[1] {
  const state = ABOUT[about].told_once ? 'all' : 'open';
  return {
    route: 'GET /repos/{owner}/{repo}/issues',
    parametersFor: (creator) => ({ owner, repo, state, creator }),
    schema: issueSchema,
  };
}

function oldestOpen(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ state }) => state === 'open').toSorted((left, right) => left.number - right.number);
}

function refused({ about, does }: StickyIssue, { status, problem }: Refused): string {
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
  // GitHub lists pull requests as issues.
  pull_request: z.undefined().optional(),
});
