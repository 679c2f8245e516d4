import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { modelSuite, REAL_KEY } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { runCli } from '#test/support/run-cli.ts';
import { json } from '#test/support/scripted-suite.ts';
import { createGit } from '#test/testing/github/git.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { GEMINI, startOwnHosts } from '#test/testing/providers/own-hosts.ts';
import { pythonEnvironment } from '../support/python-environment.ts';
import { mustRun } from '../support/run-program.ts';
import { weather } from '../support/weather-model.ts';

const NODE_MODULES = join(import.meta.dirname, '../../../node_modules');

/** Where the SDKs are that the written agents import; nothing is installed for a test. */
const SDKS = {
  python: async () => ({ PYTHONPATH: (await pythonEnvironment('frameworks')).env.PYTHONPATH }),
  node: async () => ({ NODE_PATH: NODE_MODULES }),
};

test('the workflow of upgrades alone is told of no starter agent and no branches, which it has not', async () => {
  await using folder = await folderWith({});
  await createGit(folder.path).run('init', '--initial-branch=trunk');
  const { stdout } = await folder.cli(['init', '--upgrade']);
  expect(stdout).toMatch(/^\nwrote \S+-upgrade\.yml: [^\n]+\n\nNext:\n {2}edit TO in it/);
});

test('the workflow of upgrades has the keys that the config names, else of the providers that its run called, else by packages, and says which', async () => {
  await using server = await startModelServer('well');
  await using hosts = await startOwnHosts({ models: server });
  const judge = { openai: { model: 'elder' }, uncalibrated: 'allow' };
  const built = modelSuite({ anthropic: { model: 'old' } }, ['a'], { judge });
  const written = async (folder: Folder) => {
    const { stdout, stderr } = await folder.cli(['init', '--upgrade', '--force']);
    const { TO, ...keys } = parse(
      await folder.read('.github/workflows/agent-eval-upgrade.yml'),
    ).jobs.compare.steps.find(({ id }: { id?: string }) => id === 'compare').env;
    return [Object.keys(keys), /'(.*)'/.exec(TO)?.[1], /^ {6}below it: (.*)$/m.exec(stdout)?.[1] ?? stderr];
  };
  await using folder = await folderWith({ ...built, 'requirements.txt': 'openai\n' });
  expect(await written(folder)).toEqual([
    ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
    'old',
    'ANTHROPIC_API_KEY, OPENAI_API_KEY (agent-eval.yml says so)',
  ]);
  const agent = { command: [process.execPath, 'gemini.mjs', '{input}'], record: true, env: { MODEL: 'old' } };
  await folder.write({
    ...modelSuite({ ...agent, needs: ['OTHER_KEY'] }, ['a']),
    'gemini.mjs': program('gemini.mjs'),
  } as Record<string, string>);
  expect(await written(folder)).toEqual([['OTHER_KEY'], 'old', 'OTHER_KEY (agent-eval.yml says so)']);
  await folder.write(modelSuite(agent, ['a']) as Record<string, string>);
  expect(await written(folder)).toEqual([
    ['OPENAI_API_KEY'],
    'old',
    'OPENAI_API_KEY (a guess by openai in requirements.txt, as neither agent-eval.yml nor a run of it names what the agent needs)',
  ]);
  const ran = await folder.cli(['run'], { env: { ...hosts.env, ...GEMINI } });
  expect(ran.stderr, ran.stdout).not.toContain('error');
  expect(await written(folder)).toEqual([
    ['GEMINI_API_KEY'],
    'old',
    'GEMINI_API_KEY (the run in agent-eval-results/results.json called these providers)',
  ]);
});

