import { cp, mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkoutPlace, workspacePlace } from '#commands/compose/checkout-place.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { createRepository, type Workspace } from '#test/testing/github/workspace.ts';
import { bareRepository } from '../bare-repository.ts';

let repository: Workspace;
let tested: string;
/** The folder of the runner, which checkouts are made in. */
let workspace: string;

beforeEach(async () => {
  repository = await createRepository({
    'packages/app/agent-eval.yml': '{}',
    ...bareRepository('bare', 'f'.repeat(40)),
  });
  tested = await repository.head();
  workspace = await realpath(newFolder('runner'));
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

const placeOf = (working_directory: string, commits = [tested]) =>
  workspacePlace({ workspace, working_directory, commits });
const checkOut = (folder: string) => cp(repository.path, join(workspace, folder), { recursive: true });

describe('the working directory of the action lies', () => {
  it('in the checkout that it is part of, wherever in the workspace that was made', async () => {
    await checkOut('source');
    const root = join(workspace, 'source');
    expect(await placeOf('source')).toEqual({ root, folder: '', named_folder: '' });
    expect(await placeOf('source/packages/app/')).toEqual({
      root,
      folder: 'packages/app',
      named_folder: 'packages/app',
    });
  });

  it('where a link leads to, and also where it is named', async () => {
    await checkOut('.');
    await symlink('packages/app', join(workspace, 'app'));
    expect(await placeOf('app')).toEqual({ root: workspace, folder: 'packages/app', named_folder: 'app' });
  });

  it('in the repository that is tested, not in a submodule that a change put in its place', async () => {
    await checkOut('.');
    const module = await createRepository({ 'agent-eval.yml': '{}' });
    await cp(module.path, join(workspace, 'packages/app/module'), { recursive: true });
    await module[Symbol.asyncDispose]();
    const named = 'packages/app/module';
    expect(await placeOf(named)).toEqual({ root: workspace, folder: named, named_folder: named });
    // Nothing tells the two apart where something else than the tested commit is checked out.
    expect(await placeOf(named, [])).toMatchObject({ root: join(workspace, named), folder: '' });
  });

  it('in the repository around a folder that pretends to be one', async () => {
    await checkOut('.');
    expect(await placeOf('bare')).toEqual({ root: workspace, folder: 'bare', named_folder: 'bare' });
  });

  it('below the workspace where nothing is checked out, or git does not tell', async () => {
    expect(await placeOf('apps/./one')).toEqual({ root: workspace, folder: 'apps/one', named_folder: 'apps/one' });
    await mkdir(join(workspace, 'apps/one'), { recursive: true });
    await symlink('apps/one', join(workspace, 'one'));
    expect(await placeOf('one')).toEqual({ root: workspace, folder: 'apps/one', named_folder: 'one' });
    expect(await placeOf('.')).toEqual({ root: workspace, folder: '', named_folder: '' });
  });

  it('by its name where a link leads out of the workspace', async () => {
    await symlink(repository.path, join(workspace, 'out'));
    expect(await placeOf('out/packages')).toEqual({
      root: workspace,
      folder: 'out/packages',
      named_folder: 'out/packages',
    });
  });
});

it('a folder in a terminal lies in the repository around it, or in none', async () => {
  expect(await checkoutPlace(join(repository.path, 'packages/app'))).toEqual({
    root: await realpath(repository.path),
    folder: 'packages/app',
  });
  expect(await checkoutPlace(workspace)).toBeNull();
  expect(await checkoutPlace(join(workspace, 'gone'))).toBeNull();
});
