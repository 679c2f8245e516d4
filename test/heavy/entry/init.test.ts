import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { commandsFor } from '#commands/cli/commands.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';
import { createGit } from '#test/testing/github/git.ts';

const COMMIT = 'commit -q --allow-empty -m one';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

describe('the branch whose runs make the baseline', () => {
  test('is the one that the remote calls its default, whatever is checked out', async () => {
    const { workflow, stdout } = await initIn({
      git: [
        'init -q -b trunk',
        COMMIT,
        'update-ref refs/remotes/origin/release/main HEAD',
        'symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/release/main',
        'checkout -q -b feature',
      ],
    });
    expect(workflow.on.push.branches).toEqual(['release/main']);
    expect(workflow.on, 'main can be run once by hand').toHaveProperty('workflow_dispatch');
    expect(stdout).toContain('the first run on release/main becomes the baseline');
    expect(stdout).not.toContain('"branches:"');
  });

  test.each([
    ['the checked-out one of a new repository', ['init -q -b master'], 'master'],
    ['the checked-out one, whatever it is called', ['init -q -b develop'], 'develop'],
    ['master, where a branch of it is checked out', ['init -q -b master', COMMIT, 'checkout -q -b feature'], 'master'],
    ['main before master', ['init -q -b master', COMMIT, 'branch main', 'checkout -q --detach'], 'main'],
  ])('is guessed to be %s, and that is said', async (_, git, branch) => {
    const { workflow, stdout } = await initIn({ git });
    expect(workflow.on.push.branches).toEqual([branch]);
    expect(stdout).toContain(`takes ${branch} for the default branch`);
    expect(stdout).toContain(`runs on pull requests and on ${branch}`);
  });

  test('is written so that YAML reads it as a text', async () => {
    const { workflow } = await initIn({ git: ['init -q -b 1.0'] });
    expect(workflow.on.push.branches).toEqual(['1.0']);
  });

  test('is main outside of a repository, where it is said what must hold', async () => {
    const { workflow, stdout } = await initIn({ git: [] });
    expect(workflow.on.push.branches).toEqual(['main']);
    expect(stdout).toContain('not in a git repository');
  });
});

describe('in a folder of a repository', () => {
  const folder = 'packages/support bot';

  test('the workflow lies at the root, runs in the folder, and shares no name with that of another folder', async () => {
    const { root, path, workflow, stdout } = await initIn({ git: ['init -q -b main'], folder });
    expect(path).toBe(join(root, '.github/workflows/agent-eval-packages-support-bot.yml'));
    expect(existsSync(join(root, folder, '.github'))).toBe(false);
    for (const name of ['agent-eval.yml', 'evals/first.yml', 'evals/agent.mjs'])
      expect(existsSync(join(root, folder, name))).toBe(true);
    expect(workflow.name).toBe('agent-eval-packages-support-bot');
    expect(Object.keys(workflow.jobs)).toEqual([workflow.name]);
    expect(workflow.jobs[workflow.name].steps.at(-1)).toMatchObject({ with: { 'working-directory': folder } });
    expect(await workflowProblems(await readFile(path, 'utf8'))).toEqual([]);
    expect(stdout).toContain('wrote ../../.github/workflows/agent-eval-packages-support-bot.yml');
    expect(stdout).toContain(`at the root of the repository, where GitHub reads it, and runs in ${folder}`);
  });

  test('a workflow that is there is not overwritten', async () => {
    const there = '.github/workflows/agent-eval-pkg.yml';
    const { root, exitCode, path } = await initIn({ git: ['init -q'], folder: 'pkg', files: { [there]: 'on: push' } });
    expect(exitCode).toBe(2);
    expect(await readFile(path, 'utf8')).toBe('on: push');
    expect(existsSync(join(root, 'pkg/agent-eval.yml'))).toBe(false);
  });
});

test('nothing that the repository configures is run', async () => {
  const ran = join(await realpath(newFolder('init')), 'ran');
  const hook = `#!/bin/sh\ntouch ${ran}\n`;
  const { stdout } = await initIn({
    git: ['init -q -b main', COMMIT, 'config core.fsmonitor .git/hooks/any', 'config core.hooksPath .git/hooks'],
    files: { '.git/hooks/any': hook, '.git/hooks/post-index-change': hook, '.git/hooks/reference-transaction': hook },
  });
  expect(stdout).toContain('wrote agent-eval.yml');
  expect(existsSync(ran)).toBe(false);
});

interface Scene {
  /** Commands of git, in order; none: no repository. */
  readonly git: readonly string[];
  readonly folder?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs `init` in a folder of its own, and gives what it wrote. */
async function initIn({ git, folder = '', files = {} }: Scene) {
  const root = await realpath(newFolder('init'));
  const cwd = join(root, folder);
  await mkdir(cwd, { recursive: true });
  const repository = createGit(root);
  for (const command of git) await repository.run(...command.split(' '));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text, { mode: 0o755 });
  }
  const chunks: string[] = [];
  vi.spyOn(process, 'cwd').mockReturnValue(cwd);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => chunks.push(String(chunk)) > 0);
  await commandsFor()
    .find((command) => command.name() === 'init')
    ?.parseAsync(['--language', 'node'], { from: 'user' });
  vi.restoreAllMocks();
  const slug = folder.replace(/[^a-z]/g, '-');
  const path = join(root, '.github/workflows', `agent-eval${slug === '' ? '' : `-${slug}`}.yml`);
  const workflow = parse(await readFile(path, 'utf8'));
  return { root, path, workflow, stdout: chunks.join(''), exitCode: process.exitCode };
}
