/** The pull request of a model that was shown not to be worse: the id alone, from a job that has no key and trusts nothing it is given. */
import { expect, it } from 'vitest';
import type { Candidate, UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import { json } from '#test/support/scripted-suite.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { addCommit, sha } from '#test/testing/github/state-builders.ts';

const CONFIG = `version: 1
agent:
  command: [node, bot.mjs, --model=gpt-5]   # gpt-5
  env: {MODEL: "gpt-5"}
judge: {openai: {model: gpt-5}}
`;

const FIGURES = {
  models: [],
  scored: 60,
  passed: 57,
  pass_rate: 0.95,
  ci95: null,
  tool_recall: 1,
  tokens: 800,
} as const;
const figures = (cost: number, rate = 0.95) =>
  ({ ...FIGURES, pass_rate: rate, cost_usd: cost, cost_per_pass_usd: cost, latency_p95: 900 }) as const;
const candidate = (model: string, cost: number, more: Partial<Candidate> = {}): Candidate => ({
  ...{ model, standing: { kind: 'shown' }, rounds: 6, falls: [], figures: figures(cost), frontier: null },
  ...more,
});

const place = (...path: (string | number)[]) => ({ path, line: 3 });

const UPGRADE: UpgradeFile = {
  ...{ schema_version: 1, sha: null, date: '2026-11-30T12:00:00Z', agent: null, margin: 0.1, error: 0.05, cases: 10 },
  part: false,
  file: 'bots/agent-eval.yml',
  places: [place('agent', 'command', 2), place('agent', 'env', 'MODEL')],
  today: { model: 'gpt-5', figures: figures(0.01), frontier: null },
  candidates: [candidate('dear-1', 0.02), candidate('cheap-1', 0.004)],
  said: { low: 100, high: 200, most: 400, cost_usd: null },
  spent: { trials: 120, cost_usd: null },
  notes: [],
};

async function main(config = CONFIG): Promise<FakeGitHub> {
  const fake = await startFakeGitHub({ permissions: { contents: 'write', pull_requests: 'write' } });
  addCommit(fake.state, { sha: sha('m'), refs: ['refs/heads/main'], files: { 'bots/agent-eval.yml': config } });
  return fake;
}

async function open(fake: FakeGitHub, folder: Folder, upgrade: object = UPGRADE) {
  await folder.write({ 'upgrade/upgrade.json': json(upgrade) });
  const env = { GITHUB_API_URL: fake.url, GH_TOKEN: fake.state.token.value, GITHUB_REPOSITORY: 'octo-org/agents' };
  const ended = await folder.cli(['upgrade', '--open', 'upgrade'], { env });
  expect(fake.violations).toEqual([]);
  return ended;
}

it('the shown model whose passed trials cost least takes the place of the id, and of nothing else', async () => {
  await using fake = await main();
  await using folder = await folderWith({});
  const opened = await open(fake, folder);
  expect([opened.exitCode, opened.stdout], opened.stderr).toEqual([
    0,
    'opened: https://github.com/octo-org/agents/pull/1\n',
  ]);
  const [pull] = fake.state.pullRequests;
  expect(pull?.title).toBe('Move the agent from gpt-5 to cheap-1');
  const changed = CONFIG.replace('--model=gpt-5', '--model=cheap-1').replace('"gpt-5"', '"cheap-1"');
  const head = fake.state.commits.get(fake.state.refs.get(`refs/heads/${pull?.head.ref}`) ?? '');
  expect(await head?.read('bots/agent-eval.yml')).toBe(changed);
  expect([head?.parents, fake.state.refs.get('refs/heads/main')]).toEqual([[sha('m')], sha('m')]);
  const body = readable(pull?.body ?? '');
  expect(body).toContain(
    'cheap-1 is shown after 6 rounds of 10 cases: it does not pass less than gpt-5 by more than 10 points',
  );
  expect(body).toContain('GitHub starts no workflow for a pull request that a workflow opened');

  const again = await open(fake, folder);
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringMatching(/^brought up to date: /)]);
  expect(fake.state.refs.get(`refs/heads/${pull?.head.ref}`), 'no other commit').toBe(head?.sha);
  const other = await open(fake, folder, { ...UPGRADE, candidates: [candidate('dear-1', 0.02)] });
  expect(other.stdout).toBe('closed #1, which it supersedes\nopened: https://github.com/octo-org/agents/pull/2\n');
});

it('nothing is opened where no model was shown', async () => {
  await using fake = await main();
  await using folder = await folderWith({});
  const standings: Candidate['standing'][] = [
    { kind: 'open', because: 'cap' },
    { kind: 'dropped' },
    { kind: 'worse-cases' },
    { kind: 'failed', message: '404' },
    { kind: 'same-model' },
  ];
  const candidates = standings.map((standing, at) => candidate(`m-${at}`, 0.001, { standing }));
  const ended = await open(fake, folder, { ...UPGRADE, candidates });
  expect([ended.exitCode, ended.stdout]).toEqual([
    0,
    'no model was shown not to be worse than gpt-5; nothing to open\n',
  ]);
  expect(fake.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it.each<[string, object, RegExp]>([
  [
    'main names another model by now',
    { today: { ...UPGRADE.today, model: 'gpt-6' } },
    /main does not name gpt-6 alone at bots\/agent-eval\.yml:3 \(agent\.command\[2\]\), bots\/agent-eval\.yml:3 \(agent\.env\.MODEL\); change/,
  ],
  ['the config is no file of the repository', { file: '../x.yml' }, /: file: is no file that a config can be/],
  ['the config is a workflow', { file: '.github/workflows/x.yml' }, /: file: is no file that a config can be/],
  ['the config is of another kind', { file: 'package.json' }, /: file: is no file that a config can be/],
  ['main has no such config', { file: 'other/agent-eval.yml' }, /other\/agent-eval\.yml of main is gone/],
  [
    'the id could be more than a name',
    { candidates: [candidate('x" }, run: [sh]', 0)] },
    /candidates\[0\]\.model: is no id of a model/,
  ],
  ['only chosen cases ran', { part: true }, /only chosen cases ran, which show nothing of the others/],
  [
    'the file is of another version',
    { schema_version: 2 },
    /upgrade\.json is not what `upgrade` of this version writes: schema_version: /,
  ],
])('nothing is opened, and it is said why, where %s', async (_, change, problem) => {
  await using fake = await main();
  await using folder = await folderWith({});
  const ended = await open(fake, folder, { ...UPGRADE, ...change });
  expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringMatching(problem)]);
  expect(fake.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});
