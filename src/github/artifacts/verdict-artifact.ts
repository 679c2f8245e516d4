import { isJsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { VERDICT_FILE } from '#gate/verdict/verdict-file.ts';
import { listWorkflowRuns, type WorkflowPlace } from '#github/runs/list-workflow-runs.ts';
import { isWorkflow, type WorkflowRun } from '#github/runs/workflow-run.ts';
import { downloadArtifact } from './download-artifact.ts';
import { findArtifact, MAX_ARTIFACT_BYTES } from './find-artifact.ts';
import { readZipEntry } from './read-results-artifact.ts';
import { hasZipEntry } from './zip/zip-entry.ts';

/** The run that decided on a commit, and the files that its verdict names. */
export interface FoundVerdict {
  readonly run: WorkflowRun;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Finds the newest run of a workflow on a commit, in the repository itself, that left results, and reads them into memory. It may
 * go on: a job that deploys is often one of its own. `problem`: a sentence part.
 */
export async function findVerdict(
  place: WorkflowPlace,
  sha: string,
  artifactName: string,
): Promise<FoundVerdict | { readonly problem: string }> {
  const { github, repository, workflowPath } = place;
  const listed = await listWorkflowRuns(place, { head_sha: sha });
  if ('problem' in listed) return { problem: listed.problem.words };
  let problem = `no run of ${workflowPath} on ${sha} has left results`;
  for (const run of listed.runs.toSorted((left, right) => right.id - left.id)) {
    const isOwn = run.head_sha === sha && run.head_repository?.id === run.repository.id;
    if (!isOwn || !isWorkflow(run.path, workflowPath)) continue;
    const own = { ...repository, id: run.repository.id };
    const artifact = await findArtifact(github, own, run, artifactName);
    if ('problem' in artifact) {
      problem = `run ${run.id}: ${artifact.problem}`;
      continue;
    }
    const zip = await downloadArtifact(github, own, artifact, MAX_ARTIFACT_BYTES);
    return 'problem' in zip ? { problem: `run ${run.id}: ${zip.problem}` } : unpacked(run, zip.bytes);
  }
  return { problem };
}

function unpacked(run: WorkflowRun, zip: Uint8Array): FoundVerdict | { readonly problem: string } {
  const verdict = readZipEntry(zip, VERDICT_FILE, LARGEST_RESULTS_FILE);
  if ('problem' in verdict) return { problem: `the artifact of run ${run.id} ${verdict.problem}` };
  const files = new Map([[VERDICT_FILE, verdict.bytes]]);
  const parsed = jsonOrUndefined(new TextDecoder().decode(verdict.bytes));
  const named = isJsonObject(parsed) ? parsed['files'] : null;
  for (const name of isJsonObject(named) ? Object.keys(named) : []) {
    if (!hasZipEntry(zip, name)) continue;
    const entry = readZipEntry(zip, name, LARGEST_RESULTS_FILE);
    if ('problem' in entry) return { problem: `the artifact of run ${run.id} ${entry.problem}` };
    files.set(name, entry.bytes);
  }
  return { run, files };
}