test.each([
  [
    'python',
    'anthropic',
    { 'pyproject.toml': '[project]\nname = "x"\ndependencies = ["anthropic>=0.40"]\n' },
    'uv pip install --python python3 -r pyproject.toml',
  ],
  [
    'node',
    'openai',
    { 'package.json': '{"type":"module","dependencies":{"openai":"7"}}', 'package-lock.json': '{}' },
    'npm ci --ignore-scripts',
  ],
] as const)(
  'init in a project that has the SDK of a provider (%s with %s): what is written is valid, and runs against that provider',
  async (language, provider, files, setup) => {
    await using server = await startModelServer(weather, { keys: [REAL_KEY] });
    await using folder = await folderWith(files);
    const key = `${provider.toUpperCase()}_API_KEY`;
    const init = await folder.cli(['init']);
    expect(init).toExit(0);
    expect(init.stdout).toContain('the starter agent calls it, and its calls are recorded');
    expect(init.stdout).toContain(`export ${key}=`);
    const text = await folder.read('agent-eval.yml');
    expect(text).toMatch(/^# yaml-language-server: \$schema=https:/);
    expect(parse(text)).toMatchObject({
      agent: { record: true, needs: [key], setup: [setup] },
      gate: { pass_rate: { min: 0.5 } },
    });
    const workflow = parse(await folder.read('.github/workflows/agent-eval.yml'));
    expect(workflow.jobs['agent-eval'].steps.at(-1).env).toEqual({ [key]: `\${{ secrets.${key} }}` });

    // Packages are where the test has them. One agent is enough: to import an SDK takes longer than to answer.
    await folder.write({
      'agent-eval.yml': `${text.replace(`setup: [${setup}]`, 'setup: [echo installed]')}concurrency: 1\n`,
    });
    if (language === 'node') await linkModules(folder.path);
    expect((await folder.cli(['validate', '--strict'])).exitCode).toBe(0);
    const env = {
      ...(await SDKS[language]()),
      [`${provider.toUpperCase()}_BASE_URL`]: server.base_urls[provider],
      [key]: REAL_KEY,
    };
    const run = await folder.cli(
      ['run', '--trials', '2', ...(language === 'python' ? ['--pass-env', 'PYTHONPATH'] : [])],
      { env },
    );
    expect(run).toExit(0);
    expect(run.stdout).toMatch(/pass rate +here 100 %/);
    expect(server.requests.length).toBeGreaterThan(5);
    expect(server.failures).toEqual([]);
  },
);

interface Found {
  readonly provider: string;
  readonly missing: readonly string[];
  /** The line of the config; `null`: none. */
  readonly record: string | null;
}

test('init with ids of the provider in the shell writes a workflow without a key, and names both ways', async () => {
  await using folder = await folderWith({ 'pyproject.toml': '[project]\nname = "x"\ndependencies = ["openai"]\n' });
  const ids = { OPENAI_IDENTITY_PROVIDER_ID: 'idp_1', OPENAI_SERVICE_ACCOUNT_ID: 'user-1' };
  const init = await folder.cli(['init'], { env: ids });
  expect(init.stdout).toMatch(
    /the workflow logs in by OPENAI_IDENTITY_PROVIDER_ID, OPENAI_SERVICE_ACCOUNT_ID\n.*gh secret set OPENAI_API_KEY/,
  );
  const workflow = parse(await folder.read('.github/workflows/agent-eval.yml'));
  expect(workflow.jobs['agent-eval'].steps.at(-1).env).toEqual(ids);
  expect(workflow.permissions).toMatchObject({ 'id-token': 'write' });
  const valid = await folder.cli(['validate', '--strict']);
  expect(valid).toExit(0);

  const withKey = await folder.cli(['init', '--force']);
  expect(withKey.stdout).toMatch(/gh secret set OPENAI_API_KEY\n.*or without a secret, by ids of the provider/);
  expect(await folder.read('.github/workflows/agent-eval.yml')).not.toContain('id-token');
});

describe('init in a project without one', () => {
  test.each([
    [
      'Go, beside a package of its own',
      { 'go.mod': 'module example.com/x\n\ngo 1.21\n', 'evals/shop.go': 'package evals\n' },
      'found Go (go.mod)',
      'agent',
    ],
    [
      'Node with a variable of a provider',
      { 'package.json': '{}', '.env.example': 'ANTHROPIC_API_KEY=sk-secret-value\n' },
      'found Anthropic (a variable in .env.example)',
      'agent.mjs',
    ],
  ] as const)('%s: what is written is valid, and runs without a key', async (_, files, finding, agent) => {
    await using folder = await folderWith(files);
    const init = await folder.cli(['init']);
    expect(init.stdout).toContain(finding);
    expect(init.stdout).not.toContain('sk-secret-value');
    expect(await readdir(join(folder.path, 'evals'))).toContain(agent);
    const valid = await folder.cli(['validate', '--strict']);
    expect(valid).toExit(0);
    const env = agent === 'agent' ? await goCache() : {};
    const pass = Object.keys(env).flatMap((name) => ['--pass-env', name]);
    const run = await folder.cli(['run', '--trials', '2', ...pass], { env });
    expect(run).toExit(0);
    expect(run.stdout).toMatch(/pass rate +here 100 %/);
  });

  test('a member of a workspace installs with the tool of its lock file, and validate fails once the agent is gone', async () => {
    await using folder = await folderWith({
      'pnpm-workspace.yaml': 'packages: [packages/*]\n',
      'pnpm-lock.yaml': '',
      'packages/bot/package.json': '{"dependencies": {"openai": "7"}}',
    });
    await createGit(folder.path).run('init', '-q', '-b', 'main');
    const bot = join(folder.path, 'packages/bot');
    expect((await runCli(bot, ['init'])).exitCode).toBe(0);
    const read = async (...path: string[]) => parse(await readFile(join(folder.path, ...path), 'utf8'));
    expect(await read('packages/bot/agent-eval.yml')).toMatchObject({
      agent: { command: ['node', 'evals/agent.mjs'], setup: ['pnpm install --frozen-lockfile --ignore-scripts'] },
    });
    const { jobs } = await read('.github/workflows/agent-eval-packages-bot.yml');
    expect(jobs['agent-eval-packages-bot'].steps[1]).toEqual({ run: 'npm install --global pnpm' });
    const valid = await runCli(bot, ['validate', '--strict']);
    expect([valid.exitCode, valid.stderr]).toEqual([0, '']);
    await rm(join(bot, 'evals/agent.mjs'));
    const gone = await runCli(bot, ['validate']);
    expect(gone.exitCode).toBe(2);
    expect(gone.stderr).toMatch(
      /^agent-eval\.yml:4:19: agent\.command\[1\]: "evals\/agent\.mjs" does not exist; correct/,
    );
  });

  test('takes evals that are there, of any format, as they are', async () => {
    const final = await readFile(join(import.meta.dirname, '../../fixtures/cases/refunds-final-state.json'), 'utf8');
    await using folder = await folderWith({
      'data/refunds.json': final,
      'tests/evals/one.yml': json({ cases: [{ id: 'x', input: 'hi', expect: { response: { contains: ['hello'] } } }] }),
      'tests/evals/two.yml': json({ cases: [{ id: 'x', input: 'ho', expect: { response: { contains: ['hello'] } } }] }),
      'data/support.yml': json({ test_cases: [{ name: 'greets', input: 'hi', expected: { should_contain: ['ho'] } }] }),
      'data/goldens.json': json([{ input: 'hi', expected_output: 'ho' }]),
      'data/half.yml': json({ cases: [{ id: 'y', input: 'hi', expect: { complete: true } }] }),
      'data/other.json': '{"not": "cases"}',
    });
    const init = await folder.cli(['init']);
    expect(init.stdout).toMatch(/\d+ cases in 4 files \(format: final-state, support-suite\)/);
    const config = parse(await folder.read('agent-eval.yml'));
    expect(config.cases).toEqual([
      { file: 'data/refunds.json', id_prefix: '{stem}/' },
      { file: 'data/support.yml', id_prefix: '{stem}/' },
      { file: 'tests/evals/*.yml', id_prefix: '{stem}/' },
    ]);
    expect(await readdir(join(folder.path, 'evals'))).toEqual(['agent.py']);
    const valid = await folder.cli(['validate', '--strict']);
    expect([valid.exitCode, valid.stderr]).toEqual([0, '']);
    expect(init.stdout).toContain("cases in data/half.yml that can't all be read, so it is left out");
  });
});

test('init --json says what was found and written, what is missing and the next commands', async () => {
  await using folder = await folderWith({ 'package.json': '{"type":"module","dependencies":{"openai":"7"}}' });
  const init = await folder.cli(['init', '--json'], { env: { OPENAI_API_KEY: '' } });
  expect(JSON.parse(init.stdout)).toMatchObject({
    ...{ language: 'node', missing: ['OPENAI_API_KEY'], writes: expect.arrayContaining(['agent-eval.yml']) },
    next: [
      'export OPENAI_API_KEY=…',
      expect.stringMatching(/run --trials 1$/),
      ...[/^edit/, /^gh secret/, /^git push/].map((line) => expect.stringMatching(line)),
    ],
  });
});

test.each<[string, WorkspaceFiles, Found]>([
  [
    'Anthropic by the default model, not by the first package',
    {
      'pyproject.toml': '[project]\nname = "x"\ndependencies = ["openai", "anthropic"]\n',
      'app.py': 'DEFAULT_MODEL = "claude-sonnet-4-5"\n',
    },
    { provider: 'anthropic', missing: ['ANTHROPIC_API_KEY'], record: 'record: true' },
  ],
  [
    'OpenRouter by its address',
    {
      'requirements.txt': 'openai\n',
      'app.py': 'client = OpenAI(base_url="https://openrouter.ai/api/v1")\n',
    },
    { provider: 'openrouter', missing: ['OPENROUTER_API_KEY'], record: '# record: true' },
  ],
  [
    'Vertex AI, which is not recorded',
    { 'requirements.txt': 'google-genai\n', 'app.py': 'client = genai.Client(vertexai=True)\n' },
    { provider: 'vertex', missing: [], record: null },
  ],
  [
    'Mastra, whose models are names',
    { 'package.json': '{"dependencies":{"@mastra/core":"1"}}', '.env.example': 'OPENAI_API_KEY=\n' },
    { provider: 'openai', missing: ['OPENAI_API_KEY'], record: '# record: {preload: true}' },
  ],
  [
    "Mastra by its model's name, not by the first package",
    {
      'package.json': '{"dependencies":{"@mastra/core":"1","@ai-sdk/anthropic":"3"}}',
      'agent.ts': "model: 'google/gemini-2.5-flash',\n",
    },
    { provider: 'gemini', missing: ['GEMINI_API_KEY'], record: '# record: {preload: true}' },
  ],
  [
    'Genkit with Gemini',
    { 'package.json': '{"dependencies":{"genkit":"1","@genkit-ai/google-genai":"1"}}' },
    { provider: 'gemini', missing: ['GEMINI_API_KEY'], record: '# record: {preload: true}' },
  ],
  [
    'the AI SDK with a client of its own',
    { 'package.json': '{"dependencies":{"ai":"5","@ai-sdk/openai":"2"}}' },
    { provider: 'openai', missing: ['OPENAI_API_KEY'], record: 'record: true' },
  ],
  [
    "the AI SDK by Vercel's gateway",
    { 'package.json': '{"dependencies":{"ai":"5"}}', '.env.example': 'AI_GATEWAY_API_KEY=\n' },
    { provider: 'vercel', missing: ['AI_GATEWAY_API_KEY'], record: '# record: {preload: true}' },
  ],
])('init finds %s, and writes how its calls are recorded and which key they need', async (_, files, found) => {
  await using folder = await folderWith(files);
  const { provider, missing, next } = JSON.parse((await folder.cli(['init', '--json'])).stdout);
  expect([provider?.name ?? 'openai', missing]).toEqual([found.provider, found.missing]);
  expect(next).toContainEqual(expect.stringMatching(/^edit evals\/agent\..*: call your own agent/));
  if (found.record?.startsWith('#'))
    expect(next).toContainEqual(expect.stringMatching(/: uncomment record and needs, and env/));
  const config = await folder.read('agent-eval.yml');
  const workflow = await folder.read('.github/workflows/agent-eval.yml');
  const [key = null] = found.missing;
  expect(/^ {2}((?:# )?record: .*)$/m.exec(config)?.[1] ?? null).toBe(found.record);
  expect(/needs: \[(\w+)\]/.exec(config)?.[1] ?? null).toBe(key);
  expect(/secrets\.(\w+)/.exec(workflow)?.[1] ?? null).toBe(key);
  expect((await folder.cli(['validate', '--strict'])).exitCode).toBe(0);
});

describe('validate', () => {
  const files: WorkspaceFiles = {
    'agent-eval.yml': json({
      version: 1,
      agent: {
        openai: {
          model: 'm',
          tools: 'tools.json',
          mocks: { look_up: { value: 1 }, delete_all: { value: 1 }, send: { value: 1 } },
        },
      },
      cases: ['evals/*.yml'],
      prices: { m: { input: 1, output: 2 } },
    }),
    'tools.json': json(
      ['look_up', 'delete_all', 'send'].map((name) => ({ name, parameters: { type: 'object', properties: {} } })),
    ),
    'evals/a.yml': json({
      cases: [{ id: 'a', input: 'x', expect: { tools: { calls: ['look_up'], forbidden: ['delete_*'] } } }],
    }),
  };

  test('says what runs will cost, what they would see, and which tools no case speaks of', async () => {
    await using server = await startModelServer(
      () => ({ calls: [], text: 'well', usage: { input: 100, output: 10 } }),
      { keys: [REAL_KEY] },
    );
    await using folder = await folderWith(files);
    const before = (await folder.cli(['validate'])).stdout;
    expect(before).toContain(
      'cost: a run of main makes 25 trials, a change 3 to 25 before fresh trials; tokens are unknown until a run is stored here',
    );
    const [, first, fifth] =
      /sight: after main's first run, 4 in 5 changes that lower the pass rate by ([\d.]+) points would be red; after five runs, by ([\d.]+) points \(if 90 % of trials pass/.exec(
        before,
      ) ?? [];
    expect(Number(fifth), 'more runs see no less').toBeLessThanOrEqual(Number(first));
    expect(before).toContain("not covered: no case's `tools` names send");

    const env = { OPENAI_BASE_URL: server.base_urls.openai, OPENAI_API_KEY: REAL_KEY };
    await folder.cli(['run', '--trials', '2'], { env });
    const after = (await folder.cli(['validate'])).stdout;
    expect(after).toContain(
      'tokens: about 2,750 on main, 330 to 2,750 for a change; dollars: $0.003 on main, $0.00036 to $0.003 for a change',
    );
    expect(after).toContain('by agent-eval-results/results.json');
  });
});

/** Where Go keeps what it compiles: its own library is there once it has built any program. */
async function goCache(): Promise<Readonly<Record<string, string>>> {
  return { GOCACHE: (await mustRun(['go', 'env', 'GOCACHE'])).trim() };
}

async function linkModules(folder: string): Promise<void> {
  const { symlink } = await import('node:fs/promises');
  await symlink(NODE_MODULES, join(folder, 'node_modules'), 'dir');
  expect(dirname(NODE_MODULES)).not.toBe(folder);
}
