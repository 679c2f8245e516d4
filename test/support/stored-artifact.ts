import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { FakeArtifact, FakeRun, FakeState } from '../testing/github/state.ts';
import { addArtifact, addRun } from '../testing/github/state-builders.ts';

/** Name of the artifact that holds the results of a suite without a key. */
export const RESULTS_ARTIFACT = 'agent-eval-results';

/** Texts of the newest artifact of a name, by file name; throws when there is none. */
export function artifactFiles(state: FakeState, name: string = RESULTS_ARTIFACT): Readonly<Record<string, string>> {
  const artifact = state.artifacts.findLast((candidate) => candidate.name === name);
  if (artifact === undefined) throw new Error(`no artifact ${name} was uploaded`);
  return Object.fromEntries(
    Object.entries(unzipSync(artifact.content)).map(([file, bytes]) => [file, strFromU8(bytes)]),
  );
}

/** The results in the newest artifact of a name; throws when there are none. */
export function storedResults(state: FakeState, name: string = RESULTS_ARTIFACT): ResultsFile {
  return JSON.parse(artifactFiles(state, name)['results.json'] ?? '');
}

/** An archive as the action uploads it, with this text as results.json. */
export function resultsArchive(results: string): Uint8Array {
  return zipSync({ 'results.json': strToU8(results) });
}

/** Has an artifact hold something else in one of its files, as GitHub would tell of it. */
export function rewriteStored(
  artifact: FakeArtifact,
  change: (text: string) => string,
  file: 'results.json' | 'history.jsonl' = 'results.json',
): void {
  const files = unzipSync(artifact.content);
  const text = change(strFromU8(files[file] ?? new Uint8Array()));
  const content = zipSync({ ...files, [file]: strToU8(text) });
  Object.assign(artifact, { content, digest: null, reportedSize: content.length });
}

/** Adds a finished run of main with an artifact: these results as that run's own, if nothing else is said. */
export function addStoredRun(
  state: FakeState,
  results: string,
  headSha: string,
  run: Partial<FakeRun> = {},
  artifact: (runId: number) => Partial<FakeArtifact> = () => ({}),
): void {
  const { id: runId } = addRun(state, { headSha, ...run });
  const content = asOfRun(resultsArchive(results), runId, headSha);
  addArtifact(state, { runId, name: RESULTS_ARTIFACT, content, ...artifact(runId) });
}

/** An archive whose results.json, if it has one, tells of another run; a file that is no archive stays as it is. */
export function asOfRun(content: Uint8Array, runId: number, sha: string): Uint8Array {
  if (strFromU8(content.subarray(0, 2)) !== 'PK') return content;
  const files = unzipSync(content);
  const results = files['results.json'];
  if (results === undefined) return content;
  const stored = JSON.parse(strFromU8(results));
  const moved = { ...stored, run: { ...stored.run, id: String(runId) }, commit: { ...stored.commit, sha } };
  return zipSync({ ...files, 'results.json': strToU8(JSON.stringify(moved)) });
}
