import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { program } from '#test/support/program.ts';
import { json } from '#test/support/scripted-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, sinceUser, step } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { DOCUMENTS, documentBlocks, ofKind } from '../repository/support/documents.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';
import { environment, KEY, refunds, SET_UP, text } from './support/readme-set-up.ts';

/** Applications whose tool goes out through `shop.client`, as the recipe has them. */
const SHOPS = [
  ['LangGraph', 'frameworks', 'langgraph-shop.py'],
  ['OpenAI Agents SDK', 'starters', 'openai-agents-shop.py'],
] as const;

describe('the set-up by hand', () => {
  test('names the files it consists of', () => {
    const page = DOCUMENTS.get('docs/your-agent.md') ?? '';
    for (const path of ['agent-eval.yml', 'evals/refunds.yml', 'agent.py']) expect(page).toContain(path);
  });

  test('passes its first case with an agent as it is: calls and tokens come from the wire, the key stays here', async () => {
    await using server = await startModelServer(refunds, { keys: [KEY] });
    await using folder = await folderWith(SET_UP);
    const ended = await folder.cli(['run'], { env: environment(server) });
    expect(ended, ended.stderr).toMatchObject({ exitCode: 0, survivors: [] });
    const trials = await trialsOf(folder);
    expect(trials).toHaveLength(25);
    for (const trial of trials)
      expect(trial).toMatchObject({ outcome: 'passed', tool_recall: 1, steps: 3, usage: { total_tokens: 1275 } });
    expect(server.failures).toEqual([]);
  });

  test('recorded once, runs without a key on its cassettes, and is no evidence', async () => {
    await using folder = await folderWith(SET_UP);
    {
      await using server = await startModelServer(refunds, { keys: [KEY] });
      const recorded = await folder.cli(['run', '--trials', '3', '--replay', 'record'], { env: environment(server) });
      expect(recorded).toExit(0);
    }
    const replayed = await folder.cli(['run', '--trials', '3', '--json']);
    expect(replayed).toExit(0);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ verdict: 'inconclusive' });
    for (const trial of await trialsOf(folder)) expect(trial).toMatchObject({ outcome: 'passed', source: 'replayed' });

    await folder.write({ 'agent.py': SET_UP['agent.py'].replace('"Help."', '"Help quickly."') });
    const changed = await folder.cli(['run', '--trials', '3', '--json']);
    expect(JSON.parse(changed.stdout)).toMatchObject({ verdict: 'inconclusive' });
    for (const { error } of await trialsOf(folder)) {
      expect(error).toMatchObject({ class: 'replay_miss' });
      expect(error?.message).toContain('sent "Help quickly.", stored "Help."');
    }
  });
});

describe('the agents of docs/agents.md', () => {
  test('the worker as written answers trial after trial', async () => {
    const worker = text('python', 'docs/agents.md');
    const mine = 'def my_agent(input):\n    return "I heard: " + input\n';
    const passed = await passes({ command: ['python3', 'agent.py'] }, { 'agent.py': `${mine}\n${worker}` });
    expect(passed).toBe(3);
  });

  test('the worker in JavaScript as written answers trial after trial', async () => {
    const worker = text('js', 'docs/agents.md');
    const mine = "const myAgent = async (input) => 'I heard: ' + input;\n";
    expect(await passes({ command: ['node', 'agent.mjs'] }, { 'agent.mjs': `${mine}\n${worker}` })).toBe(3);
  });

  test('the function as written answers', async () => {
    const module = text('js', 'docs/agents.md', 1);
    const mine = "const myAgent = async (messages) => 'I heard: ' + messages.at(-1).content;\n";
    const passed = await passes({ module: { file: 'agent.mjs', export: 'answer' } }, { 'agent.mjs': mine + module });
    expect(passed).toBe(3);
  });
});

const frameworks = await peer('LangGraph and the OpenAI Agents SDK from PyPI', async () => ({
  frameworks: await pythonEnvironment('frameworks'),
  starters: await pythonEnvironment('starters'),
}));

