import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';
import { evaluateFolder } from './evaluate-folder.ts';

function suite(mode: 'record' | 'auto' | 'strict', ask = 'input of one') {
  return modelSuite(BUILT_IN, { one: { input: ask } }, { replay: { mode } });
}

async function recorded(server: ModelServer): Promise<Folder> {
  const folder = await folderWith(suite('record'));
  const run = await evaluateFolder(folder.path, { environment: environmentOf(server) });
  expect(run.verdict, run.text).toBe('pass');
  return folder;
}

test('answers that a pull request stores for itself prove nothing: a run that replays them does not pass', async () => {
  await using server = await startModelServer('all is well');
  await using folder = await recorded(server);
  for (const mode of ['auto', 'strict'] as const) {
    await folder.write(suite(mode));
    const run = await evaluateFolder(folder.path, { environment: environmentOf(server) });
    expect(run.trials, run.text).toBe(1);
    expect(run.verdict).toBe('inconclusive');
  }
  expect(server.requests).toHaveLength(1);
});

test('a stored answer serves the very request that it was given to, and no other', async () => {
  await using server = await startModelServer('all is well');
  await using folder = await recorded(server);
  await folder.write(suite('auto', 'another input'));
  const run = await evaluateFolder(folder.path, { environment: environmentOf(server) });
  expect(run.verdict, run.text).toBe('pass');
  expect(server.requests).toHaveLength(2);
});

test.each([
  ['of another shape', (text: string) => text.replace('"entries"', '"items"')],
  ['of another case', (text: string) => text.replace('"one"', '"two"')],
  ['that is no JSON', (text: string) => text.slice(0, -20)],
])('a file of stored answers %s is named, and nothing of it is used', async (_, forge) => {
  await using server = await startModelServer('all is well');
  await using folder = await recorded(server);
  const path = join(folder.path, 'agent-eval-cassettes', 'one.json');
  const text = await readFile(path, 'utf8');
  expect(forge(text)).not.toBe(text);
  await writeFile(path, forge(text));
  await folder.write(suite('strict'));
  const run = await evaluateFolder(folder.path, { environment: environmentOf(server) }).catch((error: Error) => ({
    verdict: 'error',
    text: error.message,
  }));
  expect(run.verdict, run.text).not.toBe('pass');
  expect(run.text).toContain('one.json');
  expect(server.requests).toHaveLength(1);
});
