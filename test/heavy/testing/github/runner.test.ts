import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { type ActionRun, runAction } from '#test/testing/github/runner.ts';
import { sha } from '#test/testing/github/state-builders.ts';

let workspace = '';

beforeAll(async () => {
  workspace = await realpath(newFolder('work'));
});

test('an action gets what the runner gives, and nothing of the environment of the test', async () => {
  await using fake = await startFakeGitHub();
  process.env['INPUT_LEAKED'] = 'yes';
  const result = await run({ fake, event: push(fake.state) });
  delete process.env['INPUT_LEAKED'];
  expect(result.outputs['inputs']).toBe('');
});

describe('what an action says is heard', () => {
  test('commands on both streams, and the log is masked', async () => {
    await using fake = await startFakeGitHub();
    const result = await run({
      fake,
      event: push(fake.state),
      inputs: {
        stdout: '::set-output name=forged::yes\nkey hush\n',
        stderr: ' ::warning file=a.yml,line=2::careful\n',
      },
      secrets: ['hush'],
    });
    expect(result.outputs['forged']).toBe('yes');
    expect(result.commands.annotations).toMatchObject([
      { level: 'warning', file: 'a.yml', line: 2, message: 'careful' },
    ]);
    expect(result.logLines).toContain('key ***');
    expect(result.stdout).toContain('key hush');
  });

  test('an output with a masked value reaches no other job', async () => {
    await using fake = await startFakeGitHub();
    const stdout = '::set-output name=rate::1\n::set-output name=verdict::pass\n';
    const result = await run({ fake, event: push(fake.state), inputs: { stdout }, secrets: ['1'] });
    expect(result.outputs).toMatchObject({ rate: '1', verdict: 'pass' });
    expect(result.jobOutputs).not.toHaveProperty('rate');
    expect(result.jobOutputs).toMatchObject({ verdict: 'pass' });
  });

  test('a refused command fails a step that exits 0', async () => {
    await using fake = await startFakeGitHub();
    const result = await run({ fake, event: push(fake.state), inputs: { stdout: '::add-path::/evil\n' } });
    expect(result).toMatchObject({ exitCode: 0, conclusion: 'failure' });
    expect(fake.state.runs).toMatchObject([{ status: 'completed', conclusion: 'failure' }]);
  });
});

describe('what an action leaves behind is counted', () => {
  // Each is given ten seconds to end.
  test.concurrent.each([
    ['a child of its session', { detached: 'false' }, true],
    ['a grandchild that went its own way', { detached: 'true' }, false],
  ])('%s', async (_, inputs, inSession) => {
    await using fake = await startFakeGitHub();
    await using folder = await scratch();
    const plan = { workspace: folder.path, fake, event: push(fake.state), inputs };
    const result = await run(plan, 'leave-child.ts');
    const pid = Number(result.stdout);
    expect(result.survivors).toMatchObject([{ pid, inSession, command: expect.stringContaining('setInterval') }]);
    if (!inSession) process.kill(pid, 'SIGKILL');
  });

  test('nothing, when it cleans up', async () => {
    await using fake = await startFakeGitHub();
    expect((await run({ fake, event: push(fake.state) })).survivors).toEqual([]);
  });
});

function push(state: Parameters<typeof pushEvent>[0]) {
  return pushEvent(state, { after: sha('main') });
}

async function scratch() {
  const path = newFolder('workspace');
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function run(plan: Omit<ActionRun, 'bundle' | 'workspace'> & { readonly workspace?: string }, script = 'echo.ts') {
  return runAction({ bundle: join(import.meta.dirname, 'actions', script), workspace, ...plan });
}