describe.skipIf(frameworks.missing)('the worker of docs/recipes.md', () => {
  test.each(SHOPS)(
    'answers the tools of %s from the case: none leaves the machine',
    async (_, environmentName, app) => {
      await using server = await startModelServer(readsOrder, { keys: [KEY] });
      await using folder = await folderWith({
        'agent-eval.yml': json({
          version: 1,
          agent: { command: ['python3', 'evals/agent.py'], record: true, needs: ['OPENAI_API_KEY'] },
          cases: ['evals/*.json'],
          trials: 2,
          concurrency: 1,
        }),
        'evals/agent.py': text('python', 'docs/recipes.md'),
        'evals/orders.json': json({
          cases: [
            orderCase('known', { orders: { A1: { status: 'delivered' } } }, 'delivered'),
            orderCase('unknown', {}, 'no such order'),
          ],
        }),
        'shop/__init__.py': '',
        'shop/client.py': 'def get_order(order_id):\n    raise RuntimeError("left the machine")\n',
        'shop/app.py': program(app),
      });
      const env = { ...environment(server), ...frameworks.get()[environmentName].env };
      const ended = await folder.cli(['run', '--pass-env', 'PYTHONPATH'], { env });
      expect(ended).toExit(0);
      expect((await trialsOf(folder)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('passed'));
    },
  );
});

const packages = await peer('the SDKs of MCP and of OpenAI, and server-everything, from npm', async () => ({
  mcp: await npmPackages('mcp'),
  sdks: await npmPackages('sdks'),
}));

describe.skipIf(packages.missing)('the loop of docs/mcp.md', () => {
  test('as written calls the tools of a server, and each call is recorded once', async () => {
    const script: ModelScript = (request) =>
      step(request) === 1 ? { calls: [call('echo', { message: 'hello' })] } : { text: 'It said hello.' };
    await using server = await startModelServer(script, { keys: [KEY] });
    const expected = { tools: [{ name: 'echo', args: { message: 'hello' } }], response: { contains: ['hello'] } };
    await using folder = await folderWith({
      'agent-eval.yml': json({
        version: 1,
        agent: { command: ['node', 'evals/loop.mjs'], record: true, mcp: '.mcp.json', needs: ['OPENAI_API_KEY'] },
        cases: ['evals/*.json'],
        trials: 2,
        concurrency: 1,
      }),
      'evals/loop.mjs': text('js', 'docs/mcp.md'),
      'evals/echo.json': json({ cases: [{ id: 'echo', input: 'Say hello.', expect: expected }] }),
      '.mcp.json': json({ mcpServers: { everything: { command: 'node', args: [EVERYTHING] } } }),
      'node_modules/.keep': '',
    });
    const { mcp, sdks } = packages.get();
    const modules = join(folder.path, 'node_modules');
    await symlink(join(mcp, '@modelcontextprotocol'), join(modules, '@modelcontextprotocol'));
    await symlink(join(sdks, 'openai'), join(modules, 'openai'));
    const ended = await folder.cli(['run'], { env: environment(server) });
    expect(ended).toExit(0);
    for (const trial of await trialsOf(folder)) expect(trial).toMatchObject({ outcome: 'passed', steps: 2 });
  });
});

describe('the built-in agents', () => {
  const builtIn = [...DOCUMENTS.keys()].flatMap((document) =>
    ofKind('config', document).filter((block) => /^ +openai: *\n[\s\S]*mocks:/m.test(block.text)),
  );
  const files = {
    'evals/refunds.yml': SET_UP['evals/refunds.yml'],
    'prompts/tools.yml': text('tools', 'docs/agents.md'),
    'mocks/search.mjs': 'export default ({ query }) => [query];',
    'prompts/support.md': 'Help.',
  };

  test.each(builtIn)('the one at $place fits the tools as written', async ({ text: config }) => {
    await using folder = await folderWith({ ...files, 'agent-eval.yml': config });
    const valid = await folder.cli(['validate', '--strict']);
    expect(valid).toExit(0);
  });

  test('the first of docs/agents.md passes the first case', async () => {
    const [first] = builtIn;
    expect(first?.document).toBe('docs/agents.md');
    await using server = await startModelServer(refunds, { keys: [KEY] });
    const config = first?.text.replace(/^ *base_url:.*\n/m, '') ?? '';
    await using folder = await folderWith({ ...files, 'agent-eval.yml': config });
    const ended = await folder.cli(['run'], { env: environment(server) });
    expect(ended).toExit(0);
    expect((await trialsOf(folder)).map(({ outcome }) => outcome)).toEqual(Array(25).fill('passed'));
    expect(server.failures).toEqual([]);
  });
});

describe('shell lines', () => {
  const lines = documentBlocks
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => block.text.trim().split('\n'));
  const ours = lines.flatMap((line) => /^npx github:org\/agent-eval-action (.+)$/.exec(line)?.[1] ?? []);

  test('install this repository, start its terminal command, add cassettes, switch branches or push the commit of a fork', () => {
    const known = [
      /^npm install --save-dev github:org\/agent-eval-action$/,
      /^git add agent-eval-cassettes$/,
      /^git add labels judge-calibration\.json$/,
      /^git switch (main|-)$/,
      /^git fetch origin pull\/123\/head$/,
      /^git push origin FETCH_HEAD:refs\/heads\/fork-123$/,
      /^npx github:org\/agent-eval-action \w/,
    ];
    for (const line of lines)
      expect(
        known.some((pattern) => pattern.test(line)),
        line,
      ).toBe(true);
    expect(ours).toEqual(expect.arrayContaining(['demo', 'run', 'run --replay record']));
  });

  test('name commands with options that they have', async () => {
    await using folder = await folderWith({});
    const helps = new Map<string, string>();
    for (const line of ours) {
      const [name = '', ...rest] = line.split(' ');
      const command = [name, ...(name === 'case' ? rest.slice(0, 1) : [])];
      const help = helps.get(command.join(' ')) ?? (await helpOf(folder, command));
      helps.set(command.join(' '), help);
      for (const option of rest.filter((word) => /^--\w/.test(word))) expect(help, line).toContain(`${option} `);
    }
  });
});

