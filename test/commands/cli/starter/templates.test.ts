/** What `init` writes is kept as files of the languages that they are in. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { LAST } from '#commands/cli/found/find-installer.ts';
import { starterFiles, upgradeWorkflow } from '#commands/cli/starter/starter-files.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';

const FOLDER = join(import.meta.dirname, '../../../../src/commands/cli/starter/templates');
const COMPILES = 'import sys; [compile(open(file).read(), file, "exec") for file in sys.argv[1:]]';

test('every template is sound in its language', () => {
  const files = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  const texts = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => readFileSync(file, 'utf8'));
  for (const text of texts('.yml')) expect(parse(text, { strict: true })).toBeTypeOf('object');
  for (const text of texts('.mjs')) expect(transformSync(text, { format: 'esm' }).warnings).toEqual([]);
  for (const text of texts('.go')) expect(text).toMatch(/^package main$/m);
  execFileSync('python3', ['-c', COMPILES, ...files.filter((file) => file.endsWith('.py'))]);
  expect(files.filter((file) => !/\.(yml|mjs|go|py)$/.test(file))).toEqual([]);
});

test('a draft is skipped, and the workflow hears when it becomes ready', () => {
  const files = starterFiles('node').map(({ path, text }) => [path, path.endsWith('.yml') ? parse(text) : null]);
  expect(Object.fromEntries(files)).toMatchObject({
    'agent-eval.yml': { drafts: 'skip' },
    '.github/workflows/agent-eval.yml': {
      on: { pull_request: { types: expect.arrayContaining(['ready_for_review']) } },
    },
  });
});

test('the workflow that tries other models keeps every key from the job that writes', async () => {
  const found = { keys: ['ANTHROPIC_API_KEY', 'JUDGE_KEY'], model: null };
  const { path, text } = upgradeWorkflow({ branch: 'main', folder: 'bots' }, found, { installer: LAST.python });
  expect(path).toBe('../.github/workflows/agent-eval-bots-upgrade.yml');
  expect(text).not.toMatch(/__[A-Z]+__/);
  expect(await workflowProblems(text)).toEqual([]);
  const { compare, open } = parse(text).jobs;
  for (const name of found.keys) expect(JSON.stringify(compare)).toContain(`"${name}":"\${{ secrets.${name} }}"`);
  expect(JSON.stringify(open)).not.toMatch(/secrets|checkout/);
  expect([compare.permissions, open.permissions]).toEqual([
    { actions: 'read', contents: 'read' },
    { actions: 'read', contents: 'write', 'pull-requests': 'write' },
  ]);
});
