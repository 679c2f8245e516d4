import * as z from 'zod';
import type { ApiAnswer, GithubApi } from '#github/api/api.ts';
import { listOwn, markedBody, type PostMarker, type Refused } from '#github/api/own-posts.ts';

/** A pull request of ours. */
export interface OwnPull {
  readonly place: { readonly owner: string; readonly repo: string };
  /** Of what it is the only open one: part of its marker. */
  readonly subject: string;
  readonly base: { readonly branch: string; readonly sha: string };
  /** Its branch, which is ours alone. */
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  /** What it changes, a commit each; `blob`: git's hash of the file on the base. */
  readonly files: readonly { readonly path: string; readonly blob: string; readonly text: string }[];
}

/** How it ended. `closed`: a person has closed one with this branch, so none is opened. */
export type PullEnd =
  | { readonly kind: 'opened' | 'updated' | 'closed'; readonly url: string; readonly superseded: readonly number[] }
  | { readonly kind: 'failed'; readonly problem: string };

/**
 * Keeps one open pull request of a subject: opens it or brings its text up to date, then closes those that it supersedes. One is
 * ours if it begins with our marker and the token's account opened it: anyone can paste a marker. Never throws.
 */
export async function keepPull(api: GithubApi, pull: OwnPull): Promise<PullEnd> {
  const listed = await listOwn(
    api,
    {
      route: 'GET /repos/{owner}/{repo}/pulls',
      parametersFor: () => ({ ...pull.place, state: 'all' }),
      schema: pullSchema,
    },
    markerOf(pull),
  );
  if ('refused' in listed) return failed('can not be looked up', listed.refused);
  const same = listed.own.filter(({ head }) => head.ref === pull.branch);
  const known = same.find(({ state }) => state === 'open');
  // One that was superseded has another title, and keeps none from being opened.
  const refused = same.find(({ merged_at: merged, title }) => merged === null && title === pull.title);
  if (known === undefined && refused !== undefined) return { kind: 'closed', url: refused.html_url, superseded: [] };
  const kept = known === undefined ? await open(api, pull) : await update(api, pull, known.number);
  if ('problem' in kept) return kept;
  const superseded: number[] = [];
  const others = listed.own.filter(({ state, head }) => state === 'open' && head.ref !== pull.branch);
  for (const other of others) if (await supersede(api, pull, other, kept.number)) superseded.push(other.number);
  return { kind: known === undefined ? 'opened' : 'updated', url: kept.html_url, superseded };
}

type Failed = Extract<PullEnd, { kind: 'failed' }>;

/** A branch with the commits, and the pull request of it. */
async function open(api: GithubApi, pull: OwnPull): Promise<Pull | Failed> {
  const { place, base, branch, title, files } = pull;
  const ref = { ...place, ref: `refs/heads/${branch}`, sha: base.sha };
  const made = await api.request('POST /repos/{owner}/{repo}/git/refs', ref);
  // It may be left of a pull request that was merged, or of a run that went no farther.
  const moved =
    made.status === 422
      ? await api.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...ref, ref: `heads/${branch}`, force: true })
      : made;
  if (!moved.ok) return failed(`needs the branch ${branch}, which can not be made`, moved, 'contents: write');
  for (const { path, blob, text } of files) {
    const committed = await api.request('PUT /repos/{owner}/{repo}/contents/{path}', {
      ...place,
      ...{ path, sha: blob, branch, message: title },
      content: Buffer.from(text, 'utf8').toString('base64'),
    });
    if (!committed.ok)
      return failed(`needs a commit on ${branch}, which can not be made`, committed, 'contents: write');
  }
  const opened = await api.request('POST /repos/{owner}/{repo}/pulls', {
    ...place,
    ...{ title, head: branch, base: base.branch, body: markedBody(markerOf(pull), pull.body) },
  });
  return read(opened, 'can not be opened');
}

async function update(api: GithubApi, pull: OwnPull, number: number): Promise<Pull | Failed> {
  const { place, title } = pull;
  const changes = { ...place, pull_number: number, title, body: markedBody(markerOf(pull), pull.body) };
  return read(await api.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', changes), 'can not be updated');
}

/** Closes another one, and says which took its place; false: GitHub refused. */
async function supersede(api: GithubApi, { place }: OwnPull, { number, title }: Pull, by: number): Promise<boolean> {
  const changes = { ...place, pull_number: number, state: 'closed', title: `${title}: superseded` };
  const closed = await api.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', changes);
  if (!closed.ok) return false;
  const body = `Superseded by #${by}.`;
  await api.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...place,
    issue_number: number,
    body,
  });
  return true;
}

function read(answer: ApiAnswer, what: string): Pull | Failed {
  if (!answer.ok) return failed(what, answer, 'contents: write" and "pull-requests: write');
  const pull = pullSchema.safeParse(answer.data).data;
  return pull ?? { kind: 'failed', problem: `the pull request ${what} (GitHub answers without its number)` };
}

function failed(what: string, { status, problem }: Refused, permission?: string): Failed {
  const words = `the pull request ${what} (${problem})`;
  if (status !== 403 || permission === undefined) return { kind: 'failed', problem: words };
  const setting = 'Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests"';
  return { kind: 'failed', problem: `${words}: give the job "${permission}", and allow it under ${setting}` };
}

function markerOf({ subject: id }: OwnPull): PostMarker {
  return { about: 'upgrade', id };
}

const pullSchema = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  html_url: z.string(),
  state: z.string(),
  merged_at: z
    .string()
    .nullish()
    .transform((date) => date ?? null),
  body: z.string().nullish(),
  head: z.object({ ref: z.string() }),
  user: z.object({ login: z.string() }).nullish(),
});
type Pull = z.infer<typeof pullSchema>;
