import * as z from 'zod';
import type { ApiAnswer, ApiParameters, GithubApi } from '#github/api/api.ts';
import { oneLine, stripControls } from '#github/api/one-line.ts';
import type { LogAnnotation } from '#github/log/annotations.ts';
import { type CheckWriter, otherWriter, writerId } from './check-writer.ts';

/** Where a check run is shown, and what it is called. */
export interface CheckRunPlace {
  readonly owner: string;
  readonly repo: string;
  /** For a pull request its newest commit, because nobody sees GitHub's merge commit. */
  readonly headSha: string;
  readonly name: string;
  readonly writer: CheckWriter;
  /** The workflow run. */
  readonly detailsUrl: string;
  /** From a fork or Dependabot: the token is read-only, so a refusal is expected. */
  readonly readOnlyToken: boolean;
}

/** How a check run ends. */
export interface CheckRunEnd {
  readonly conclusion: 'success' | 'neutral' | 'failure' | 'action_required' | 'cancelled';
  /** Plain text. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Further Markdown, which people unfold; absent: none. */
  readonly text?: string;
  /** The first five hundred are shown; those without a file can't be. */
  readonly annotations: readonly LogAnnotation[];
}

/** A check run that is in progress. */
export interface OpenCheckRun {
  /** Says how far the run is; a failure is not reported. `title` is plain text, `summary` Markdown. */
  tell(api: GithubApi, output: { readonly title: string; readonly summary: string }): Promise<void>;
  /** Ends it; returns problems as warnings. `api` may be another client than the one that opened it. */
  complete(api: GithubApi, end: CheckRunEnd): Promise<readonly string[]>;
}

/** A check run that was opened. */
interface Opened {
  readonly check: OpenCheckRun;
  /** Another job that writes one of the same name on the commit, or why nobody knows. */
  readonly others: Awaited<ReturnType<typeof otherWriter>>;
}

/** Shows that the evaluation has begun. Never throws: if there is no check run, a warning says what is missing. */
export async function openCheckRun(
  api: GithubApi,
  place: CheckRunPlace,
): Promise<Opened | { readonly warning: string }> {
  const { owner, repo } = place;
  const answer = await api.request('POST /repos/{owner}/{repo}/check-runs', {
    owner,
    repo,
    name: place.name,
    head_sha: place.headSha,
    external_id: writerId(place.writer),
    details_url: place.detailsUrl,
    status: 'in_progress',
  });
  if (!answer.ok) return { warning: refusal('opened', answer, place) };
  const created = createdSchema.safeParse(answer.data);
  if (!created.success) return { warning: 'The check run was not opened: GitHub returned no id for it.' };
  const { id } = created.data;
  const opened = { ...place, id };
  return {
    check: {
      async tell(client, output) {
        await update(client, opened, { status: 'in_progress', output });
      },
      complete: (client, end) => complete(client, opened, end),
    },
    others: await otherWriter(api, opened),
  };
}

type Place = CheckRunPlace & { readonly id: number };

/**
 * Adds annotations in batches of fifty; the last request completes the check run. If GitHub rejects some of them, the check run
 * is completed without them, so that it does not stay open.
 */
async function complete(api: GithubApi, place: Place, end: CheckRunEnd): Promise<readonly string[]> {
  const title = oneLine(end.title, MAX_TITLE) || 'Agent eval';
  const output = {
    title,
    summary: end.summary.slice(0, MAX_SUMMARY).toWellFormed(),
    ...(end.text !== undefined && { text: end.text.slice(0, MAX_SUMMARY).toWellFormed() }),
  };
  const finished = { status: 'completed', conclusion: end.conclusion };
  const batches = inBatches(end.annotations.flatMap(asGithubTakesThem));
  for (const [index, annotations] of batches.entries()) {
    const isLast = index === batches.length - 1;
    const answer = await update(api, place, { ...(isLast ? finished : {}), output: { ...output, annotations } });
    if (answer.ok) continue;
    const closed = await update(api, place, { ...finished, output });
    return [refusal(closed.ok ? 'annotated' : 'completed', answer, place)];
  }
  return [];
}

async function update(api: GithubApi, { owner, repo, id }: Place, change: ApiParameters): Promise<ApiAnswer> {
  const route = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}';
  return api.request(route, { owner, repo, check_run_id: id, ...change });
}

function asGithubTakesThem({ level, file, line, title, message }: LogAnnotation): readonly ApiParameters[] {
  if (file === null) return [];
  const text = stripControls(message).slice(0, MAX_MESSAGE).toWellFormed();
  return [
    {
      path: oneLine(file, 500),
      start_line: line ?? 1,
      end_line: line ?? 1,
      annotation_level: level === 'error' ? 'failure' : level,
      title: oneLine(title, MAX_TITLE),
      message: text === '' ? oneLine(title, MAX_TITLE) : text,
    },
  ];
}

/** At least one batch, which may be empty. */
function inBatches<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.max(1, Math.ceil(Math.min(items.length, MAX_ANNOTATIONS) / BATCH));
  return Array.from({ length: count }, (_, index) => items.slice(index * BATCH, (index + 1) * BATCH));
}

function refusal(what: string, answer: Extract<ApiAnswer, { ok: false }>, { readOnlyToken }: CheckRunPlace): string {
  return `The check run was not ${what} (${answer.problem}). ${remedy(answer.status, readOnlyToken)}`;
}

function remedy(status: number | null, readOnlyToken: boolean): string {
  if (status !== 403 && status !== 404) return "The verdict is in the job summary, and the job's own status shows it.";
  if (readOnlyToken)
    return "Runs of forks and Dependabot have a read-only token; the job's own status shows the verdict.";
  return 'Add "checks: write" under "permissions:" of the job (listing any permission removes the others). Until then, the status of the job shows the verdict.';
}

const createdSchema = z.object({ id: z.number().int().positive() });

/** Most annotations that GitHub accepts per request. */
const BATCH = 50;
/** GitHub limits writes to 80 requests a minute, and nobody reads more. */
const MAX_ANNOTATIONS = 500;
const MAX_TITLE = 255;
const MAX_SUMMARY = 65_535;
/** GitHub accepts 64 KB. */
const MAX_MESSAGE = 16_000;
