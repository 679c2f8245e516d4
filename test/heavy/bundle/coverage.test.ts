import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { json, scriptedSuite } from '#test/support/scripted-suite.ts';
import { workflow } from '#test/support/shard-workflow.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { sample } from '#test/support/tries.ts';
import { labelledEvent, scheduleEvent } from '#test/testing/github/payloads.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/** Twenty cases; three of them are about refunds, and depend on a prompt of their own. */
const IDS = Array.from({ length: 20 }, (_, index) => `case-${String(index + 1).padStart(2, '0')}`);
const REFUNDS = IDS.slice(0, 3);
const CASES = Object.fromEntries(IDS.map((id) => [id, REFUNDS.includes(id) ? { tags: ['refund'] } : {}]));
const COVERS = { every_case: ['agent.mjs', 'script.json'], tags: { refund: ['prompts/refund.md'] } };
const FILES: Readonly<Record<string, string>> = {
  ...scriptedSuite(CASES, { trials: 1, concurrency: 4, covers: COVERS, ignores: ['docs/**'] }),
  'prompts/refund.md': 'Be kind.',
  'docs/index.md': 'Words.',
  'other.txt': 'Nobody knows who reads this.',
};

it('a change runs the cases that it can reach by what main says of it: none, some, or every one', async (openScene) => {
  const scene = await openScene(FILES);
  const { headSha } = await scene.storeMain();

  const documents = await scene.runPull({ 'docs/index.md': 'Better words.' });
  expect(documents).toExit(0);
  expect(documents.outputs).toMatchObject({ verdict: 'pass', passed: 'true', trials: '0' });
  expect(ran(scene, documents)).toEqual([]);
  expect(firstLine(scene)).toContain('Agent eval passed: nothing that the suite covers has changed');
  expect(comment(scene)).toContain('No case was run, and no model was asked.');
  expect(unaffected(scene)).toHaveLength(20);

  const prompt = await scene.runPull({ 'prompts/refund.md': 'Be brief.' });
  expect(prompt.outputs, prompt.stdout).toMatchObject({ verdict: 'pass', trials: '3' });
  expect(ran(scene, prompt)).toEqual(REFUNDS);
  expect(comment(scene)).toContain(
    `17 of 20 cases were not run: nothing they cover has changed since ${headSha.slice(0, 7)}`,
  );
  expect(artifactFiles(scene.fake.state)['junit.xml']).toContain('tests="21" failures="0" errors="0" skipped="17"');

  const uncovered = await scene.runPull({ 'other.txt': 'Somebody may.' });
  expect(ran(scene, uncovered)).toEqual(IDS);
  expect(comment(scene)).toContain('Every case runs: the change edits other.txt, and no `covers` names it.');

  // A file of cases is no prompt, also if none of its cases was chosen.
  const cases = json({ cases: [{ id: 'more', input: 'more', expect: { response: { contains: ['well'] } } }] });
  const prompts = { 'prompts/upsell.md': 'Sell more.', 'docs/prompts.md': 'About.', 'evals/prompt-attacks.yml': cases };
  await scene.runPull(prompts, { inputs: { cases: 'case-*' } });
  expect(comment(scene)).toContain('Neither cases nor config mention it: no `covers` names prompts/upsell.md.');
});

it('with the label "eval: full" every case runs, whatever changed; the label "eval" chooses as ever', async (openScene) => {
  const scene = await openScene(FILES);
  await scene.storeMain();
  const { pull, checkout: workspace } = await scene.openPull({ 'prompts/refund.md': 'Be brief.' });

  const chosen = await scene.run(labelledEvent(scene.fake.state, pull, ['eval']), { workspace });
  expect(ran(scene, chosen)).toEqual(REFUNDS);
  const full = await scene.run(labelledEvent(scene.fake.state, pull, ['eval', 'eval: full']), { workspace });
  expect(ran(scene, full)).toEqual(IDS);
  expect(unaffected(scene)).toEqual([]);
});

