import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeGitHub } from '#test/support/github/fake-github.ts';
import { pullRequestEvent, pushEvent } from '#test/support/github/payloads.ts';
import { type ActionRun, runAction } from '#test/support/github/runner.ts';
import { addPullRequest, forkOf, sha } from '#test/support/github/state-builders.ts';

let workspace = '';

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), 'work-')));
});

afterAll(() => rm(workspace, { recursive: true }));

describe('an action gets what the runner gives', () => {
  test('context, event, inputs and files of a pull request', async () => {
    await using fake = await startFakeGitHub();
    const pull = addPullRequest(fake.state, {
      head: { ref: 'feature', sha: sha('head'), repository: forkOf(fake.state.repository) },
      base: { sha: sha('main') },
      mergeCommitSha: sha('merge'),
    });
    const result = await run({ fake, event: pullRequestEvent(fake.state, pull), inputs: { 'max trials': '5' } });
    expect(result.outputs).toMatchObject({
      GITHUB_SHA: sha('merge'),
      GITHUB_REF: 'refs/pull/1/merge',
      GITHUB_HEAD_REF: 'feature',
      GITHUB_BASE_REF: 'main',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_WORKFLOW_REF: 'octo-org/agents/.github/workflows/agent-eval.yml@refs/pull/1/merge',
      'repository-id': '700100200',
      inputs: 'INPUT_MAX_TRIALS',
      cwd: workspace,
    });
    expect(fake.state.runs).toMatchObject([
      {
        event: 'pull_request',
        headSha: sha('head'),
        headBranch: 'feature',
        headRepository: { fullName: 'stranger/agents' },
      },
    ]);
  });

  test('defaults of action.yml, and the token where it is asked for', async () => {
    await using fake = await startFakeGitHub();
    const folder = await mkdtemp(join(tmpdir(), 'action-'));
    const actionFile = join(folder, 'action.yml');
    const inputs =
      "inputs: { exit-code: { default: 3 }, stdout: { default: 'token ${{ github.token }}' }, summary: {} }";
    await writeFile(actionFile, inputs);
    const result = await run({ fake, event: push(fake.state), actionFile });
    await rm(folder, { recursive: true });
    expect(result).toMatchObject({ exitCode: 3, conclusion: 'failure', stdout: `token ${fake.state.token.value}` });
    expect(result.logLines).toEqual(['token ***']);
    expect(result.outputs['inputs']).toBe('INPUT_EXIT-CODE,INPUT_STDOUT,INPUT_SUMMARY');
  });

  test('nothing of the environment of the test', async () => {
    await using fake = await startFakeGitHub();
    process.env['INPUT_LEAKED'] = 'yes';
    const result = await run({ fake, event: push(fake.state) });
    delete process.env['INPUT_LEAKED'];
    expect(result.outputs['inputs']).toBe('');
  });
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

  test('the summary', async () => {
    await using fake = await startFakeGitHub();
    const result = await run({ fake, event: push(fake.state), inputs: { summary: '# Agent eval' } });
    expect(result).toMatchObject({ summary: '# Agent eval', conclusion: 'success' });
  });
});

describe('a run can be cancelled', () => {
  test('at a line of the output, with SIGINT', async () => {
    await using fake = await startFakeGitHub();
    const result = await run({ fake, event: push(fake.state), signalAfter: { line: /waiting/ } }, 'wait.ts');
    expect(result).toMatchObject({ exitCode: 130, conclusion: 'cancelled', cancelled: true, timedOut: false });
    expect(result.stdout).toBe('waiting\ninterrupted\n');
  });

  test('once a promise is kept, with any signal', async () => {
    await using fake = await startFakeGitHub();
    const signalAfter = { when: Promise.resolve(), signal: 'SIGKILL' } as const;
    const result = await run({ fake, event: push(fake.state), signalAfter }, 'wait.ts');
    expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', conclusion: 'cancelled' });
  });

  test('and one that never ends is killed', async () => {
    await using fake = await startFakeGitHub();
    const plan = { fake, event: push(fake.state), inputs: { stubborn: 'true' }, timeout: 300 };
    expect(await run(plan, 'wait.ts')).toMatchObject({ signal: 'SIGKILL', timedOut: true, conclusion: 'failure' });
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

test('an event made by hand says what it implies', async () => {
  await using fake = await startFakeGitHub();
  const event = { name: 'push', payload: { repository: { id: 1 } } };
  const result = await run({ fake, event, github: { sha: sha('x'), ref: 'refs/heads/topic' } });
  expect(result.outputs).toMatchObject({ GITHUB_SHA: sha('x'), GITHUB_REF: 'refs/heads/topic', 'repository-id': '1' });
  expect(result.run).toMatchObject({ event: 'push', headSha: sha('x'), headBranch: 'topic' });
});

test('a second attempt continues the same run', async () => {
  await using fake = await startFakeGitHub();
  const first = await run({ fake, event: push(fake.state) });
  const second = await run({ fake, event: push(fake.state), github: { runId: first.run.id } });
  expect(second.run).toBe(first.run);
  expect(fake.state.runs).toMatchObject([{ runAttempt: 2, conclusion: 'success' }]);
});

function push(state: Parameters<typeof pushEvent>[0]) {
  return pushEvent(state, { after: sha('main') });
}

async function scratch() {
  const path = await mkdtemp(join(tmpdir(), 'workspace-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function run(plan: Omit<ActionRun, 'bundle' | 'workspace'> & { readonly workspace?: string }, script = 'echo.ts') {
  return runAction({ bundle: join(import.meta.dirname, 'actions', script), workspace, ...plan });
}
