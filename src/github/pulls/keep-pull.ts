import * as z from 'zod';
import type { ApiAnswer, ApiParameters, GithubApi } from '#github/api/api.ts';
import { listOwn, markedBody, type PostMarker, type Refused } from '#github/api/own-posts.ts';
import type { BranchFile } from '#github/commits/branch-file.ts';

/** A pull request of ours. */
export interface OwnPull {
  readonly place: { readonly owner: string; readonly repo: string };
  /** Of what it is the only open one: part of its marker. */
  readonly subject: string;
  /** What it changes, as it is on the base. */
  readonly file: BranchFile;
  /** Its branch, which is ours alone. */
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  /** What the file is to be. */
  readonly text: string;
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
  const kept =
    known === undefined
      ? await open(api, pull)
      : read(await edit(api, pull, known.number, wordsOf(pull)), 'can not be updated');
  if ('problem' in kept) return kept;
  const superseded: number[] = [];
  const others = listed.own.filter(({ state, head }) => state === 'open' && head.ref !== pull.branch);
  for (const { number, title } of others) {
    const changes = { state: 'closed', title: `${title}: superseded by #${kept.number}` };
    if ((await edit(api, pull, number, changes)).ok) superseded.push(number);
  }
  return { kind: known === undefined ? 'opened' : 'updated', url: kept.html_url, superseded };
}

type Failed = Extract<PullEnd, { kind: 'failed' }>;

/** A branch with the commit, and the pull request of it. */
async function open(api: GithubApi, pull: OwnPull): Promise<Pull | Failed> {
  const { place, branch, title, text } = pull;
  const { branch: base, sha, path, blob } = pull.file;
  const ref = { ...place, ref: `refs/heads/${branch}`, sha };
  const made = await api.request('POST /repos/{owner}/{repo}/git/refs', ref);
  // It may be left of a pull request that was merged, or of a run that went no farther.
  const moved =
    made.status === 422
      ? await api.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...ref, ref: `heads/${branch}`, force: true })
      : made;
  if (!moved.ok) return failed(`needs the branch ${branch}, which can not be made`, moved);
  const content = Buffer.from(text, 'utf8').toString('base64');
  const commit = { ...place, path, sha: blob, branch, message: title, content };
  const committed = await api.request('PUT /repos/{owner}/{repo}/contents/{path}', commit);
  if (!committed.ok) return failed(`needs a commit on ${branch}, which can not be made`, committed);
  const opened = { ...place, ...wordsOf(pull), head: branch, base };
  return read(await api.request('POST /repos/{owner}/{repo}/pulls', opened), 'can not be opened');
}

function edit(api: GithubApi, { place }: OwnPull, number: number, changes: ApiParameters): Promise<ApiAnswer> {
  return api.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', { ...place, pull_number: number, ...changes });
}

function wordsOf(pull: OwnPull) {
  return { title: pull.title, body: markedBody(markerOf(pull), pull.body) };
}

function read(answer: ApiAnswer, what: string): Pull | Failed {
  if (!answer.ok) return failed(what, answer);
  const pull = pullSchema.safeParse(answer.data).data;
  return pull ?? { kind: 'failed', problem: `the pull request ${what} (GitHub answers without its number)` };
}

function failed(what: string, { status, problem }: Refused): Failed {
  const words = `the pull request ${what} (${problem})`;
  return { kind: 'failed', problem: status === 403 ? `${words}: ${PERMISSIONS}` : words };
}

const PERMISSIONS =
  'give the job "contents: write" and "pull-requests: write", and allow it under Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests"';

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