it("a change that edits covers is judged by the base's", async (openScene) => {
  const scene = await openScene(FILES);
  await scene.storeMain();
  const narrowed = scriptedSuite(CASES, {
    trials: 1,
    concurrency: 4,
    covers: { ...COVERS, tags: { refund: ['agent.mjs'] } },
    ignores: ['docs/**', 'prompts/**'],
  });

  const result = await scene.runPull({
    'agent-eval.yml': narrowed['agent-eval.yml'] ?? '',
    'prompts/refund.md': 'Be brief.',
  });
  expect(result).toExit(0);
  expect(ran(scene, result)).toEqual(REFUNDS);
});

it("a change that edits the covers of a case is judged by the base's, and unread cases run", async (openScene) => {
  const cases = { one: { covers: ['one.txt'] }, two: { covers: ['two.txt'] } };
  const config = { trials: 1, covers: ['agent.mjs', 'script.json'] };
  const scene = await openScene({ ...scriptedSuite(cases, config), 'one.txt': '1', 'two.txt': '2' });
  await scene.storeMain();
  const changed = scriptedSuite({ one: { covers: ['two.txt'] }, two: { covers: ['two.txt'] } }, config);

  const result = await scene.runPull({ 'evals/cases.yml': changed['evals/cases.yml'] ?? '', 'one.txt': '1!' });
  expect(result).toExit(0);
  expect(ran(scene, result)).toEqual(['one']);
});

it('a built-in agent is known to read its prompt and its tools: other files reach no case without a rule', async (openScene) => {
  await using server = await startModelServer('all is well');
  const scene = await openScene({
    ...modelSuite(BUILT_IN, ['one', 'two'], { ignores: ['docs/**'] }),
    'lib/other.py': 'print(1)',
    'docs/a.md': 'words',
  });
  const options = { env: environmentOf(server) };
  await scene.pushMain(options);
  const asked = server.requests.length;

  const other = await scene.runPull({ 'lib/other.py': 'print(2)' }, options);
  expect(other.outputs, other.stdout).toMatchObject({ verdict: 'pass', trials: '0' });
  expect(server.requests.length).toBe(asked);
  const tools = [{ name: 'look_up', description: 'Finds', parameters: { type: 'object' } }];
  const read = await scene.runPull({ 'tools.json': json(tools) }, options);
  expect(ran(scene, read)).toEqual(['one', 'two']);
  expect(server.requests.length).toBeGreaterThan(asked);
});

/** The agent opens data/policy.json by a name that it puts together: nothing shows that three cases depend on it. */
const AGENT_WITH_DATA = `import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  const { words } = JSON.parse(readFileSync(['data', 'policy.json'].join('/'), 'utf8'));
  const output = turn.case_id.startsWith('policy') ? words : 'all is well';
  process.stdout.write(JSON.stringify({ id: turn.id, output, tool_calls: [] }) + '\\n');
}
`;
const POLICY_CASES = { 'policy-1': { tags: ['safety'] }, 'policy-2': {}, 'policy-3': {}, refund: { tags: ['refund'] } };
const POLICY_CONFIG = {
  trials: 1,
  covers: { every_case: ['prompts/base.md'], tags: { refund: ['prompts/refund.md'] } },
  gate: { never_fail: ['safety'] },
};
const POLICY_FILES: Readonly<Record<string, string>> = {
  ...scriptedSuite(POLICY_CASES, POLICY_CONFIG),
  'agent.mjs': AGENT_WITH_DATA,
  'prompts/base.md': 'Be kind.',
  'prompts/refund.md': 'Be kind.',
  'data/policy.json': json({ words: 'all is well' }),
};
const OK_CHECK = 'process.stdout.write(JSON.stringify({ pass: true }))\n';

/** Where a new case names files, with further files that this takes. */
const NAMED_IN: readonly (readonly [where: string, added: object, more: Readonly<Record<string, string>>])[] = [
  [
    'the files of a check',
    { expect: { custom: [{ command: ['node', 'checks/ok.mjs'], files: ['checks/ok.mjs', 'data/**'] }] } },
    {},
  ],
  ['the workspace', { workspace: 'data' }, {}],
  [
    'the command of a check',
    { expect: { custom: [{ command: ['node', 'data/ok.mjs'], files: ['data/**'] }] } },
    { 'data/ok.mjs': OK_CHECK },
  ],
  ['the covers', { covers: ['data/**'] }, {}],
];

