import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { DATA } from '#gate/verdict/verdict-file.ts';
import { listWorkflowRuns, type WorkflowPlace } from '#github/runs/list-workflow-runs.ts';
import { BASELINE_EVENTS, isWorkflow, type WorkflowRun } from '#github/runs/workflow-run.ts';
import { downloadArtifact } from './download-artifact.ts';
import { findArtifact, MAX_ARTIFACT_BYTES } from './find-artifact.ts';
import { readZipEntry } from './read-results-artifact.ts';
import { zipNames } from './zip/zip-entry.ts';

/** The run that decided on a commit, and the data that it left. */
export interface FoundVerdict {
  readonly run: WorkflowRun;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Finds the newest run of a workflow on a commit, in the repository itself, that left results, and reads them into memory. It may
 * go on: a job that deploys is often one of its own. What a pull request merges with the commit speaks only where no branch ran
 * it. `problem`: a sentence part.
 */
export async function findVerdict(
  place: WorkflowPlace,
  sha: string,
  artifactName: string,
): Promise<FoundVerdict | { readonly problem: string }> {
  const { github, repository, workflowPath } = place;
  const listed = await listWorkflowRuns(place, { head_sha: sha });
  if ('problem' in listed) return { problem: `${workflowPath} on ${sha}: ${listed.problem.words}` };
  const isOther = ({ event }: WorkflowRun) => Number(!BASELINE_EVENTS.includes(event));
  for (const run of listed.runs.toSorted((left, right) => isOther(left) - isOther(right) || right.id - left.id)) {
    const isOwn = run.head_sha === sha && run.head_repository?.id === run.repository.id;
    if (!isOwn || !isWorkflow(run.path, workflowPath)) continue;
    const own = { ...repository, id: run.repository.id };
    const artifact = await findArtifact(github, own, run, artifactName);
    // Only a run that left nothing lets an earlier one speak: one that can't be read may have decided otherwise.
    if ('problem' in artifact && artifact.kind === 'absent') continue;
    const zip = 'problem' in artifact ? artifact : await downloadArtifact(github, own, artifact, MAX_ARTIFACT_BYTES);
    const files = 'problem' in zip ? zip : unpacked(zip.bytes);
    return 'problem' in files ? { problem: `run ${run.id}: ${files.problem}` } : { run, files };
  }
  return { problem: `no run of ${workflowPath} on ${sha} has left results` };
}

function unpacked(zip: Uint8Array): FoundVerdict['files'] | { readonly problem: string } {
  const files = new Map<string, Uint8Array>();
  for (const name of zipNames(zip).filter((name) => DATA.test(name))) {
    const entry = readZipEntry(zip, name, LARGEST_RESULTS_FILE);
    if ('problem' in entry) return { problem: `its artifact ${entry.problem}` };
    files.set(name, entry.bytes);
  }
  return files;
}
