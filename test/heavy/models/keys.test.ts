import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BOTH_KINDS, environmentOf, modelSuite, occurrences, PROGRAM, runModels } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const KEYS = {
  OPENAI_API_KEY: 'sk-openai/real+key=&<one>0123456789',
  ANTHROPIC_API_KEY: 'sk-ant-real/key+two=&<x>0123456789',
  OLLAMA_API_KEY: 'ollama/real+key+three=&<y>0123456789',
};

it('a secret that the agent tells its model is not in the cassettes, and they serve all the same', async () => {
  await using server = await startModelServer(({ messages }) => ({ text: `all is well: ${messages[0]?.text}` }));
  const agent = { ...PROGRAM, command: [process.execPath, 'talks.mjs'] };
  await using folder = await folderWith({ ...modelSuite(agent, ['one']), 'talks.mjs': program('secret-teller.mjs') });
  const secret = 'top/secret+value=of the&shop';
  const env = { MY_SECRET: secret };
  await runModels(folder, server, ['--pass-env', 'MY_SECRET', '--replay', 'record'], env);
  const cassette = await folder.read('agent-eval-cassettes/one.json');
  expect(cassette).toContain('all is well');
  expect(leaks(cassette, secret)).toEqual([]);
  const replayed = await runModels(folder, server, ['--pass-env', 'MY_SECRET', '--replay', 'strict'], env);
  expect(
    replayed.trials.map(({ outcome, source }) => [outcome, source]),
    replayed.stderr,
  ).toEqual([['passed', 'replayed']]);
  expect(server.requests).toHaveLength(1);
});

describe.each([
  [
    'its error',
    ({ headers }) => ({ fault: { status: 400, error: { message: `bad request with ${headers['authorization']}` } } }),
  ],
  ['its answer', ({ headers }) => ({ text: `bad request with ${headers['authorization']}` })],
] satisfies readonly (readonly [string, ModelScript])[])('a key that a provider repeats in %s', (_, echo) => {
  it.each(BOTH_KINDS)('is in no file, no cassette and not on the screen, with %s', async (_, agent) => {
    await using server = await startModelServer(echo);
    await using folder = await folderWith(modelSuite(agent, ['one']));
    const env = { ...environmentOf(server), ...KEYS };
    const { stdout, stderr } = await folder.cli(['run', '--replay', 'record'], { env });
    const results = await textsIn(join(folder.path, 'agent-eval-results'));
    const cassettes = await textsIn(join(folder.path, 'agent-eval-cassettes'));
    expect(results.join()).toContain('bad request with');
    expect(cassettes.join()).toContain('bad request with');
    for (const text of [...results, ...cassettes, stdout, stderr]) expect(leaks(text, KEYS.OPENAI_API_KEY)).toEqual([]);
  });
});

it('a key is found by this test wherever it is hidden', () => {
  for (const key of Object.values(KEYS)) {
    for (const pad of ['', 'x', 'xy']) {
      const inside = `${pad}${key} and more`;
      expect(leaks(inside, key)).toContain('raw');
      expect(leaks(JSON.stringify(JSON.stringify({ inside })), key)).toContain('raw');
      expect(leaks(encodeURIComponent(inside), key)).toContain('url');
      expect(leaks(Buffer.from(inside).toString('base64'), key)).toContain('base64');
    }
  }
});

async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Ways in which a text holds a key. */
function leaks(text: string, key: string): readonly string[] {
  const plain = text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replace(/\\+(["\\/])/g, '$1');
  const base64 = [0, 1, 2].map((shift) =>
    // The part of the base64 of any longer text that the key alone decides.
    Buffer.from(`${'x'.repeat(shift)}${key}`)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const spellings = {
    raw: [key],
    url: [encodeURIComponent(key)],
    base64: [...base64, Buffer.from(key).toString('base64url').slice(0, -4)],
  };
  return Object.entries(spellings)
    .filter(([, parts]) => parts.some((part) => occurrences(text, part) + occurrences(plain, part) > 0))
    .map(([name]) => name);
}
