import { readFile, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { pythonEnvironment } from './support/python-environment.ts';

/** Suites that the real runners run: what they write is what the readers expect, and the gate sees what broke. */
const REPOSITORY = join(import.meta.dirname, '../..');

/** An agent that answers with a chance of its own to be right, by the seed of the round. */
const AGENT = (search: number) => `
export function agent(task) {
  const chance = { mug: 1, late: 1, search: ${search}, lamp: 1 }[task];
  let state = Number(process.env.AGENT_EVAL_SEED) + task.length * 7919;
  for (let i = 0; i < 5; i += 1) state = (state * 48271) % 2147483647;
  if (process.env.NO_PROVIDER) throw new Error('connect ECONNREFUSED 127.0.0.1:9');
  return state / 2147483647 < chance ? 'Refunded 19.99' : 'I can not do that';
}
`;

const TESTS = `
import { describe, expect, it, beforeAll } from 'vitest';
import { agent } from '../agent.mjs';
describe('refund', () => {
  for (const task of ['mug', 'late', 'search']) it(task + ' (always)', () => expect(agent(task)).toContain('Refunded'));
  describe('needs a server', () => {
    beforeAll(() => { if (agent('lamp') !== 'Refunded 19.99') throw new Error('server did not start'); });
    it('lamp', () => expect(agent('lamp')).toContain('Refunded'));
  });
});
`;

const VITEST = ['node_modules/.bin/vitest', 'run', '--root=.', 'evals', '--reporter=json', '--outputFile={results}'];

function vitestSuite(search: number) {
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: VITEST,
        results: 'vitest',
        run_cases: [...VITEST.slice(0, 4), '-t', '{pattern}', ...VITEST.slice(4)],
      },
      trials: { min: 3, max: 10 },
    }),
    'package.json': '{"type": "module", "private": true}',
    'vitest.config.mjs': 'export default { test: { include: ["evals/**"], watch: false } };',
    'evals/refund.test.mjs': TESTS,
    'agent.mjs': AGENT(search),
  };
}

async function resultsOf(folder: Folder) {
  const results = JSON.parse(await readFile(join(folder.path, 'agent-eval-results/results.json'), 'utf8'));
  const counts = results.cases.map(({ name, trials }: { name: string; trials: { outcome: string }[] }) => [
    name,
    trials.filter(({ outcome }) => outcome === 'passed').length,
    trials.length,
  ]);
  return { counts, results };
}

test('Vitest: three rounds of every test, then a planted break that further rounds of that test alone make red', async () => {
  await using folder = await folderWith(vitestSuite(1));
  await symlink(join(REPOSITORY, 'node_modules'), join(folder.path, 'node_modules'));
  const main = await folder.cli(['run', '--trials', '5', '--output', 'main']);
  expect(main.exitCode, main.stdout + main.stderr).toBe(0);

  await folder.write({ 'agent.mjs': AGENT(0.05) });
  const broken = await folder.cli(['run', '--baseline', 'main/results.json']);
  const { counts } = await resultsOf(folder);
  expect([broken.exitCode, counts.length], broken.stdout + broken.stderr).toEqual([1, 4]);
  expect(broken.stdout).toContain('search');
  expect(counts.find(([name]: [string]) => name.includes('search'))?.[1]).toBeLessThan(2);
});

test('Vitest: a hook that fails, a worker that is killed and a filter that matches nothing end with an error that says so', async () => {
  await using folder = await folderWith(vitestSuite(1));
  await symlink(join(REPOSITORY, 'node_modules'), join(folder.path, 'node_modules'));
  await folder.write({ 'agent.mjs': AGENT(1).replace('lamp: 1', 'lamp: 0') });
  const hook = await folder.cli(['run', '--trials', '3']);
  expect(hook.stdout + hook.stderr).toContain('a hook failed in evals/refund.test.mjs, which leaves 1 test out');
  await folder.write({ 'agent.mjs': `${AGENT(1)}\nprocess.kill(process.pid, 'SIGKILL');` });
  const killed = await folder.cli(['run', '--trials', '3']);
  expect([killed.exitCode === 0, killed.stdout], killed.stdout + killed.stderr).toEqual([false, expect.anything()]);
  await folder.write({
    'agent.mjs': AGENT(1),
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: { run: [...VITEST, '-t', 'nothing of this name'], results: 'vitest' },
    }),
  });
  const nothing = await folder.cli(['run', '--trials', '3']);
  expect(nothing.stdout + nothing.stderr).toContain('no test ran: 4 are skipped');
});

const PYTHON_TESTS = `
import os, random
import pytest

def agent(task, chance):
    random.seed(int(os.environ["AGENT_EVAL_SEED"]) + len(task))
    return "Refunded" if random.random() < chance else "I can not do that"

@pytest.mark.parametrize("task", ["mug", "late"])
def test_refund(task, record_property):
    record_property("agent_eval", '{"output": "Refunded", "tool_calls": [{"name": "issue_refund", "args": {}}]}')
    assert "Refunded" in agent(task, 1)

def test_search():
    assert "Refunded" in agent("search", float(open("chance").read()))
`;

test('pytest: rounds of its tests with what they say of their turns, a planted break red, and -x named', async () => {
  const { python, env } = await pythonEnvironment('pytest');
  const run = [
    python,
    '-m',
    'pytest',
    'evals',
    '-q',
    '-p',
    'no:cacheprovider',
    '--json-report',
    '--json-report-file={results}',
  ];
  const config = (more: readonly string[]) =>
    JSON.stringify({
      version: 1,
      suite: {
        run: [...run, ...more],
        results: 'pytest',
        env: { PYTHONPATH: env.PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' },
      },
      trials: 5,
    });
  await using folder = await folderWith({
    'agent-eval.yml': config([]),
    'evals/test_refund.py': PYTHON_TESTS,
    chance: '1',
  });
  const options = { env: { PATH: [join(REPOSITORY, 'node_modules/.bin'), process.env['PATH']].join(delimiter) } };
  const main = await folder.cli(['run', '--output', 'main'], options);
  expect(main.exitCode, main.stdout + main.stderr).toBe(0);
  await folder.write({ chance: '0' });
  const broken = await folder.cli(['run', '--baseline', 'main/results.json'], options);
  const { counts } = await resultsOf(folder);
  expect([broken.exitCode, counts], broken.stdout + broken.stderr).toEqual([
    1,
    [
      ['evals/test_refund.py::test_refund[mug]', 5, 5],
      ['evals/test_refund.py::test_refund[late]', 5, 5],
      ['evals/test_refund.py::test_search', 0, 5],
    ],
  ]);
  await folder.write({ 'agent-eval.yml': config(['-x']), 'evals/test_zoo.py': PYTHON_TESTS });
  const stopped = await folder.cli(['run'], options);
  expect(stopped.stdout + stopped.stderr).toContain('pytest stopped at the first failure (3 of 6 tests); remove -x');
});
