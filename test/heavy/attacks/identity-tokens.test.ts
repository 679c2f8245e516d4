/** A job that logs in without a key: who gets to see its tokens. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { comment, it } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { IDS, startOwnHosts } from '#test/testing/providers/own-hosts.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/mcp');
const script = judging(() => ({ evidence: 'lookup', verdict: 'met' }));

const asks = `await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY }, body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content: 'Hello' }] }) });\n`;
const needs = ['OPENAI_API_KEY'];

/** What a program does first: it tells its arguments and variables, by its name. */
type Told = (who: string) => string;

/** An agent that is a program, with all children that one can have; a judge. */
async function programSuite(told: Told): Promise<Readonly<Record<string, string>>> {
  const read = (name: string) => readFile(join(FIXTURES, name), 'utf8');
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: {
        command: ['node', 'agent.mjs', '{mcp_config}'],
        mcp: '.mcp.json',
        record: true,
        setup: ['node setup.mjs'],
        needs,
      },
      judge: { anthropic: { model: 'judge' }, uncalibrated: 'allow' },
      cases: ['cases.yml'],
      trials: 2,
    }),
    '.mcp.json': JSON.stringify({
      mcpServers: { shop: { command: 'node', args: ['server.mjs'], env: { LEDGER: 'ledger.txt' } } },
    }),
    'cases.yml': JSON.stringify({
      cases: [
        {
          id: 'lookup',
          input: JSON.stringify([{ tool: 'lookup', arguments: { order: 'A1' } }]),
          expect: { custom: [{ module: './check.mjs' }], judge: [{ id: 'well', ask: 'Is all well?' }] },
        },
      ],
    }),
    'setup.mjs': told('setup'),
    'check.mjs': `${told('check')}export default () => ({ passed: true });\n`,
    'server.mjs': told('server') + (await read('server.mjs')),
    'agent.mjs': told('agent') + asks + (await read('agent.mjs')),
  };
}

/** A runner of its own tests. */
async function runnerSuite(told: Told): Promise<Readonly<Record<string, string>>> {
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: ['node', 'runner.mjs', '{results}'],
        results: 'jsonl',
        tests: ['runner.mjs'],
        record: true,
        setup: ['node setup.mjs'],
        needs,
      },
      trials: 2,
    }),
    'setup.mjs': told('setup'),
    'runner.mjs': `${told('runner')}${asks}tell(process.argv[2], JSON.stringify({ id: 'a', passed: true }) + '\\n');\n`,
  };
}

const SUITES = [
  ['an agent', programSuite, ['agent', 'check', 'server', 'setup'], ['api.anthropic.com', 'auth.openai.com']],
  ['a suite with its own runner', runnerSuite, ['runner', 'setup'], ['auth.openai.com']],
] as const;

it.for(SUITES)(
  'no child of %s gets one, and none reaches a file, an artifact, the comment or what the log shows',
  async ([_, suiteOf, whoRan, asked], { openScene }) => {
    await using models = await startModelServer(script);
    await using hosts = await startOwnHosts({ models });
    const folder = newFolder('children');
    const suite = await suiteOf(
      (who) =>
        `import { writeFileSync as tell } from 'node:fs'; tell(${JSON.stringify(`${folder}/${who}-`)} + process.pid, JSON.stringify([process.argv, process.env]));\n`,
    );
    const scene = await openScene(suite);
    const env = { ...hosts.env, ...IDS.openai, ...IDS.anthropic };
    const result = await scene.pushMain({ env, inputs: { trajectories: 'all' } });
    expect(hosts.violations).toEqual([]);
    expect(hosts.exchanges.map(({ host }) => host).sort(), result.stdout).toEqual(asked);
    expect(models.requests.length).toBeGreaterThanOrEqual(2);

    const children = await filesBelow(folder);
    expect([...new Set(children.map(({ name }) => name.replace(/-\d+$/, '')))].sort()).toEqual(whoRan);
    const { artifacts, comments } = scene.fake.state;
    const written = await filesBelow(scene.repository.path);
    const masks: string[] = [];
    // As the runner shows it.
    const shown = result.stdout.split('\n').flatMap((line) => {
      const mask = /^::add-mask::(.+)$/.exec(line)?.[1];
      if (mask !== undefined) masks.push(mask);
      return mask === undefined ? [masks.reduce((left, value) => left.replaceAll(value, '***'), line)] : [];
    });
    const seen = [children, artifacts, comments, written, result.outputs, result.summary, shown, result.stderr];
    const text = seen
      .map((part) =>
        JSON.stringify(part, (_, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
        ),
      )
      .join('\n');
    const secrets = [
      ...hosts.tokens,
      hosts.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'],
      hosts.env['ACTIONS_ID_TOKEN_REQUEST_URL'],
    ];
    expect(secrets).toHaveLength(2 + 2 * asked.length);
    expect(secrets.filter((secret) => text.includes(secret ?? ''))).toEqual([]);
    expect(secrets.filter((secret) => !masks.includes(secret ?? ''))).toEqual([]);
  },
);

const SUITE = modelSuite(PROGRAM, ['one'], { agent: { ...PROGRAM, needs: ['OPENAI_API_KEY'] } });

it('a job that may not ask for one is told the two lines to add', async (openScene) => {
  const scene = await openScene(SUITE);
  const result = await scene.pushMain({ env: { ...IDS.openai } });
  expect(result).toExit(4);
  expect(result.stdout).toContain('id-token: write is empty or missing');
  expect(result.stdout).toMatch(
    /add two lines to the workflow, "permissions:" and, indented below it, "id-token: write", so that the job may ask/i,
  );
});

it('the run of a fork, which may not ask for one, ends as one without a key', async (openScene) => {
  const scene = await openScene(SUITE);
  const headRepository = forkOf(scene.fake.state.repository);
  const result = await scene.runPull({ 'README.md': 'words' }, { env: { ...IDS.openai }, headRepository });
  const without = await scene.runPull({ 'README.md': 'other words' }, { headRepository });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([without.exitCode, without.outputs['verdict']]);
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(comment(scene)).toContain('runs of forks and Dependabot get no secrets');
});

async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (entry) => ({
      name: entry.name,
      text: await readFile(join(entry.parentPath, entry.name), 'latin1'),
    })),
  );
}
