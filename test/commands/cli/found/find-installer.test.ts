/** How packages of a project are installed: in the config that `init` writes, and in the workflow, which brings the tool. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { StarterLanguage } from '#commands/cli/found/dependencies.ts';
import { findProject } from '#commands/cli/found/find-project.ts';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const PYPROJECT = { 'pyproject.toml': '[project]\nname = "bot"\ndependencies = ["openai"]\n' };
const PACKAGE = { 'package.json': '{"name": "bot", "dependencies": {"openai": "7"}}' };
const PIPFILE = { Pipfile: '[packages]\nopenai = "*"\n' };
const YARN_1 = '# yarn lockfile v1\n';
const YARN_2 = '__metadata:\n  version: 8\n';

/** What GitHub's machine lacks, and a step has to bring. */
type Row = readonly [by: string, files: WorkspaceFiles, setup: string, start: readonly string[], brought_by?: string];

const UV = ['uv sync --frozen', ['uv', 'run', 'python'], 'pipx install uv'] as const;
const PNPM = ['pnpm install --frozen-lockfile --ignore-scripts', ['node'], 'npm install --global pnpm'] as const;
const BERRY = ['yarn install --immutable --mode=skip-build', ['yarn', 'node'], 'corepack enable'] as const;
const POETRY = ['poetry install', ['poetry', 'run', 'python'], 'pipx install poetry'] as const;
const PIPENV = [['pipenv', 'run', 'python'], 'pipx install pipenv'] as const;

const ROWS: readonly Row[] = [
  ['uv', { ...PYPROJECT, 'uv.lock': '' }, ...UV],
  ['Poetry', { ...PYPROJECT, 'poetry.lock': '' }, ...POETRY],
  ['Pipenv', { ...PIPFILE, 'Pipfile.lock': '{}' }, 'pipenv sync', ...PIPENV],
  ['Pipenv without a lock file', PIPFILE, 'pipenv install', ...PIPENV],
  ['pip, from a list', { 'requirements.txt': 'openai' }, 'pip install -r requirements.txt', ['python3']],
  ['pip, from the project', PYPROJECT, 'pip install .', ['python3']],
  ['pnpm', { ...PACKAGE, 'pnpm-lock.yaml': '' }, ...PNPM],
  ['Yarn 1', { ...PACKAGE, 'yarn.lock': YARN_1 }, 'yarn install --frozen-lockfile --ignore-scripts', ['node']],
  ['Yarn 2, by its settings', { ...PACKAGE, 'yarn.lock': '', '.yarnrc.yml': '' }, ...BERRY],
  ['Yarn 2, by its lock file', { ...PACKAGE, 'yarn.lock': YARN_2 }, ...BERRY],
  ['npm', { ...PACKAGE, 'package-lock.json': '{}' }, 'npm ci --ignore-scripts', ['node']],
  ['npm without a lock file', PACKAGE, 'npm install --ignore-scripts', ['node']],
];

test.for(ROWS)('a project whose packages are installed by %s', async ([, files, ...expected]) => {
  await expectWritten(files, '', expected);
});

describe('a folder without a lock file takes', () => {
  const member = (files: WorkspaceFiles) =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`packages/bot/${file}`, text]));

  test.for<Row>([
    [
      'that of the uv workspace around it',
      { 'pyproject.toml': '[tool.uv.workspace]\nmembers = ["packages/*"]\n', 'uv.lock': '', ...member(PYPROJECT) },
      ...UV,
    ],
    [
      'that of the pnpm workspace around it',
      { 'pnpm-workspace.yaml': 'packages: [packages/*]\n', 'pnpm-lock.yaml': '', ...member(PACKAGE) },
      ...PNPM,
    ],
    [
      'that of the npm workspace around it',
      {
        'package.json': '{"private": true, "workspaces": ["packages/*"]}',
        'package-lock.json': '{}',
        ...member(PACKAGE),
      },
      'npm ci --ignore-scripts',
      ['node'],
    ],
    [
      'none of a folder above that is no workspace',
      { 'package.json': '{}', 'pnpm-lock.yaml': '', ...member(PACKAGE) },
      'npm install --ignore-scripts',
      ['node'],
    ],
  ])('%s', async ([, files, ...expected]) => {
    await expectWritten(files, 'packages/bot', expected);
  });

  test('none from outside of its repository', async () => {
    await using outer = await folderWith({ 'pnpm-workspace.yaml': '', 'pnpm-lock.yaml': '', ...member(PACKAGE) });
    const { installer } = await findProject(join(outer.path, 'packages/bot'), null, '');
    expect(installer.line).toBe('npm install --ignore-scripts');
  });
});

async function expectWritten(
  files: WorkspaceFiles,
  folder: string,
  [setup, start, brought]: readonly [setup: string, start: readonly string[], brought_by?: string],
): Promise<void> {
  await using root = await folderWith(files);
  const project = await findProject(join(root.path, folder), null, folder);
  const language: StarterLanguage = project.language;
  const cases = { globs: [], ids_clash: false };
  const written = starterFiles(language, { branch: 'main', folder }, { ...project, cases });
  const [workflow, config] = written.map(({ text }) => text);
  const agent = language === 'python' ? 'evals/agent.py' : 'evals/agent.mjs';
  expect(parse(config ?? '').agent).toMatchObject({ command: [...start, agent], setup: [setup] });
  expect(await workflowProblems(workflow ?? '')).toEqual([]);
  const { steps } = Object.values<{ steps: Record<string, unknown>[] }>(parse(workflow ?? '').jobs)[0] ?? { steps: [] };
  expect(steps.map(({ run, uses }) => run ?? uses)).toEqual([
    'actions/checkout@v7',
    ...(brought === undefined ? [] : [brought]),
    'org/agent-eval-action@v1',
  ]);
}
