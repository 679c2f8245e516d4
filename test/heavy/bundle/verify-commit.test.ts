import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { VERDICT_PREDICATE } from '#gate/verdict/verdict-file.ts';
import { answeringSuite, worker } from '#test/support/base-side.ts';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { type CliResult, runCli } from '#test/support/run-cli.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { addArtifact, addRun } from '#test/testing/github/state-builders.ts';

/** What GitHub stores of a signature: of what, by which workflow, on which commit. */
interface Attestation {
  readonly predicate: string;
  readonly signer: string;
  readonly source: string;
}

/**
 * A stand-in of the attestations of a repository, by digest, and of `gh attestation verify`, which asks it. The cryptography is
 * gh's; what is tested is what verify asks of it.
 */
async function attestations(): Promise<{
  readonly stored: Map<string, Attestation>;
  readonly env: Readonly<Record<string, string>>;
}> {
  const stored = new Map<string, Attestation>();
  const server = createServer((request, response) => {
    const digest = /\/attestations\/sha256:([0-9a-f]{64})$/.exec(request.url ?? '')?.[1] ?? '';
    response.end(JSON.stringify({ attestations: [stored.get(digest) ?? []].flat() }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const bin = newFolder('gh');
  await writeFile(
    join(bin, 'gh'),
    `#!${process.execPath}
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const [attestation, verify, path, ...rest] = process.argv.slice(2);
const flag = (name) => rest[rest.indexOf(name) + 1];
const known = ['--repo', '--predicate-type', '--signer-workflow', '--source-digest'];
if (attestation !== 'attestation' || verify !== 'verify' || rest.length !== 8 || !known.every((name) => rest.includes(name)))
  throw new Error('unknown arguments: ' + process.argv.slice(2).join(' '));
const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
const answer = await fetch(process.env.ATTESTATIONS + '/repos/' + flag('--repo') + '/attestations/sha256:' + digest);
const { attestations } = await answer.json();
const isThis = (item) => item.predicate === flag('--predicate-type') && item.signer === flag('--signer-workflow') && item.source === flag('--source-digest');
if (!attestations.some(isThis)) {
  console.error(attestations.length === 0 ? 'no attestations found for subject sha256:' + digest : 'verifying with issuer "sigstore.dev" failed');
  process.exit(1);
}
`,
  );
  await writeFile(join(bin, 'package.json'), '{"type":"module"}');
  await chmod(join(bin, 'gh'), 0o755);
  const { port } = server.address() as AddressInfo;
  return { stored, env: { ATTESTATIONS: `http://127.0.0.1:${port}`, PATH: `${bin}:${process.env['PATH']}` } };
}

const WORKFLOW = '.github/workflows/agent-eval.yml';

/** The steps of the job that docs/verify.md deploys with, as they stand there. */
const [, DEPLOY = ''] =
  /```yaml\n(jobs:\n {2}deploy:.*?)```/s.exec(
    await readFile(join(import.meta.dirname, '../../../docs/verify.md'), 'utf8'),
  ) ?? [];
const STEPS: readonly { readonly run: string; readonly env?: Readonly<Record<string, string>> }[] =
  parse(DEPLOY).jobs.deploy.steps;

/** Runs them as GitHub does, each only after one that ended well; `npx` starts the bundle. Whether something was deployed, and what was said. */
async function deployed(env: Readonly<Record<string, string>>, token: string): Promise<readonly [boolean, string]> {
  const folder = newFolder('deploy');
  const npx = `[ "$1 $2" = "--yes github:org/agent-eval-action#v1" ] && shift 2 && exec '${process.execPath}' '${CLI_BUNDLE}' "$@"`;
  for (const [name, text] of [['npx', npx] as const, ['deploy.sh', 'touch deployed'] as const])
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  let said = '';
  for (const { run, env: own = {} } of STEPS) {
    const given = Object.entries(own).map(([name, value]) => [name, value.replace('${{ github.token }}', token)]);
    const options = { cwd: folder, env: { ...env, PATH: `${folder}:${env['PATH']}`, ...Object.fromEntries(given) } };
    const ended = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', run], options).catch((error) => error);
    said += ended.stdout + ended.stderr;
    if (ended instanceof Error) break;
  }
  return [existsSync(join(folder, 'deployed')), said];
}

it('of a commit counts for a deployment only if its workflow signed it, on this commit, and main may go out with it', async (openScene) => {
  const scene = await openScene(answeringSuite(worker('own()')));
  await scene.pushMain();
  const { fake } = scene;
  const sha = scene.repository.main();
  const repo = fake.state.repository.fullName;
  const { stored, env, verifyOf } = await verifier(scene);
  const verify = (args: readonly string[] = [], commit = sha) => verifyOf(commit, args);
  const digest = createHash('sha256')
    .update(artifactFiles(fake.state)['verdict.json'] ?? '')
    .digest('hex');
  const signature = { predicate: VERDICT_PREDICATE, signer: `${repo}/${WORKFLOW}`, source: sha };

  const deploy = () => deployed({ ...env, GITHUB_SHA: sha, GITHUB_REPOSITORY: repo }, fake.state.token.value);
  expect(await deploy()).toEqual([false, expect.stringContaining('agent-eval: refused')]);
  const unsigned = await verify();
  expect([unsigned.exitCode, unsigned.stdout]).toEqual([1, '']);
  expect(unsigned.stderr).toMatch(/verdict\.json: unsigned, or not signed by \.github\/workflows\/agent-eval\.yml on /);
  expect(unsigned.stderr).toContain('no attestations found for subject');
  const accepted = await verify(['--unsigned']);
  expect([accepted.exitCode, accepted.stdout], accepted.stderr).toEqual([0, expect.stringMatching(/: unsigned\.\n$/)]);

  for (const other of [
    { ...signature, signer: `${repo}/.github/workflows/other.yml` },
    { ...signature, source: '0'.repeat(40) },
    { ...signature, predicate: 'https://slsa.dev/provenance/v1' },
  ]) {
    stored.set(digest, other);
    const refused = await verify();
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('unsigned, or not signed by')]);
  }
  stored.set(digest, signature);
  // The job that deploys is one of the same run.
  for (const run of fake.state.runs) Object.assign(run, { status: 'in_progress', conclusion: null });
  const signed = await verify();
  expect([signed.exitCode, signed.stderr]).toEqual([0, '']);
  expect(signed.stdout).toContain(`verdict: pass\n`);
  expect(signed.stdout).toContain(`Signed by ${WORKFLOW} of ${repo}, in run `);
  expect(await deploy()).toEqual([true, signed.stdout]);

  // A pull request from main into a branch with another workflow has main's head; its runs are newer, and sign what they merged.
  const [push] = fake.state.runs;
  if (push === undefined) throw new Error('no run');
  const merged = addRun(fake.state, { ...push, id: push.id + 1_000_000, event: 'pull_request' });
  const content = fake.state.artifacts.find(({ runId }) => runId === push.id)?.content ?? new Uint8Array();
  addArtifact(fake.state, { runId: merged.id, name: 'agent-eval-results', content });
  expect((await verify()).stdout).toContain(`in run ${push.id}.`);
  stored.set(digest, { ...signature, source: '2'.repeat(40) });
  expect((await verify()).stderr).toContain(`unsigned, or not signed by ${WORKFLOW} on ${sha}`);

  const elsewhere = await verify([], '1'.repeat(40));
  expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
    1,
    expect.stringContaining(`no run of ${WORKFLOW} on ${'1'.repeat(40)} has left results`),
  ]);
  const other = await verify(['--workflow', '.github/workflows/other.yml']);
  expect([other.exitCode, other.stderr]).toEqual([
    1,
    expect.stringContaining(`agent-eval: .github/workflows/other.yml on ${sha}: workflow runs could not be listed`),
  ]);
  const short = await verify([], sha.slice(0, 7));
  expect([short.exitCode, short.stderr]).toEqual([2, expect.stringContaining('a whole commit id')]);
});