it.for(sample(NAMED_IN, 2))(
  'a change that breaks files which no main case covers, and names them in %s of a new case, runs every case',
  async ([, added, more], { openScene }) => {
    const scene = await openScene(POLICY_FILES);
    await scene.storeMain();

    const result = await scene.runPull({
      'data/policy.json': json({ words: 'all is lost' }),
      'prompts/refund.md': 'Be brief.',
      'evals/more.yml': json({
        cases: [{ id: 'more', input: 'more', expect: { response: { contains: ['well'] } }, ...added }],
      }),
      'checks/ok.mjs': OK_CHECK,
      ...more,
    });
    expect(result).toExit(1);
    expect(ranIds(scene).toSorted()).toEqual(['more', 'policy-1', 'policy-2', 'policy-3', 'refund']);
    expect(comment(scene)).toContain('policy-1');
  },
);

const SAY = (words: string) => `export const say = '${words}';\n`;
const IMPORTING = (path: string, load = `import { say } from '${path}';`) =>
  AGENT_WITH_DATA.replace("import { readFileSync } from 'node:fs';", load)
    .replace(/const \{ words \}.*\n/, '')
    .replace("turn.case_id.startsWith('policy') ? words : 'all is well'", 'say');
const UNSEEN = "const { say } = await import(['.', 'vendor', 'say.mjs'].join('/'));";

/** What links of main hide, and the edit of a file behind them that breaks every case. */
const HIDDEN: readonly (readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>>,
  config?: object,
  moved?: Readonly<Record<string, string>>,
])[] = [
  [
    'a folder of what the agent imports',
    { 'agent.mjs': IMPORTING('./lib/say.mjs'), 'vendor/say.mjs': SAY('all is well') },
    { lib: 'vendor' },
    { 'vendor/say.mjs': SAY('all is lost') },
  ],
  [
    'a link to a link, next to a circle',
    { 'agent.mjs': IMPORTING('./lib/say.mjs'), 'vendor/say.mjs': SAY('all is well') },
    { lib: 'later', later: './vendor', 'docs/all': '..' },
    { 'vendor/say.mjs': SAY('all is lost') },
  ],
  [
    'the script itself, which imports what is next to the real one',
    { 'vendor/agent.mjs': IMPORTING('./say.mjs'), 'vendor/say.mjs': SAY('all is well') },
    { 'agent.mjs': 'vendor/agent.mjs' },
    { 'vendor/say.mjs': SAY('all is lost') },
  ],
  [
    'what `covers` names',
    { 'agent.mjs': IMPORTING('', UNSEEN), 'vendor/say.mjs': SAY('all is well') },
    { named: 'vendor' },
    { 'vendor/say.mjs': SAY('all is lost') },
    { covers: ['named/**'] },
  ],
  [
    'that it leads elsewhere now, and it lies with both of its targets in what `ignores` names',
    {
      'agent.mjs': IMPORTING('./vendor/now/say.mjs'),
      'vendor/v1/say.mjs': SAY('all is well'),
      'vendor/v2/say.mjs': SAY('all is lost'),
    },
    { 'vendor/now': 'v1' },
    { 'docs/a.md': 'words' },
    {},
    { 'vendor/now': 'v2' },
  ],
];

it.for(HIDDEN)(
  'a link hides nothing from a run: %s',
  async ([, files, links, change, config, moved = {}], { openScene }) => {
    const suite = scriptedSuite({ one: {}, two: {} }, { trials: 1, ignores: ['vendor/**', 'docs/**'], ...config });
    const scene = await openScene({ ...suite, 'docs/a.md': '', ...files });
    const link = async (to: Readonly<Record<string, string>>) => {
      for (const [path, target] of Object.entries(to)) {
        await rm(join(scene.repository.path, path), { force: true });
        await symlink(target, join(scene.repository.path, path));
      }
      await scene.repository.git('add', '--all');
      await scene.repository.git('commit', '--quiet', '--allow-empty', '-m', 'links');
    };
    await link(links);
    expect((await scene.pushMain()).exitCode).toBe(0);
    await scene.repository.branch('feature', 'main');
    await link(moved);

    const broken = await scene.runPull(change, { inputs: { confirm: 'never' } });
    expect([broken.exitCode, broken.outputs['verdict']], broken.stdout).toEqual([1, 'fail']);
    expect(unaffected(scene)).toEqual([]);
  },
);

