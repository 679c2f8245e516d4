import * as z from 'zod';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { GithubReader } from '#github/api/api.ts';
import { oneLine } from '#github/api/one-line.ts';

/** The job that writes a check run. Its name says nothing of the job, and GitHub shows only the newest of a name. */
export interface CheckWriter {
  /** Path of the workflow file. */
  readonly workflow: string;
  readonly job: string;
  readonly key: string;
  readonly runId: number;
  readonly runAttempt: number;
}

/** A check run among those of its commit. */
interface OwnCheck {
  readonly owner: string;
  readonly repo: string;
  readonly headSha: string;
  readonly name: string;
  readonly id: number;
  readonly writer: CheckWriter;
}

/** The id that a check run carries for its writer. */
export function writerId({ workflow, job, key, runId, runAttempt }: CheckWriter): string {
  return JSON.stringify([OURS, oneLine(workflow, 100), oneLine(job, 100), key, runId, runAttempt]);
}

/**
 * Another job that writes a check run of this name on this commit: the later would hide the earlier, and a pass a failure. Jobs
 * of a matrix are told apart by nothing but two check runs of one attempt. The own check run must stand already, so that of
 * two jobs which ask at the same time at least one sees the other.
 */
export async function otherWriter(
  github: Pick<GithubReader, 'request'>,
  { owner, repo, headSha, name, id, writer }: OwnCheck,
): Promise<{ readonly other: CheckWriter | null } | { readonly problem: string }> {
  const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
  const place = { owner, repo, ref: headSha, check_name: name };
  const answer = await github.request(route, { ...place, filter: 'all', per_page: 100 });
  if (!answer.ok) return { problem: answer.problem };
  const read = listSchema.safeParse(answer.data);
  if (!read.success) return { problem: 'GitHub did not return a list of check runs' };
  const writers = read.data.check_runs.flatMap((check) => (check.id === id ? [] : (check.external_id ?? [])));
  const attempts = new Set([attemptOf(writer)]);
  for (const other of writers) {
    if (!isSameJob(other, writer) || attempts.has(attemptOf(other))) return { other };
    attempts.add(attemptOf(other));
  }
  return { other: null };
}

function attemptOf({ runId, runAttempt }: CheckWriter): string {
  return `${runId} ${runAttempt}`;
}

/** Whether two check runs name the same job, as those of a matrix do. */
export function isSameJob(left: CheckWriter, right: CheckWriter): boolean {
  return writerId({ ...left, runId: 0, runAttempt: 0 }) === writerId({ ...right, runId: 0, runAttempt: 0 });
}

const OURS = 'agent-eval-action';
const text = z.string().max(300);
const count = z.number().int().nonnegative();
const idSchema = z.tuple([z.literal(OURS), text, text, text, count, count]);

/** `null`: not of this action, or of a version that wrote none. */
const externalId = z.unknown().transform((id): CheckWriter | null => {
  const read = z.string().transform(jsonOrUndefined).pipe(idSchema).safeParse(id);
  if (!read.success) return null;
  const [, workflow, job, key, runId, runAttempt] = read.data;
  return { workflow: oneLine(workflow, 100), job: oneLine(job, 100), key: oneLine(key, 100), runId, runAttempt };
});
const listSchema = z.object({ check_runs: z.array(z.object({ id: z.number().int(), external_id: externalId })) });
