import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvaluatedSuite } from '#commands/compose/workspace-request.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import type { GithubApi } from '#github/api/api.ts';
import { artifactName } from '#github/artifacts/artifact-name.ts';
import { attemptBegan } from '#github/artifacts/attempt-began.ts';
import { uploadArtifact } from '#github/artifacts/upload.ts';
import { sealOf } from '#runner/concluding/store-documents.ts';
import { sealFolder } from '#runner/workspace/results/seal-folder.ts';
import type { GithubRun } from '../session/github-run.ts';
import { carryTrajectories } from './carry-trajectories.ts';

interface Uploaded {
  readonly uploaded: boolean;
  readonly warnings: readonly string[];
}

/**
 * Uploads the results, then the trajectories; if the service rejects the first, the other is not tried. `uploaded`: the results are.
 * Trajectories of an earlier attempt are added before both: verdict.json, one of the results, has the hash of all of them.
 */
export async function uploadResults(
  run: GithubRun,
  { stored, evaluation }: EvaluatedSuite,
  { api, isCancelled }: { readonly api: GithubApi; readonly isCancelled: boolean },
): Promise<Uploaded> {
  if (isCancelled && !hasJudged(evaluation.results)) return { uploaded: false, warnings: [] };
  // An upload replaces an earlier attempt's, which is worth more than a part of this one.
  if (stored.problem !== null && !stored.names.includes('results.json')) return { uploaded: false, warnings: [] };
  const replaces = !isCancelled;
  const hasTrajectories = stored.problem === null && (await hasContent(join(run.output_folder, TRAJECTORIES_FILE)));
  const carried = hasTrajectories ? await carryTrajectories(run, evaluation.results, api) : null;
  const seal = sealOf(evaluation);
  if (carried !== null && seal !== null && run.context.runAttempt > 1)
    await sealFolder(run.output_folder, stored.names, seal);
  const results = await upload(run, api, 'results', { files: stored.names, replaces });
  const uploaded = results.id !== null;
  if (carried === null) return { uploaded, warnings: results.warnings };
  if (!uploaded) {
    const both = (words: string) => `${words}. ${nameOf(run, 'trajectories')} was not uploaded either.`;
    return { uploaded, warnings: results.warnings.map(both) };
  }
  const { replaceable, problem } = carried;
  const warnings = problem === null ? [] : [problem];
  // An earlier attempt's stay if this one has none to add.
  if (!replaceable) return { uploaded, warnings: warnings };
  const outcome = await upload(run, api, 'trajectories', { files: [TRAJECTORIES_FILE, REQUESTS_FILE], replaces });
  return { uploaded, warnings: [...warnings, ...outcome.warnings] };
}

async function upload(
  run: GithubRun,
  api: GithubApi,
  kind: 'results' | 'trajectories',
  what: { readonly files: readonly string[]; readonly replaces: boolean },
): ReturnType<typeof uploadArtifact> {
  const { context, output_folder: folder } = run;
  const { owner, name: repo } = context.repository;
  const began = () => attemptBegan(api, { owner, repo, runId: context.runId });
  return uploadArtifact({
    name: nameOf(run, kind),
    folder,
    ...what,
    serverUrl: context.serverUrl,
    attemptBegan: began,
  });
}

function nameOf({ inputs }: GithubRun, kind: 'results' | 'trajectories'): string {
  return artifactName(kind, inputs.key, inputs.shard);
}

/** Something was paid for. */
function hasJudged({ cases }: EvaluatedSuite['evaluation']['results']): boolean {
  return cases.some(({ trials }) => trials.some(({ outcome }) => outcome !== 'error'));
}

/** Perhaps no trajectory had to be kept. */
async function hasContent(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.size > 0,
    () => false,
  );
}