it('a change of the right to execute the agent runs every case', async (openScene) => {
  const [node, agent] = [process.execPath, FILES['agent.mjs'] ?? ''];
  const scene = await openScene({
    ...scriptedSuite({ one: {}, two: {} }, { trials: 1, agent: { command: ['./agent.sh'] }, ignores: ['docs/**'] }),
    'agent.sh': `#!/bin/sh\nexec ${node} agent.mjs\n`,
    'agent.mjs': agent,
    'docs/a.md': '',
  });
  const setMode = async (mode: '+x' | '-x') => {
    await scene.repository.git('update-index', `--chmod=${mode}`, 'agent.sh');
    await scene.repository.git('commit', '--quiet', '-m', `chmod ${mode}`);
    await scene.repository.git('reset', '--quiet', '--hard');
  };
  await setMode('+x');
  expect((await scene.pushMain()).exitCode).toBe(0);
  await scene.repository.branch('feature', 'main');
  await setMode('-x');

  const result = await scene.runPull({ 'docs/a.md': 'words' });
  expect(result).not.toDecide('pass');
  expect(unaffected(scene)).toEqual([]);
});

it('shards and the job that merges them leave out the same cases', async (openScene) => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const cases = Object.fromEntries(ids.map((id) => [id, { covers: [`${id}.txt`] }]));
  const files = { ...scriptedSuite(cases, { trials: 1, ignores: ['docs/**'] }), 'docs/a.md': '' };
  const scene = await openScene({ ...files, ...Object.fromEntries(ids.map((id) => [`${id}.txt`, id])) });
  await scene.storeMain();
  const { merge } = await workflow(scene, await scene.openPull({ 'b.txt': 'B' }), {}, 2);
  expect(merge).toDecide('pass');
  expect(ran(scene, merge)).toEqual(['b']);
  expect(unaffected(scene)).toEqual(['a', 'c', 'd', 'e', 'f']);

  const untouched = await workflow(scene, await scene.openPull({ 'b.txt': 'b', 'docs/a.md': 'A' }), {}, 2);
  expect(untouched.merge).toDecide('pass');
  expect(firstLine(scene)).toContain('nothing that the suite covers has changed');
});

it('a run of main runs every case, also on a schedule on which nothing has changed', async (openScene) => {
  const scene = await openScene(FILES);
  await scene.pushMain();
  await scene.repository.commit('docs', { 'docs/index.md': 'Better words.' });
  const result = await scene.pushMain();
  expect(ran(scene, result)).toEqual(IDS);

  const nightly = await scene.run(scheduleEvent(scene.fake.state, scene.repository.main()));
  expect(ran(scene, nightly)).toEqual(IDS);
  expect(results(scene).run.id).toBe(String(nightly.run.id));
});

function results(scene: Scene) {
  return JSON.parse(artifactFiles(scene.fake.state)['results.json'] ?? json({})) as {
    readonly run: { readonly id: string };
    readonly cases: readonly { readonly id: string; readonly trials: readonly unknown[] }[];
    readonly unaffected?: { readonly cases: readonly string[] };
  };
}

/** Ids of the cases that have trials in the results of a run that passed. */
function ran(scene: Scene, result: ActionResult): readonly string[] {
  expect(result).toExit(0);
  return ranIds(scene);
}

/** Ids of the cases that have trials in the run's results. */
function ranIds(scene: Scene): readonly string[] {
  return results(scene)
    .cases.filter(({ trials }) => trials.length > 0)
    .map(({ id }) => id);
}

function unaffected(scene: Scene): readonly string[] {
  return results(scene).unaffected?.cases ?? [];
}

function firstLine(scene: Scene): string {
  return (
    comment(scene)
      .split('\n')
      .find((line) => line.trim() !== '' && !line.startsWith('<!--')) ?? ''
  );
}
