import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { missingConfig } from '#commands/action/refuse-config.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { addCommit, sha } from '#test/testing/github/state-builders.ts';
import { readRun } from '../read-run.ts';

let fake: FakeGitHub;
let workspace: string;

beforeEach(async () => {
  fake = await startFakeGitHub();
  workspace = newFolder('workspace');
});

afterEach(async () => {
  await fake.close();
});

async function problemOf(inputs: Readonly<Record<string, string>> = {}, place = workspace): Promise<string | null> {
  addCommit(fake.state, { sha: sha('m'), refs: ['refs/heads/main'] });
  return missingConfig(await readRun(fake.state, pushEvent(fake.state, { after: sha('m') }), place, inputs));
}

it('in a job without a checkout asks for that step', async () => {
  expect(await problemOf()).toMatch(
    /^"agent-eval.yml" does not exist, .*is actions\/checkout missing before this step\?/,
  );
  expect(await problemOf({ mode: 'merge' })).toMatch(/Every job needs it, including one that merges/);
});

it('in a working directory that the checkout does not have names the folder and the input', async () => {
  await mkdir(join(workspace, '.git'));
  const words = /^"eval.yml" does not exist: the checkout has no folder "bots\/helper", .*input working-directory/;
  expect(await problemOf({ 'working-directory': 'bots/helper', config: 'eval.yml' })).toMatch(words);
});

it('in a folder without a config names that folder and the inputs', async () => {
  await mkdir(join(workspace, '.git'));
  await mkdir(join(workspace, 'bots'));
  expect(await problemOf({ 'working-directory': 'bots' })).toMatch(
    /^"agent-eval.yml" does not exist in the folder "bots" \(input working-directory\); .*input config/,
  );
  expect(await problemOf()).toMatch(
    /^"agent-eval.yml" does not exist in the root of the checkout .*, or let ".*\binit" write the file there$/,
  );
});