it('of other files, of another commit or not green is refused by file and number, whoever signed it', async (openScene) => {
  const scene = await openScene(answeringSuite(worker('own()')));
  await scene.pushMain();
  const { pull } = await scene.openPull({ 'answer.txt': 'no idea' });
  await scene.runPull({ 'answer.txt': 'no idea at all' });
  const { verifyOf } = await verifier(scene);
  const verify = (commit: string) => verifyOf(commit, ['--unsigned']);
  const red = await verify(pull.head.sha);
  expect([red.exitCode, red.stdout], red.stderr).toEqual([1, expect.stringContaining('verdict: fail\n')]);
  expect(red.stderr).toContain(`the verdict on ${pull.head.sha} is fail`);

  const main = scene.repository.main();
  await swapVerdict(scene, (files) => files);
  const stale = await verify(main);
  expect(stale.exitCode).toBe(1);
  expect(stale.stderr).toContain(`verdict.json: commit is ${pull.head.sha}, and GitHub says ${main}`);
  expect(stale.stderr).toMatch(/verdict\.json: run\.id is \d+, and GitHub says \d+/);

  await swapVerdict(scene, (files) => ({ ...files, 'results.json': strToU8('{}') }));
  const broken = await verify(main);
  expect([broken.exitCode, broken.stderr]).toEqual([
    1,
    expect.stringMatching(/results\.json: its SHA-256 is [0-9a-f]{64}/),
  ]);

  // An earlier run on the same commit must not speak for one that can't be read.
  const [run] = scene.fake.state.runs;
  if (run === undefined) throw new Error('no run');
  const rerun = addRun(scene.fake.state, { ...run, id: run.id + 1_000_000 });
  const content = new Uint8Array();
  addArtifact(scene.fake.state, { runId: rerun.id, name: 'agent-eval-results', content, expired: true });
  const unread = await verify(main);
  expect([unread.exitCode, unread.stderr]).toEqual([
    1,
    expect.stringContaining(`run ${rerun.id}: its artifact agent-eval-results has expired`),
  ]);
});

