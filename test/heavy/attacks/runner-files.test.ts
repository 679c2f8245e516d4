/** Code of a pull request finds the files by which a step instructs the runner, and writes to them. */
import { execFileSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { ownRunner } from '#test/support/own-runner.ts';
import { it } from '#test/support/scene.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** Finds the action among its ancestors, and writes to files that its variables name. */
const WRITES = `import { readFileSync as read, appendFileSync as append } from 'node:fs';
const of = (pid) => read('/proc/' + pid + '/environ', 'utf8').split('\\0');
const names = (pid) => of(pid).some((line) => line.startsWith('GITHUB_ENV='));
const parent = (pid) => read('/proc/' + pid + '/stat', 'utf8').split(') ').at(-1).split(' ')[1];
let action = process.ppid;
while (!names(action)) action = parent(action);
const write = (name, text) => append(of(action).find((line) => line.startsWith(name + '=')).slice(name.length + 1), text);
`;

const ALL = `${WRITES}
write('GITHUB_ENV', 'BASH_ENV=/tmp/evil.sh\\n');
write('GITHUB_PATH', '/tmp/evil\\n');
write('GITHUB_STATE', 'token=mine\\n');
write('GITHUB_OUTPUT', 'extra=evil\\n');
write('GITHUB_STEP_SUMMARY', '### all is well\\n');
`;

/** A scripted agent that does something before its first turn. */
function evil(files: WorkspaceFiles, code: string): WorkspaceFiles {
  return { ...files, 'agent.mjs': `${code}\n${files['agent.mjs']}` };
}

const SUITE = scriptedSuite({ one: {} }, { trials: 1 });

describe("the runner's own files", () => {
  it('hold only what the action wrote, name what an agent wrote to, and make the run an error', async (openScene) => {
    const scene = await openScene(SUITE);
    await scene.pushMain();
    const result = await scene.runPull(evil(SUITE, ALL), { inputs: { 'fail-on': 'never' } });
    expect(result).toExit(4);
    expect({ env: result.envFile, path: result.pathFile, state: result.stateFile }).toEqual({
      env: {},
      path: [],
      state: {},
    });
    expect(result.outputs).toMatchObject({ verdict: 'error', passed: 'false' });
    expect(result.outputs).not.toHaveProperty('extra');
    expect(readable(result.summary)).toMatch(
      /^### 💥 Agent eval ended in an error: a program of this run wrote to the runner's files GITHUB_ENV, GITHUB_PATH, GITHUB_STATE, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, which later steps of the job obey; that text was removed/,
    );
    expect(readable(result.summary)).not.toContain('all is well');
    expect(scene.fake.state.comments[0]?.body).toContain('GITHUB_ENV');
  });

  it('are cleaned of what a check or a setup writes', async (openScene) => {
    const code = `${WRITES}write('GITHUB_ENV', 'BASH_ENV=/tmp/evil.sh\\n');\n`;
    const cases = { one: { expect: { custom: [{ module: 'check.mjs' }] } } };
    const config = { trials: 1, agent: agent({ setup: ['node setup.mjs'] }) };
    const files = {
      ...scriptedSuite(cases, config),
      'setup.mjs': '',
      'check.mjs': 'export default () => ({ passed: true });\n',
    };
    const scene = await openScene(files);
    for (const [name, text] of Object.entries({ 'check.mjs': code + files['check.mjs'], 'setup.mjs': code })) {
      const result = await scene.runPull({ [name]: text });
      expect(result).toExit(4);
      expect(result.envFile).toEqual({});
      expect(readable(result.summary)).toContain('GITHUB_ENV');
    }
  });
});

describe("the token that actions/checkout leaves in the checkout's settings", () => {
  const HEADER = [
    'config',
    'http.https://github.com/.extraheader',
    'AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46Z2hzX3g=',
  ];

  it('is named once, with what to write, when a program of the repository could read it', async (openScene) => {
    const scene = await openScene(SUITE);
    const { event, checkout } = await scene.openPull();
    git(checkout, HEADER);
    const result = await scene.run(event, { workspace: checkout });
    const told = result.commands.annotations.filter(({ message }) => message.includes('persist-credentials: false'));
    expect(told, result.stdout).toHaveLength(1);
    expect(told[0]?.level).toBe('warning');
  });

  it('is found where newer versions of it keep the token: in a file that the settings include', async (openScene) => {
    const scene = await openScene(SUITE);
    const { event, checkout } = await scene.openPull();
    git(checkout, ['config', '--file', '.git/credentials.config', ...HEADER.slice(1)]);
    git(checkout, ['config', `includeIf.gitdir:${checkout}/.git.path`, 'credentials.config']);
    const result = await scene.run(event, { workspace: checkout });
    expect(result.stdout).toContain('persist-credentials: false');
  });

  it("is named for a suite's own runner too, which may write to the runner's files as little", async (openScene) => {
    const files = ownRunner({ pass: { refund: 1 } });
    const scene = await openScene(files);
    const { event, checkout } = await scene.openPull({
      'tools/runner.mjs': `${ALL}\n${files['tools/runner.mjs']}`,
    });
    git(checkout, HEADER);
    const result = await scene.run(event, { workspace: checkout });
    expect(result.stdout).toContain('persist-credentials: false');
    expect(result).toExit(4);
    expect(result.envFile).toEqual({});
  });

  it('is no matter without a token, or where no program of the repository runs', async (openScene) => {
    const scene = await openScene(SUITE);
    expect((await scene.runPull()).stdout).not.toContain('persist-credentials');
    const recorded = {
      ...SUITE,
      ...scriptedSuite({ one: {} }, { agent: { recorded: 'runs.jsonl' } }),
      'runs.jsonl': RECORDED,
    };
    const other = await openScene(recorded);
    const { event, checkout } = await other.openPull();
    git(checkout, HEADER);
    const result = await other.run(event, { workspace: checkout });
    expect(result.stdout).not.toContain('persist-credentials');
  });
});

const RECORDED = `${JSON.stringify({ case_id: 'one', turns: [{ output: 'all is well' }] })}\n`;

function git(cwd: string, args: readonly string[]): void {
  execFileSync('git', args, { cwd });
}
