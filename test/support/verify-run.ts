import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { FolderToVerify } from '#gate/verdict/verify-files.ts';
import type { FakeArtifact } from '../testing/github/state.ts';

/**
 * Fails unless the verdict that a run has just written to a folder follows again from its files: every run of the bundle in any
 * test is one more try.
 *
 * @param since when the run began, milliseconds since 1970; a folder that it did not write to is left alone
 */
export async function verifyRun(folder: string, since: number): Promise<void> {
  const facts = await stat(join(folder, 'verdict.json')).catch(() => null);
  if (facts === null || facts.mtimeMs < since) return;
  const { readToVerify } = await import('#runner/workspace/results/seal-folder.ts');
  const read = await readToVerify(folder);
  if ('problem' in read) throw new Error(read.problem);
  await verify(read);
}

/** The same of what a run uploaded: its results, next to its trajectories. */
export async function verifyArtifacts(artifacts: readonly FakeArtifact[]): Promise<void> {
  for (const { name, content } of artifacts) {
    if (!name.startsWith('agent-eval-results')) continue;
    const other = artifacts.find((each) => each.name === name.replace('results', 'trajectories'));
    const files = { ...unzipSync(content), ...(other && unzipSync(other.content)) };
    const entries = Object.entries(files);
    const hashes = entries.map(([file, bytes]) => [file, createHash('sha256').update(bytes).digest('hex')] as const);
    if ('verdict.json' in files) await verify({ bytes: new Map(entries), hashes: new Map(hashes) });
  }
}

async function verify(folder: FolderToVerify): Promise<void> {
  const { verifyFiles } = await import('#gate/verdict/verify-files.ts');
  const verified = verifyFiles(folder);
  const problems = 'problems' in verified ? verified.problems : [];
  if (problems.length > 0) throw new Error(`verdict.json of this run does not verify: ${problems.join('; ')}`);
}
