import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, modelSuite } from '#test/support/model-suite.ts';
import { evaluateFolder, type FolderRun } from './evaluate-folder.ts';

/** A suite that names a path in one of the places where the config or a case has something read. */
const PLACES = {
  'a file of cases': (path) => modelSuite(BUILT_IN, ['one'], { cases: [path] }),
  'a prompt': (prompt) => modelSuite({ openai: { ...BUILT_IN.openai, prompt } }, ['one']),
  'a file of tools': (tools) => modelSuite({ openai: { ...BUILT_IN.openai, tools } }, ['one']),
  'the module of a tool': (module) =>
    modelSuite({ openai: { ...BUILT_IN.openai, mocks: { look_up: { module } } } }, ['one']),
  'the module of an agent': (module) => modelSuite({ module }, ['one']),
  'the module of a check': (module) => modelSuite(BUILT_IN, { one: { expect: { custom: [{ module }] } } }),
  'recorded trials': (recorded) => modelSuite({ recorded }, ['one']),
  'the folder of cassettes': (folder) => modelSuite(BUILT_IN, ['one'], { replay: { mode: 'auto', folder } }),
} as const satisfies Readonly<Record<string, (path: string) => ReturnType<typeof modelSuite>>>;

const NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[];

/** A word of a file that lies outside. */
const OUTSIDE = 'words-of-the-machine';

test.each(
  NAMES.flatMap((place) =>
    ['/etc/passwd', '../../etc/passwd', '~/.npmrc', 'file:///etc/passwd'].map((path) => [place, path] as const),
  ),
)('a config that names a file of the machine as %s (%s) is refused', async (place, path) => {
  const run = await evaluated(place, path);
  expect(run.kind).toBe('invalid');
  expect(run.text).toMatch(/absolute paths are refused|may not leave the working directory/);
});

test.each(NAMES)('a link of the pull request to a file of the machine is not followed as %s', async (place) => {
  const run = await evaluated(place, './linked.mjs', true);
  if (run.kind === 'evaluated') expect(run.verdict).toBe('error');
  // A pattern does not even see links.
  expect(run.text).toMatch(/is outside the workspace|no file matches/);
  expect(run.text).not.toContain(OUTSIDE);
});

test('the credentials that a checkout keeps in .git are in no message, though a file of it is named as cases', async () => {
  const token = 'ghs_0123456789abcdefghijklmnopqrstuvwxyz';
  const header = Buffer.from(`x-access-token:${token}`).toString('base64');
  await using folder = await folderWith({
    ...modelSuite(BUILT_IN, ['one'], { cases: ['.git/config.yml'] }),
    '.git/config.yml': `[http]\n\textraheader = AUTHORIZATION: basic ${header}\n${header}: ${header}\n- ${header}\n`,
  });
  const run = await evaluateFolder(folder.path, { secrets: [token] });
  expect(run.kind).toBe('invalid');
  expect(run.text).toContain('not valid YAML');
  // What the token alone decides of it.
  expect(run.text).not.toContain(header.slice(20, -4));
});

/** Runs a suite that names a path; `link`: it is a link of the repository that leads out of it. */
async function evaluated(place: keyof typeof PLACES, path: string, link = false): Promise<FolderRun> {
  await using folder = await folderWith(PLACES[place](path));
  if (link) {
    const target = join(tmpdir(), `outside-${process.pid}-${NAMES.indexOf(place)}`, 'file.mjs');
    await mkdir(dirname(target), { recursive: true });
    onTestFinished(() => rm(dirname(target), { recursive: true, force: true }));
    await writeFile(target, `// ${OUTSIDE}\n`);
    await symlink(place === 'the folder of cassettes' ? dirname(target) : target, join(folder.path, 'linked.mjs'));
  }
  return await evaluateFolder(folder.path, { environment: { OPENAI_API_KEY: 'model-key-0123456789' } });
}
