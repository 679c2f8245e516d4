/** The job that `init --upgrade` writes, its steps run as they stand there: it learns from main what the upgrade will cost. */
import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { addStoredRun } from '#test/support/stored-artifact.ts';
import { startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { addCommit, sha } from '#test/testing/github/state-builders.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/** What is asked of `gh run list` and `gh run download`, as GitHub's API answers it. */
const GH = `#!${process.execPath}
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const [run, what, ...rest] = process.argv.slice(2);
const flag = (name) => rest[rest.indexOf('--' + name) + 1];
const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repo, GH_TOKEN, RUNNER_TEMP: temp } = process.env;
const ask = async (path) => {
  const url = path.startsWith('http') ? path : api + '/repos/' + repo + '/actions/' + path;
  const asked = await fetch(url, { headers: { authorization: 'Bearer ' + GH_TOKEN }, redirect: 'manual' });
  const answer = asked.status === 302 ? await fetch(asked.headers.get('location')) : asked;
  if (!answer.ok) throw new Error(path + ': HTTP ' + answer.status);
  return answer;
};
const json = async (path) => (await ask(path)).json();
if (run === 'run' && what === 'list' && flag('jq') === '.[].databaseId') {
  const query = new URLSearchParams({ branch: flag('branch'), event: flag('event'), status: flag('status'), per_page: flag('limit') });
  const { workflow_runs: runs } = await json('workflows/' + flag('workflow') + '/runs?' + query);
  for (const { id } of runs) console.log(id);
} else if (run === 'run' && what === 'download' && rest[0] !== '') {
  const { artifacts } = await json('runs/' + rest[0] + '/artifacts');
  const { archive_download_url: url } = artifacts.find(({ name }) => name === flag('name'));
  writeFileSync(temp + '/zip', Buffer.from(await (await ask(url)).arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', temp + '/zip', flag('dir')]);
} else throw new Error('unknown arguments: ' + process.argv.slice(2).join(' '));
`;

const NPX = `#!/bin/bash
exec ${process.execPath} ${CLI_BUNDLE} "\${@:3}"
`;

/** What the steps of the job say, one after another. */
async function compared({ path, read }: Folder, env: Readonly<Record<string, string>>): Promise<string> {
  const { jobs } = parse(await read('.github/workflows/agent-eval-upgrade.yml'));
  const steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[] =
    jobs.compare.steps;
  let said = '';
  for (const { run = '', env: own } of steps) {
    const all = { ...own, ...env, HOME: path, PATH: `${path}/bin:${process.env['PATH']}` };
    const ended = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', run], { cwd: path, env: all });
    said += ended.stdout + ended.stderr;
  }
  return said;
}

it('an upgrade by schedule says its cost before the first trial, from the newest run of main that passed, else a range', async () => {
  await using server = await startModelServer(() => ({ text: 'well', usage: { input: 1_000, output: 100 } }));
  await using fake = await startFakeGitHub({ permissions: { actions: 'read', contents: 'read' } });
  const prices = { today: { input: 1, output: 1 }, other: { input: 1, output: 1 } };
  const agent = { openai: { ...BUILT_IN.openai, model: 'today' } };
  await using folder = await folderWith({
    ...modelSuite(agent, ['a', 'b', 'c', 'd', 'e'], { prices }),
    ...{ 'bin/gh': GH, 'bin/package.json': '{"type": "module"}', 'bin/npx': NPX },
  });
  for (const name of ['gh', 'npx']) await chmod(join(folder.path, 'bin', name), 0o755);
  await folder.cli(['init', '--upgrade']);
  const env = {
    ...environmentOf(server),
    ...{ GITHUB_API_URL: fake.url, GITHUB_REPOSITORY: 'octo-org/agents', GH_TOKEN: fake.state.token.value },
    ...{ TO: 'other', RUNNER_TEMP: folder.path, GITHUB_OUTPUT: '/dev/null', GITHUB_STEP_SUMMARY: '/dev/null' },
  };
  const unknown = await compared(folder, env);
  expect(unknown).toMatch(/no results of main\n.*what they cost is unknown/s);

  await folder.cli(['run', '--trials', '5', '--output', 'stored'], { env });
  addCommit(fake.state, { sha: sha('m'), refs: ['refs/heads/main'] });
  addStoredRun(fake.state, await readFile(join(folder.path, 'stored/results.json'), 'utf8'), sha('m'));
  const [run] = fake.state.runs;
  for (const other of [{ event: 'pull_request' }, { headBranch: 'side' }, { conclusion: 'failure' }])
    fake.state.runs.push({ ...(run ?? expect.fail()), id: 9_000 + fake.state.runs.length, ...other });
  const known = await compared(folder, env);
  expect(known).toMatch(/trials in all, at most \d+; about \$0\.\d+; shown with a chance of/);
  expect(fake.violations).toEqual([]);
});
