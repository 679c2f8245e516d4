import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

const PASSES = 'passes with an agent that ';

/** Cases as two articles print them. */
const PUBLISHED = ['published/support.yml', 'published/dimensions.json'];
const DULL = ['off-topic', 'empty-ish', 'very-long', 'can-you-help', 'R-01', 'R-02', 'R-03', 'R-04', 'R-05'];

test('nine of thirteen published cases do not bite (an echo says what the injection case forbids); `bites: false` says so of a whole file, and no model is asked', async () => {
  await using models = await startModelServer('all is well');
  const env = environmentOf(models);
  const suite = (more: object) => modelSuite(PROGRAM, {}, { cases: PUBLISHED.map((file) => ({ file, ...more })) });
  await using folder = await folderWith(suite({}));
  await cp(join(import.meta.dirname, '../../fixtures/published'), join(folder.path, 'published'), {
    recursive: true,
  });
  const warned = await folder.cli(['validate'], { env });
  expect(warned).toExit(0);
  const warnings = warned.stderr.split('\n').filter((line) => line.startsWith('warning: ') && line.includes(PASSES));
  expect(warnings).toHaveLength(DULL.length);
  for (const [at, id] of DULL.entries()) expect(warnings[at]?.toLowerCase()).toContain(id.toLowerCase());
  expect((await folder.cli(['validate', '--strict'], { env })).exitCode).toBe(2);
  await folder.write(suite({ bites: false }));
  const listed = await folder.cli(['validate', '--strict'], { env });
  expect(listed).toExit(0);
  expect(listed.stdout).toContain('guards only (`bites: false`): 9 cases (');
  expect(models.requests).toEqual([]);
});

test('mutants of stored trials ask no model, name what to write, and are red only where that is asked for', async () => {
  await using models = await startModelServer('all is well, 19.99');
  const env = environmentOf(models);
  await using folder = await folderWith(
    modelSuite(
      BUILT_IN,
      { says: {}, dull: { expect: { no_tools: true } }, guard: { expect: { no_tools: true }, bites: false } },
      { trials: 2 },
    ),
  );
  const ran = await folder.cli(['run'], { env });
  expect(ran).toExit(0);
  const asked = models.requests.length;
  const broken = await folder.cli(['mutants'], { env });
  expect(broken).toExit(0);
  expect(broken.stdout).toMatch(/!! dull +\d+\/\d+ +passes with an agent that says nothing/);
  expect(broken.stdout).toContain('response: {contains: ["19.99"]}');
  expect(broken.stdout).toContain('1 case does not bite');
  const strict = await folder.cli(['mutants', '--strict', '--cases', 'dull'], { env });
  expect(strict.exitCode).toBe(1);
  expect((await folder.cli(['mutants', '--strict', '--cases', 'says,guard'], { env })).exitCode).toBe(0);
  expect(models.requests).toHaveLength(asked);
  await folder.cli(['run', '--trajectories', 'none'], { env });
  const unstored = await folder.cli(['mutants'], { env });
  expect(unstored).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('run --trajectories all') });
});