it('of another tree than the one that GitHub knows is refused, and one left open where that blocks', async (openScene) => {
  for (const on_inconclusive of ['fail', 'warn']) {
    const scene = await openScene(answeringSuite(worker('own()'), { gate: { on_inconclusive } }));
    const { verifyOf } = await verifier(scene);
    const verify = (commit: string) => verifyOf(commit, ['--unsigned']);
    const { pull } = await scene.openPull({ 'answer.txt': 'all is well' });
    const open = await scene.runPull({ 'other.txt': 'new' });
    expect(open).toDecide('inconclusive');
    const { sha } = pull.head;
    const { exitCode, stdout, stderr } = await verify(sha);
    expect([exitCode, stdout], stderr).toEqual([
      on_inconclusive === 'fail' ? 1 : 0,
      expect.stringContaining('verdict: inconclusive\n'),
    ]);
    expect(stderr.includes(`the verdict on ${sha} is inconclusive`)).toBe(on_inconclusive === 'fail');

    await scene.pushMain();
    const main = scene.repository.main();
    expect((await verify(main)).exitCode).toBe(0);
    const commit = scene.fake.state.commits.get(main) ?? { tree: '' };
    const { tree } = commit;
    Object.assign(commit, { tree: '0'.repeat(40) });
    const other = await verify(main);
    expect([other.exitCode, other.stderr]).toEqual([
      1,
      expect.stringContaining(`verdict.json: commit.content is ${tree}, and GitHub says ${'0'.repeat(40)}`),
    ]);
  }
});

/** Runs `verify --commit` on a machine of its own, with a stand-in of what GitHub keeps of signatures. */
async function verifier({ fake: { state, url } }: Scene) {
  const { stored, env: found } = await attestations();
  const folder = newFolder('deploy');
  const env = { ...found, GITHUB_API_URL: url, HOME: folder };
  const verifyOf = (commit: string, args: readonly string[]): Promise<CliResult> =>
    runCli(folder, ['verify', '--commit', commit, '--repo', state.repository.fullName, ...args], {
      env: { ...env, GH_TOKEN: state.token.value },
    });
  return { stored, env, verifyOf };
}

/** Has the run of main hold the files of the pull request's run, changed. */
async function swapVerdict(
  { fake: { state } }: Scene,
  change: (files: Readonly<Record<string, Uint8Array>>) => Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  const [first, ...others] = state.artifacts.filter(({ name }) => name === 'agent-eval-results');
  const content = zipSync(change(unzipSync(others.at(-1)?.content ?? new Uint8Array())));
  if (first !== undefined) Object.assign(first, { content, digest: null, reportedSize: content.length });
}
