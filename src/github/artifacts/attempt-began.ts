import * as z from 'zod';
import type { GithubApi } from '#github/api/api.ts';

/** When the newest attempt of a run began, in ms since 1970; null when GitHub does not say. */
export async function attemptBegan(
  api: GithubApi,
  place: { readonly owner: string; readonly repo: string; readonly runId: number },
): Promise<number | null> {
  const { owner, repo, runId } = place;
  const answer = await api.request('GET /repos/{owner}/{repo}/actions/runs/{run_id}', { owner, repo, run_id: runId });
  const run = runSchema.safeParse(answer.ok ? answer.data : null);
  return run.success ? Date.parse(run.data.run_started_at) : null;
}

const runSchema = z.object({ run_started_at: z.iso.datetime({ offset: true }) });
