import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { workflowIssues } from '#commands/cli/validate/workflow-issues.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { expectSaid } from '#test/support/said.ts';

const CONFIG =
  'version: 1\nagent: {command: [node, agent.mjs], record: true, needs: [OPENAI_API_KEY]}\ncases: [evals/*]\n';

/** What is said of a workflow beside a config. */
async function saidOf(workflow: string, config = CONFIG, others = {}): Promise<readonly string[]> {
  await using folder = await folderWith({
    '.git/refs/remotes/origin/HEAD': 'ref: refs/remotes/origin/trunk\n',
    ...others,
    '.github/workflows/eval.yml': workflow,
    'agent-eval.yml': config,
  });
  const parsed = parseConfig(config, 'agent-eval.yml');
  mustBeRead(parsed);
  const { agent } = parsed.config;
  return (await workflowIssues({ root: folder.path, config: 'agent-eval.yml', agent })).map(formatIssue);
}

test('a workflow that would not work is told at its line what to write', () =>
  expectSaid(new URL('golden/workflows.txt', import.meta.url), (workflow) => saidOf(workflow)));

test.each([
  ['record: true, ', '', false],
  ['', 'with: {pass-env: "A OPENAI_API_KEY"}', false],
  ['', 'with: {pass-env: "OPENAI_API_KEY_2"}', true],
  ['', '', true],
])('a key that the agent would not get is told: %s%s', async (record, inputs, told) => {
  const config = CONFIG.replace('record: true, ', record);
  const step = `      - uses: org/agent-eval-action@v1\n        env: {OPENAI_API_KEY: a}\n        ${inputs}\n`;
  const said = await saidOf(
    `on: {pull_request: , push: }\npermissions: write-all\njobs:\n  eval:\n    steps:\n${step}`,
    config,
  );
  const message =
    ".github/workflows/eval.yml:6:9: jobs.eval.steps[0]: the agent does not get OPENAI_API_KEY, which the config's `needs` names; write `record: true` beside it, so that the recorder calls the model, or name it in the input `pass-env`";
  expect(said).toEqual(told ? [message] : []);
});

test.each([
  ['main', { 'refs/heads/main': 'abc\n' }, true],
  ['main, packed', { 'packed-refs': 'abc refs/heads/main\n' }, true],
  ['main and master', { 'refs/heads/main': 'abc\n', 'refs/heads/master': 'abc\n' }, false],
  ['main without a commit', { HEAD: 'ref: refs/heads/main\n' }, true],
  ['others', { 'refs/heads/dev': 'abc\n' }, false],
])('where no remote tells the default branch, %s in the repository decide', async (_, refs, told) => {
  const own = Object.entries(refs).map(([name, text]) => [`.git/${name}`, text]);
  const said = await saidOf(
    `on: {pull_request: , push: {branches: [release]}}\npermissions: write-all\njobs:\n  eval:\n    steps:\n      - uses: org/agent-eval-action@v1\n        env: {OPENAI_API_KEY: a}\n`,
    CONFIG,
    { '.git/refs/remotes/origin/HEAD': '', ...Object.fromEntries(own) },
  );
  expect(said).toEqual(told ? [expect.stringContaining('on.push.branches: does not name main')] : []);
});

test.each([
  ['lists it', "workflows: {'.github/workflows/eval.yml': ['org/agent-eval-action@v1']}", null],
  [
    'lists another version',
    "workflows: {'.github/workflows/eval.yml': ['org/agent-eval-action@v2']}",
    'does not list this action for this workflow, so GitHub does not start it',
  ],
  [
    'covers other workflows',
    "workflows: {'.github/workflows/ci.yml': ['actions/checkout@v7']}",
    'does not cover this workflow, so it does not start where a policy requires that',
  ],
  ['is no YAML', '{', null],
])('an action that the lock file %s is told where that stops it', async (_, lock, message) => {
  const step =
    '      - uses: org/agent-eval-action@v1\n        env: {OPENAI_API_KEY: "${{ secrets.OPENAI_API_KEY }}"}\n';
  const workflow = `on: {pull_request: , push: }\npermissions: write-all\njobs:\n  eval:\n    steps:\n${step}`;
  const said = await saidOf(workflow, CONFIG, { '.github/workflows/actions.lock': `version: v0.0.2\n${lock}\n` });
  const place = '.github/workflows/eval.yml:6:15: jobs.eval.steps[0].uses: .github/workflows/actions.lock';
  const mend = '; run `gh actions-lock` and commit the file';
  expect(said).toEqual(message === null ? [] : [`${place} ${message}${mend}`]);
});

test('the workflows that people copy are in order', async () => {
  const examples = new URL('../../../examples/', import.meta.url);
  const names = (await readdir(examples, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const said = await Promise.all(
    names.map(async ({ name }) => {
      const [workflow, config] = await Promise.all(
        ['workflow.yml', 'agent-eval.yml'].map((file) =>
          readFile(new URL(`${name}/${file}`, examples), 'utf8').catch(() => ''),
        ),
      );
      const lines =
        workflow === '' || config === '' ? [] : await saidOf(`${workflow}`.replaceAll('[main]', '[trunk]'), config);
      return lines.map((line) => `${name}: ${line}`);
    }),
  );
  expect(said.length).toBeGreaterThan(5);
  expect(said.flat()).toEqual([]);
});
