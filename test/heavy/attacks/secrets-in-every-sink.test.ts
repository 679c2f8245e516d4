import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { environmentOf } from '#test/support/model-suite.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { program } from '#test/support/program.ts';
import { type StagedScene, stageScene } from '#test/support/scene.ts';
import { json, scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';

/** None has the shape of a well-known credential, and between them they hold a character for every escaping there is. */
const KEYS = {
  provider: 'model/key+of=the~workflow?&<0123>',
  passed: 'sec"ret/+key&<one>\\two%three=four',
} as const;

const FORMS = {
  raw: (key) => key,
  base64: (key) => Buffer.from(key).toString('base64'),
  base64url: (key) => Buffer.from(key).toString('base64url'),
  basic: (key) => Buffer.from(`x-access-token:${key}`).toString('base64'),
  lines: (key) =>
    Buffer.from(key)
      .toString('base64')
      .replace(/.{16}(?=.)/g, '$&\n'),
  apart: (key) =>
    Buffer.from(key)
      .toString('hex')
      .replace(/..(?=.)/g, '$&:'),
  url: (key) => encodeURIComponent(key),
  json: (key) => JSON.stringify(key),
} as const satisfies Readonly<Record<string, (key: string) => string>>;

/** Where a run of a pull request puts words of the agent, and what else it writes. */
const SINKS = [
  'results.json',
  'confirmation.json',
  'trajectories.jsonl',
  'trials.jsonl',
  'comment.md',
  'junit.xml',
  'results artifact',
  'trajectories artifact',
  'cassettes',
  'comment',
  'summary',
  'annotations',
  'log',
  'outputs',
  'requests to GitHub',
] as const;

/** Of these the agent has no part: there is nothing in them to take out. */
const OURS_ALONE: readonly string[] = ['outputs'];

/** Says the text of its case in every place that an agent has, its model included, or that all is well. */
const AGENT = program('secret-speaker.mjs');

let scene: StagedScene;
let server: ModelServer;
let temp: string;
let sinks: Readonly<Record<(typeof SINKS)[number], string>>;
let keys: Readonly<Record<'provider' | 'passed' | 'token', string>>;

/** Main says that all is well; on the pull request, and when the base commit is asked again, every case says all secrets in one spelling. */
beforeAll(async () => {
  server = await startModelServer(({ messages }) => ({ text: messages.at(-1)?.text ?? '' }));
  temp = newFolder('sinks');
  const texts = join(temp, 'texts.json');
  const ids = Object.keys(FORMS);
  const suite = scriptedSuite(Object.fromEntries(ids.map((id) => [id, {}])), {
    agent: { command: [process.execPath, 'agent.mjs'], record: true },
    gate: { pass_rate: { min: 0.9 } },
    concurrency: 4,
  });
  scene = await stageScene({ ...suite, 'agent.mjs': AGENT });
  const { state } = scene.fake;
  keys = { ...KEYS, token: state.token.value };
  const options = {
    env: { ...environmentOf(server), OPENAI_API_KEY: KEYS.provider, MODEL_KEY: KEYS.passed, TEXTS_FILE: texts },
    inputs: { 'pass-env': 'MODEL_KEY, TEXTS_FILE', trajectories: 'all' },
  };
  await writeFile(texts, '{}');
  const main = await scene.pushMain(options);
  expect(main).toDecide('pass');

  const spellings = Object.entries(FORMS).map(([form, spell]) => [form, Object.values(keys).map(spell).join(' and ')]);
  await writeFile(texts, json(Object.fromEntries(spellings)));
  const { event, checkout } = await scene.openPull({ 'README.md': 'words' });
  const result = await scene.run(event, {
    ...options,
    workspace: checkout,
    env: { ...options.env, RUNNER_TEMP: temp },
    inputs: { ...options.inputs, replay: 'record' },
  });
  const results = await textsIn(join(temp, 'agent-eval-results'));
  sinks = {
    'results.json': results['results.json'] ?? '',
    'confirmation.json': results['confirmation.json'] ?? '',
    'trajectories.jsonl': results['trajectories.jsonl'] ?? '',
    'trials.jsonl': results['trials.jsonl'] ?? '',
    'comment.md': results['comment.md'] ?? '',
    'junit.xml': results['junit.xml'] ?? '',
    'results artifact': Object.values(artifactFiles(state)).join('\n'),
    'trajectories artifact': Object.values(artifactFiles(state, 'agent-eval-trajectories')).join('\n'),
    cassettes: Object.values(await textsIn(join(checkout, 'agent-eval-cassettes'))).join('\n'),
    comment: state.comments[0]?.body ?? '',
    summary: result.summary,
    annotations: json(result.commands.annotations),
    // The runner itself must be told what to mask.
    log: `${result.stdout}\n${result.stderr}`.replace(/^::add-mask::.*$/gm, ''),
    outputs: json([result.outputs, result.stateFile, result.envFile, result.pathFile]),
    'requests to GitHub': json(scene.fake.requests.map(({ body, path, query }) => [body, path, query])),
  };
});

afterAll(async () => {
  await scene.close();
  await server.close();
});

test('the secrets were said wherever an agent is heard', () => {
  for (const [name, text] of Object.entries(sinks)) {
    if (OURS_ALONE.includes(name)) expect(text, name).toContain('verdict');
    else expect(readable(text), name).toContain('***');
  }
});

describe.each(SINKS)('no key stands in: %s', (sink) => {
  describe.each(['provider', 'passed', 'token'] as const)("of the kind '%s'", (key) => {
    test.each(Object.keys(FORMS) as (keyof typeof FORMS)[])('in the spelling %s', (form) => {
      const spelled = FORMS[form](keys[key]).replace(/^"|[="]+$|\s/g, '');
      // A part that is long enough to be nothing else, since long texts are cut.
      const part = spelled.slice(0, 30);
      expect(readings(sinks[sink]).some((reading) => reading.includes(part))).toBe(false);
    });
  });
});

async function textsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder);
  const read = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** A text as it is, and as readers of its formats see it. */
function readings(text: string): readonly string[] {
  const unescaped = text.replace(/\\+(["\\/])/g, '$1');
  const xml = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const joined = text.replace(/\\+[nrt]/g, '');
  return [text, unescaped, joined, xml, readable(text), readable(unescaped)].map((reading) =>
    reading.replace(/\s/g, ''),
  );
}