const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';

/** A model that reads order A1 and says what it got. */
const readsOrder: ModelScript = (request) => {
  if (step(request) === 1) return { calls: [call('find_order', { order_id: 'A1' })] };
  return { text: `It says: ${sinceUser(request).findLast(({ role }) => role === 'tool')?.text}` };
};

function orderCase(id: string, context: object, phrase: string) {
  const tools = [{ name: 'find_order', args: { order_id: 'A1' } }];
  return { id, input: 'Where is order A1?', context, expect: { tools, response: { contains: [phrase] } } };
}

async function helpOf(folder: Folder, command: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await folder.cli([...command, '--help']);
  expect(exitCode, `${command.join(' ')}: ${stderr}`).toBe(0);
  return stdout;
}

async function trialsOf(folder: Folder) {
  return (await folder.results()).cases.flatMap(({ trials }) => trials);
}

/** Trials, of three, that an agent passes who has to repeat what it heard. */
async function passes(agent: object, files: Readonly<Record<string, string>>): Promise<number> {
  const config = { version: 1, agent, cases: ['evals/*.yml'], trials: 3 };
  const cases = { cases: [{ id: 'one', input: 'ready', expect: { response: { equals: 'I heard: ready' } } }] };
  const texts = { 'agent-eval.yml': JSON.stringify(config), 'evals/one.yml': JSON.stringify(cases) };
  await using folder = await folderWith({ ...files, ...texts });
  const ended = await folder.cli(['run']);
  expect(ended).toExit(0);
  return (await trialsOf(folder)).filter(({ outcome }) => outcome === 'passed').length;
}
