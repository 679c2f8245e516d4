/** From the trials of another model to its pull request, by what kinds of suites and agents there are. */
import { expect, test } from 'vitest';
import type { UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import { freePort } from '#test/runner/agents/http/support.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import { BUILT_IN, environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { addCommit, sha } from '#test/testing/github/state-builders.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';

const CASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

async function tried(folder: Folder, server: ModelServer, args: readonly string[]): Promise<UpgradeFile> {
  const run = await folder.cli(['upgrade', '--json', '--to', 'equal,rude', ...args], { env: environmentOf(server) });
  expect(run).toExit(0);
  return JSON.parse(run.stdout);
}

async function opened(fake: FakeGitHub, folder: Folder, results: string): Promise<string> {
  const env = { GITHUB_API_URL: fake.url, GH_TOKEN: fake.state.token.value, GITHUB_REPOSITORY: 'octo-org/agents' };
  const ended = await folder.cli(['upgrade', '--open', results], { env });
  expect([ended.exitCode, fake.violations], ended.stderr).toEqual([0, []]);
  return ended.stdout;
}

async function mainWith(config: string): Promise<FakeGitHub> {
  const fake = await startFakeGitHub({ permissions: { contents: 'write', pull_requests: 'write' } });
  addCommit(fake.state, { sha: sha('m'), refs: ['refs/heads/main'], files: { 'agent-eval.yml': config } });
  return fake;
}

async function branchOf(fake: FakeGitHub, number: number): Promise<string> {
  const ref = fake.state.pullRequests[number - 1]?.head.ref;
  const head = fake.state.commits.get(fake.state.refs.get(`refs/heads/${ref}`) ?? '');
  return (await head?.read('agent-eval.yml')) ?? '';
}

const config = (files: object) => (files as Record<string, string>)['agent-eval.yml'] ?? '';
const polite = ({ model }: { readonly model: string }) => ({ text: model === 'rude' ? 'go away' : 'well' });
const MODELS = ['small', 'equal', 'rude'];

test('a server that is started with the id in an argument and two variables gets all three changed in one pull request', async () => {
  const port = String(await freePort());
  const suiteWith = (model: string) => {
    const start = [process.execPath, 'server.mjs', port, 'environment', '--model', model];
    const env = { MODEL: model, PLAN_MODEL: model, OTHER: 'small' };
    const agent = { http: { url: `http://127.0.0.1:${port}/`, start }, record: true, env };
    return { ...modelSuite(agent, CASES.slice(0, 4)), 'server.mjs': program('calling-server.mjs') };
  };
  await using server = await startModelServer(polite, { models: MODELS });
  await using folder = await folderWith(suiteWith('small'));
  const file = await tried(folder, server, []);
  expect(file.candidates.map(({ standing }) => standing.kind)).toEqual(['shown', 'worse-cases']);
  expect(file.places).toHaveLength(3);
  await using fake = await mainWith(config(suiteWith('small')));
  expect(await opened(fake, folder, 'agent-eval-results')).toMatch(/^opened: .*\/pull\/1\n$/);
  expect(await branchOf(fake, 1)).toBe(config(suiteWith('equal')));
});

test('each of several agents has a pull request of its own, and none supersedes that of another', async () => {
  await using server = await startModelServer(polite, { models: MODELS });
  const agents = { chat: { openai: { model: 'small' } }, tool: { ...PROGRAM, env: { MODEL: 'small' } } };
  const { 'agent-eval.yml': _, ...files } = modelSuite(BUILT_IN, CASES);
  const written = config(modelSuite(BUILT_IN, CASES, { agents, agent: undefined }));
  await using folder = await folderWith({ ...files, 'agent-eval.yml': written });
  await using fake = await mainWith(written);
  for (const [at, agent] of ['chat', 'tool'].entries()) {
    const file = await tried(folder, server, ['--agent', agent, '--output', agent]);
    expect(file.agent).toBe(agent);
    expect(await opened(fake, folder, agent)).toMatch(new RegExp(`^opened: .*/pull/${at + 1}\n$`));
  }
  expect(fake.state.pullRequests).toMatchObject([
    { state: 'open', title: 'Move chat from small to equal' },
    { state: 'open', title: 'Move tool from small to equal' },
  ]);
  const both = await Promise.all([1, 2].map((number) => branchOf(fake, number)));
  expect(both.map((text) => text.split('equal').length)).toEqual([2, 2]);
  expect(both[0]).not.toBe(both[1]);
  const shared = modelSuite({ openai: { model: 'small' } }, CASES, { agents: { plain: {}, twin: {} } });
  await folder.write({ 'agent-eval.yml': config(shared) });
  const { places, notes } = await tried(folder, server, ['--agent', 'plain']);
  expect(places.map(({ path }) => path)).toEqual([['agent', 'openai', 'model']]);
  expect(notes).toContain('The id in `agent` is that of twin too, which would move without a trial');
});

test('a suite that a judge grades shows a model whose answers it grades alike, and names the cases of a rude one', async () => {
  const script = judging(({ blocks }) => {
    const isRude = blocks.some(({ text }) => text.includes('go away'));
    return { evidence: isRude ? 'go away' : 'well', verdict: isRude ? 'not_met' : 'met' };
  }, polite);
  await using server = await startModelServer(script, { models: [...MODELS, 'elder'] });
  const judged = Object.fromEntries(
    CASES.map((id) => [id, { expect: { judge: [{ id: 'kind', ask: 'Is it kind?' }] } }]),
  );
  const judge = { openai: { model: 'elder' }, uncalibrated: 'allow' };
  await using folder = await folderWith(modelSuite({ openai: { model: 'small' } }, judged, { judge }));
  const file = await tried(folder, server, []);
  expect(file.candidates).toMatchObject([
    { standing: { kind: 'shown' }, figures: { pass_rate: 1, models: ['equal'] } },
    { standing: { kind: 'dropped' }, figures: { pass_rate: 0, models: ['rude'] } },
  ]);
  expect(readable(await folder.read('agent-eval-results/upgrade.md'))).toMatch(
    /rude is not shown, and was dropped .*: it passes less in a \(0\/(\d), today \1\/\1\)/,
  );
});
