/** How packages of a project are installed: in the config that `init` writes, and in the workflow, which brings the tool. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findProject } from '#commands/cli/found/find-project.ts';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { expectSaid } from '#test/support/said.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

interface Written {
  readonly files: WorkspaceFiles;
  readonly folder?: string;
}

test('packages are installed as the files of a project say, by a tool that the workflow brings where GitHub lacks it', () =>
  expectSaid(new URL('golden/installers.txt', import.meta.url), async (text) => {
    const { files, folder = '' }: Written = parse(text);
    await using root = await folderWith(files);
    const project = await findProject(join(root.path, folder), null, folder);
    const cases = { globs: [], ids_clash: false };
    const starters = starterFiles(project.language, { branch: 'main', folder }, { ...project, cases });
    const [workflow = '', config = ''] = starters.map((file) => file.text);
    expect(await workflowProblems(workflow)).toEqual([]);
    const [job] = Object.values<{ steps: Record<string, unknown>[] }>(parse(workflow).jobs);
    const { command, setup } = parse(config).agent;
    return [
      `setup: ${setup.join('; ')}`,
      `agent: ${command.join(' ')}`,
      `steps: ${job?.steps.map(({ run, uses }) => run ?? uses).join('; ')}`,
    ];
  }));

test('nothing from outside of its repository says how the packages of a folder are installed', async () => {
  const member = { 'packages/bot/package.json': '{"name": "bot", "dependencies": {"openai": "7"}}' };
  await using outer = await folderWith({ 'pnpm-workspace.yaml': '', 'pnpm-lock.yaml': '', ...member });
  const { installer } = await findProject(join(outer.path, 'packages/bot'), null, '');
  expect(installer.line).toBe('npm install --ignore-scripts');
});
