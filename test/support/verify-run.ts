import { createHash } from 'node:crypto';
import { appendFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { FolderToVerify } from '#gate/verdict/verify-files.ts';
import type { ActionRun } from '../testing/github/runner.ts';
import type { FakeArtifact } from '../testing/github/state.ts';

/** A line for each run that was verified: what it was. The end of the tests counts them. */
export const VERIFIED_RUNS = 'verified-runs.jsonl';

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
  await verify(read, ['in the terminal']);
}

/**
 * The same of what a run uploaded: its results, next to its trajectories.
 *
 * @param event that it ran on
 */
export async function verifyArtifacts(
  artifacts: readonly FakeArtifact[],
  { inputs = {}, event }: Pick<ActionRun, 'inputs' | 'event'>,
): Promise<void> {
  const { pull_request: pull = {} } = event.payload as { pull_request?: { head?: { repo?: { fork?: boolean } } } };
  const how = [inputs['mode'] === 'merge' ? 'merged from jobs' : 'single', ...(pull.head?.repo?.fork ? ['fork'] : [])];
  for (const { name, content } of artifacts) {
    if (!name.startsWith('agent-eval-results')) continue;
    const other = artifacts.find((each) => each.name === name.replace('results', 'trajectories'));
    const files = { ...unzipSync(content), ...(other && unzipSync(other.content)) };
    const entries = Object.entries(files);
    const hashes = entries.map(([file, bytes]) => [file, createHash('sha256').update(bytes).digest('hex')] as const);
    if ('verdict.json' in files) await verify({ bytes: new Map(entries), hashes: new Map(hashes) }, how);
  }
}

async function verify(folder: FolderToVerify, how: readonly string[]): Promise<void> {
  const { verifyFiles } = await import('#gate/verdict/verify-files.ts');
  const verified = verifyFiles(folder);
  if ('problems' in verified)
    throw new Error(`verdict.json of this run does not verify: ${verified.problems.join('; ')}`);
  const { accepts, judge, agent, run } = JSON.parse(new TextDecoder().decode(folder.bytes.get('results.json')));
  const { file, policy } = verified;
  const kinds = [
    ...[...how, `${run.side === 'baseline' ? 'main' : 'change'}`, file.verdict, policy.method],
    ...(folder.bytes.has('main-1.json') ? ['compared'] : []),
    ...(folder.bytes.has('confirmation.json') ? [`tried again, ${how[0]}`] : []),
    ...(accepts === undefined ? [] : ['accepting']),
    ...(judge === undefined ? [] : ['judged']),
    ...(agent.kind === 'suite' ? ['in rounds'] : []),
  ];
  await appendFile(join(tmpdir(), VERIFIED_RUNS), `${JSON.stringify(kinds)}\n`);
}
