import { errorMessage } from '#common/error-message.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { getRun } from '#github/runs/get-run.ts';
import { findArtifact } from './find-artifact.ts';
import { readResultsArtifact } from './read-results-artifact.ts';
import { whyForeignResults } from './whose-results.ts';

/** Which results of which run. */
export interface RunResultsOptions {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  readonly runId: number;
  /** `agent-eval-results[-key]`. */
  readonly artifactName: string;
  /** As in results.json; null without one. */
  readonly key: string | null;
}

/**
 * Reads what one run uploaded, into memory and with all the limits of a baseline. The results must say that they are a
 * candidate's, of this run, commit and key; whether that is true can't be known here. Never throws; `problem` is a sentence
 * part.
 */
export async function readRunResults(
  options: RunResultsOptions,
): Promise<{ readonly results: ResultsFile } | { readonly problem: string }> {
  return read(options).catch((error: unknown) => ({ problem: errorMessage(error) }));
}

async function read(options: RunResultsOptions): ReturnType<typeof readRunResults> {
  const { github, repository } = options;
  const lookup = await getRun(options, options.runId);
  if ('problem' in lookup) return lookup;
  const artifact = await findArtifact(github, repository, lookup.run, options.artifactName);
  if ('problem' in artifact) return { problem: artifact.problem };
  const read = await readResultsArtifact(github, repository, artifact);
  if ('problem' in read) return read;
  const foreign = whyForeignResults(read.results, lookup.run, { ...options, side: 'candidate' });
  return foreign === null ? read : { problem: foreign };
}
