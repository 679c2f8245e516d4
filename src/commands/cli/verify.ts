import { type ExecFileException, execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { VerifyOptions } from '#commands/options/flags.ts';
import { listed, plural } from '#common/words.ts';
import { VERDICT_FILE, VERDICT_PREDICATE } from '#gate/verdict/verdict-file.ts';
import { DECIDING, type Verified, verifyFiles } from '#gate/verdict/verify-files.ts';
import { oneLine } from '#github/api/one-line.ts';
import { artifactName } from '#github/artifacts/artifact-name.ts';
import { type FoundVerdict, findVerdict } from '#github/artifacts/verdict-artifact.ts';
import { EXIT, whenOpen } from '#report/exit-code.ts';
import { readToVerify } from '#runner/workspace/results/seal-folder.ts';
import { githubHere } from './common/github-here.ts';
import { print, say } from './common/say.ts';
import { untilStopped } from './common/until-stopped.ts';

/** What `agent-eval verify` does. */
export async function verifyVerdict(folder: string, options: VerifyOptions): Promise<void> {
  const { commit } = options;
  await untilStopped((signal) => (commit === null ? verifyFolder(folder) : verifyCommit(commit, options, signal)));
}

/** Verifies the files of a folder, whoever wrote them. */
async function verifyFolder(folder: string): Promise<number> {
  const read = await readToVerify(folder);
  if ('problem' in read) return refuse(EXIT.usage, [read.problem]);
  const verified = verifyFiles(read);
  if ('problems' in verified) return refuse(verified.readable ? EXIT.fail : EXIT.usage, verified.problems);
  tell(verified);
  print('This shows that these files agree with one another, not where they come from: unsigned.');
  return EXIT.pass;
}

/** Finds what the workflow decided on a commit, and refuses what a deployment must not rely on. */
async function verifyCommit(commit: string, options: VerifyOptions, signal: AbortSignal): Promise<number> {
  const { workflow, key, unsigned } = options;
  const here = githubHere(options.repo, signal);
  if ('problem' in here) return refuse(EXIT.usage, [here.problem]);
  const { github, owner, name } = here;
  const repo = `${owner}/${name}`;
  const place = { github, repository: { id: 0, owner, name }, workflowPath: workflow };
  const found = await findVerdict(place, commit, artifactName('results', key ?? ''));
  if ('problem' in found) return refuse(EXIT.fail, [found.problem]);
  const { run, files } = found;
  const hashes = new Map([...files].map(([file, bytes]) => [file, hash('sha256', bytes)]));
  const verified = verifyFiles({ bytes: files, hashes });
  const problems = 'problems' in verified ? verified.problems : whyStale(verified, run, { commit, workflow });
  if ('problems' in verified || problems.length > 0) return refuse(EXIT.fail, problems);
  const refused = unsigned ? null : await whyUnsigned(files, { repo, workflow, commit }, signal);
  if (refused !== null) return refuse(EXIT.fail, [refused]);
  tell(verified);
  print(unsigned ? `Run ${run.id} left it: unsigned.` : `Signed by ${workflow} of ${repo}, in run ${run.id}.`);
  return mayDeploy(verified) ? EXIT.pass : refuse(EXIT.fail, [`the verdict on ${commit} is ${verified.file.verdict}`]);
}

/** What says that these files are of something else, or does not say of what they are. */
function whyStale(
  { file }: Verified,
  run: FoundVerdict['run'],
  { commit, workflow }: Readonly<Record<'commit' | 'workflow', string>>,
): readonly string[] {
  const differs = (place: string, said = 'not known', known = 'nothing') =>
    said === known ? [] : [`${VERDICT_FILE}: ${place} is ${said}, and GitHub says ${known}`];
  return [
    ...differs('commit', file.commit.head_sha ?? file.commit.sha ?? undefined, commit),
    ...differs('commit.content', file.commit.content, run.head_commit?.tree_id),
    ...differs('run.id', file.run.id ?? undefined, String(run.id)),
    ...differs('run.workflow', file.run.workflow ?? undefined, workflow),
  ];
}

/**
 * Why no signature of the workflow, as it is on this very commit, is on it: a sentence part. GitHub's own program checks
 * signature, signer and log.
 */
async function whyUnsigned(
  files: FoundVerdict['files'],
  { repo, workflow, commit }: Readonly<Record<'repo' | 'workflow' | 'commit', string>>,
  signal: AbortSignal,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-eval-verify-'));
  try {
    const path = join(folder, VERDICT_FILE);
    await writeFile(path, files.get(VERDICT_FILE) ?? '');
    const signer = ['--signer-workflow', `${repo}/${workflow}`, '--source-digest', commit];
    const args = ['attestation', 'verify', path, '--repo', repo, '--predicate-type', VERDICT_PREDICATE, ...signer];
    await promisify(execFile)('gh', args, { signal, timeout: GH_MS });
    return null;
  } catch (error) {
    const { code, stderr = '' } = error as ExecFileException;
    const why =
      code === 'ENOENT' ? 'gh is not installed, and nothing else checks signatures here' : oneLine(stderr, 500);
    return `${VERDICT_FILE}: unsigned, or not signed by ${workflow} on ${commit}: ${why}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const GH_MS = 60_000;

/** Green, or left open where main's policy lets that be merged without asking anybody. */
function mayDeploy({ file: { verdict, reasons }, policy }: Verified): boolean {
  return verdict === 'pass' || (verdict === 'inconclusive' && whenOpen(null, policy, reasons) === 'green');
}

function tell({ file, absent }: Verified): void {
  const names = Object.keys(file.files).filter((name) => !absent.includes(name));
  const deciding = names.filter((name) => DECIDING.test(name));
  const others = names.filter((name) => !DECIDING.test(name));
  print(`verdict: ${file.verdict}`);
  print(`${VERDICT_FILE} follows again from ${listed(deciding)}: ${plural(deciding.length, 'file')}, byte for byte.`);
  if (others.length > 0) print(`Unchanged since the run: ${listed(others)}.`);
  if (absent.length > 0) print(`Not here, so not checked: ${listed(absent)}.`);
}

function refuse(code: number, problems: readonly string[]): number {
  for (const problem of problems) say(`agent-eval: ${problem}`);
  say('agent-eval: refused');
  return code;
}
