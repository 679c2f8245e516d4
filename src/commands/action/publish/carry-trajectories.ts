import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import type { GithubApi } from '#github/api/api.ts';
import { artifactName } from '#github/artifacts/artifact-name.ts';
import { earlierTrajectories, NoEarlierTrajectories } from '#github/artifacts/earlier-trajectories.ts';
import { storedHashes } from '#runner/workspace/results/request-texts.ts';
import { parseRequestSegment } from '#trials/trial/request-segment.ts';
import { idOfLine } from '#trials/trial/stored-trajectory.ts';
import type { GithubRun } from '../session/github-run.ts';

/** The result of adding an earlier attempt's trajectories. */
export interface CarriedTrajectories {
  /** Those of this attempt may replace them: all were added, or there is nothing to replace. */
  readonly replaceable: boolean;
  /** Why they can't be read, a sentence; `null`: they were, or none were wanted. */
  readonly problem: string | null;
}

/**
 * Adds the trajectories of trials that were reused from an earlier attempt of this run to this attempt's, because one upload
 * replaces the other, with what models were shown in them. If they exist but can't be read, the earlier upload, which is usually the larger one, must stay.
 */
export async function carryTrajectories(
  run: GithubRun,
  results: ResultsFile,
  api: GithubApi,
): Promise<CarriedTrajectories> {
  const { inputs, context, output_folder: folder } = run;
  const ids = takenOver(results, context.runAttempt);
  if (ids.size === 0) return { replaceable: true, problem: null };
  const name = artifactName('trajectories', inputs.key, inputs.shard);
  const { repository, runId } = context;
  const lines = earlierTrajectories({ github: api, repository, runId, artifactName: name });
  const texts = await storedHashes(join(folder, REQUESTS_FILE));
  try {
    for await (const line of lines) {
      const id = idOfLine(line);
      if (id !== null && ids.has(id)) await appendFile(join(folder, TRAJECTORIES_FILE), `${line}\n`);
      const hash = id === null ? (parseRequestSegment(line)?.hash ?? null) : null;
      if (hash === null || texts.has(hash)) continue;
      texts.add(hash);
      await appendFile(join(folder, REQUESTS_FILE), `${line}\n`);
    }
    return { replaceable: true, problem: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const subject = 'trajectories of the earlier attempt';
    if (error instanceof NoEarlierTrajectories)
      return {
        replaceable: true,
        problem: `The artifact ${name} lacks ${subject}, which could not be found (${why}).`,
      };
    const words = `The artifact ${name} was not uploaded: ${subject}, which it would replace, can't be added to it (${why}).`;
    return { replaceable: false, problem: words };
  }
}

/** Ids of stored trajectories of trials that an earlier attempt ran. */
function takenOver({ cases }: ResultsFile, attempt: number): ReadonlySet<string> {
  const trials = cases.flatMap((item) => item.trials);
  return new Set(trials.flatMap(({ run_attempt, trajectory }) => (run_attempt < attempt ? (trajectory ?? []) : [])));
}
