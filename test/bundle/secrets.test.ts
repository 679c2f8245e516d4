import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { runCli } from '#test/support/run-cli.ts';
import { it } from '#test/support/scene.ts';
import { agent, json, scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

/** Holds a character for every escaping there is. */
const KEY = 'sec"ret/+key&<one>\\two%three=four';

/** Ways to write the key, each of which gives it away. */
const SPELLINGS: readonly (readonly [string, (key: string) => string])[] = [
  ['plain', (key) => key],
  ['base64', (key) => Buffer.from(key).toString('base64')],
  ['base64 inside a longer text', (key) => Buffer.from(`user:${key}`).toString('base64')],
  ['base64url', (key) => Buffer.from(key).toString('base64url')],
  [
    'digits apart',
    (key) =>
      Buffer.from(key)
        .toString('hex')
        .replace(/..(?=.)/g, '$&:'),
  ],
  ['percent', (key) => encodeURIComponent(key)],
  ['JSON', (key) => JSON.stringify(key)],
  ['JSON in JSON', (key) => JSON.stringify(JSON.stringify({ key }))],
];

/** Says the key in every spelling and every place that an agent has. The program is used as check and in setup too. */
const PROGRAM = `import { createInterface } from 'node:readline';

const spell = [${SPELLINGS.map(([, write]) => write.toString()).join(',\n')}];
const texts = spell.map((write) => write(process.env.MODEL_KEY));
const all = texts.join(' and ');

if (process.argv[2] === 'say') console.log(all);
else if (process.argv[2] === 'check') console.log(JSON.stringify({ passed: false, reason: all }));
else
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, case_id, type } = JSON.parse(line);
    if (type !== 'turn') continue;
    process.stderr.write(all + '\\n');
    console.log(all);
    console.log(JSON.stringify({ type: 'log', id, message: all }));
    if (case_id === 'crashes') process.exit(3);
    if (case_id === 'errs') console.log(JSON.stringify({ type: 'error', id, kind: 'agent', message: all }));
    const text = texts[Number(case_id.slice(1))] ?? all;
    const fields = { [text]: text, list: [all] };
    const call = { name: text, arguments: fields, status: 'error', result: fields };
    const more = { metadata: fields, state: fields, plan: [{ tool: text, args: fields }], retrieved: [text] };
    console.log(JSON.stringify({ id, output: text, tool_calls: [call], ...more }));
  }
`;

it('a key that is handed to the agent is in no file, comment, summary, output or log, however the agent spells it', async (openScene) => {
  const expectations = {
    tools: ['something_else'],
    response: { equals: 'nothing of the kind' },
    metadata: { list: 'other' },
    state: { list: 'other' },
    custom: [{ command: [process.execPath, 'agent.mjs', 'check'] }],
  };
  const ids = [...SPELLINGS.map((_, index) => `s${index}`), 'crashes', 'errs'];
  const cases = Object.fromEntries(ids.map((id) => [id, { expect: expectations }]));
  const setup = [`${JSON.stringify(process.execPath)} agent.mjs say`];
  // Red, so that what is broken holds words of the agent.
  const gate = { method: 'threshold', pass_rate: { min: 0.5 } };
  const suite = scriptedSuite(cases, { agent: agent({ needs: ['MODEL_KEY'], setup }), trials: 1, gate });
  const scene = await openScene({ ...suite, 'agent.mjs': PROGRAM });
  const temp = newFolder('results');
  const result = await scene.runPull(
    {},
    {
      env: { MODEL_KEY: KEY, RUNNER_TEMP: temp },
      inputs: { 'pass-env': 'MODEL_KEY', trajectories: 'all' },
    },
  );
  expect(result).toExit(1);
  expect(result.outputs['trials']).toBe(String(ids.length));
  expect(result.commands.masks).toContain(KEY);

  const folder = join(temp, 'agent-eval-results');
  const names = await readdir(folder);
  expect(names.toSorted()).toEqual([
    '.gitignore',
    'comment.md',
    'junit.xml',
    'repair.json',
    'report.html',
    'results.json',
    'trajectories.jsonl',
    'trials.jsonl',
    'verdict.json',
  ]);
  const files = await Promise.all(names.map(async (name) => [name, await contentOf(join(folder, name))] as const));
  const { state } = scene.fake;
  const places: readonly (readonly [string, string])[] = [
    ...files,
    ...Object.entries(artifactFiles(state)),
    ...Object.entries(artifactFiles(state, 'agent-eval-trajectories')),
    ['comment', state.comments[0]?.body ?? ''],
    ['summary', result.summary],
    ['log', result.logLines.join('\n')],
    ['outputs', json(result.outputs)],
    ['annotations', json(result.commands.annotations)],
    ['requests', json(scene.fake.requests.map(({ body, path, query }) => [body, path, query]))],
  ];
  for (const [place, text] of places) {
    expect(text, place).not.toBe('');
    expect(leaks(text, KEY), place).toEqual([]);
    expect(leaks(text, state.token.value), place).toEqual([]);
  }
  // The rest of what was said is still there.
  expect(JSON.parse(artifactFiles(state)['repair.json'] ?? '').broken[0].got.quoted).toContain('***');
  expect(artifactFiles(state, 'agent-eval-trajectories')['trajectories.jsonl']).toContain('***');
});

it('a key that looks like words and numbers of a format leaves the files readable, and a value too short to be a secret is not masked', async (openScene) => {
  const answer = { output: 'passed 500000', usage: { input_tokens: 500_000, output_tokens: 1 } };
  const suite = scriptedSuite({ one: { step: { answer }, expect: { response: { contains: ['passed'] } } } });
  const scene = await openScene(suite);
  const env = { WORD: 'passed', NUMBER: '500000', FLAG: '1', EMPTY: '', BLANK: '         ' };
  const inputs = { 'pass-env': Object.keys(env).join(), trajectories: 'all' };
  const result = await scene.runPull({}, { env, inputs });
  expect(result).toExit(0);
  // Outputs would be dropped for what is short.
  expect(result.jobOutputs).toEqual(result.outputs);
  expect(result.commands.annotations.map(({ message }) => message).join()).not.toContain('mask');
  const files = { ...artifactFiles(scene.fake.state), ...artifactFiles(scene.fake.state, 'agent-eval-trajectories') };
  const [stored] = JSON.parse(files['results.json'] ?? '').cases;
  expect(stored.trials[0]).toMatchObject({ outcome: 'passed', usage: { input_tokens: 500_000 } });
  const [first = ''] = files['trajectories.jsonl']?.split('\n') ?? [];
  expect(JSON.parse(first)).toMatchObject({ state: 'redacted', trajectory: { turns: [{ output: '*** ***' }] } });
});

it('a key that is passed on in a terminal is in no file and not on the screen', async (openScene) => {
  const { repository } = await openScene({
    ...scriptedSuite({ one: {} }, { trials: 1 }),
    'agent.mjs': PROGRAM,
  });
  const result = await runCli(repository.path, ['run', '--pass-env', 'MODEL_KEY'], { env: { MODEL_KEY: KEY } });
  expect(result).toExit(0);
  const folder = join(repository.path, 'agent-eval-results');
  for (const name of await readdir(folder)) {
    expect(leaks(await contentOf(join(folder, name)), KEY), name).toEqual([]);
  }
  expect(leaks(result.stdout + result.stderr, KEY)).toEqual([]);
  expect(result.stdout).toContain('***');
});

/** A file's text, with what a report packs. */
async function contentOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  const blocks = [...text.matchAll(/class="block">"([^"]+)"/g)].map(([, block = '']) => Buffer.from(block, 'base64'));
  expect(blocks.length > 0, path).toBe(path.endsWith('.html'));
  return [text, ...blocks.map((block) => inflateRawSync(block).toString())].join('\n');
}

/** Names of the spellings of a key that a text holds, as it is, or as a reader of its format sees it. */
function leaks(text: string, key: string): readonly string[] {
  const unescaped = text.replace(/\\+(["\\/])/g, '$1');
  const xml = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const readings = [text, unescaped, readable(text), readable(unescaped), xml].map((reading) =>
    reading.replace(/\s/g, ''),
  );
  return SPELLINGS.filter(([, write]) => {
    const spelling = write(key)
      .replace(/^"+|[="]+$/g, '')
      .slice(0, 30);
    return readings.some((reading) => reading.includes(spelling));
  }).map(([name]) => name);
}
