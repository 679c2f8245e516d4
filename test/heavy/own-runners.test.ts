import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { comment, it } from '#test/support/scene.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { pythonEnvironment } from './support/python-environment.ts';

/** Suites that the real Vitest and the real pytest run: what they write is what the readers expect, and the gate sees what broke. */
const REPOSITORY = join(import.meta.dirname, '../..');

/** What the agent of a suite does, in a file of its own. */
interface Behaviour {
  /** Tasks that it gets wrong. */
  readonly wrong?: readonly string[];
  /** Its server does not start. */
  readonly no_server?: boolean;
  /** Rounds in which it takes its runner with it. */
  readonly crashes?: readonly number[];
  /** Rounds in which its provider is gone. */
  readonly outage?: readonly number[];
  /** Tasks that its tests skip. */
  readonly skips?: readonly string[];
}

function behaves(behaviour: Behaviour): WorkspaceFiles {
  return { 'agent.json': JSON.stringify(behaviour) };
}

describe('Vitest', () => {
  const AGENT = `
import { readFileSync } from 'node:fs';
export const { wrong = [], no_server = false, crashes = [] } = JSON.parse(readFileSync('agent.json', 'utf8'));
if (crashes.includes(Number(process.env.AGENT_EVAL_ROUND))) process.kill(process.pid, 'SIGKILL');
export const agent = (task) => (wrong.includes(task) ? 'I can not do that' : 'Refunded 19.99');
`;
  const TESTS = `
import { beforeAll, describe, expect, it } from 'vitest';
import { agent, no_server } from '../agent.mjs';
describe('refund', () => {
  for (const task of ['mug', 'late', 'search']) it(task + ' (always)', () => expect(agent(task)).toContain('Refunded'));
  describe('needs a server', () => {
    beforeAll(() => { if (no_server) throw new Error('the server did not start'); });
    it('lamp', () => expect(agent('lamp')).toContain('Refunded'));
  });
});
`;
  const RUN = ['node_modules/.bin/vitest', 'run', '--root=.', 'evals', '--reporter=json', '--outputFile={results}'];
  const [program = '', ...rest] = RUN;

  function vitestSuite(run: readonly string[], trials: unknown): WorkspaceFiles {
    return {
      '.gitignore': 'node_modules\n',
      'agent-eval.yml': JSON.stringify({
        version: 1,
        suite: {
          run,
          results: 'vitest',
          run_cases: [program, ...rest.slice(0, 3), '-t', '{pattern}', ...rest.slice(3)],
          setup: [`ln -sfn '${join(REPOSITORY, 'node_modules')}' node_modules`],
        },
        trials,
      }),
      'package.json': '{"type": "module", "private": true}',
      'vitest.config.mjs': 'export default { test: { include: ["evals/**"], watch: false } };',
      'evals/refund.test.mjs': TESTS,
      'agent.mjs': AGENT,
      ...behaves({}),
    };
  }

  it('a test that breaks is red by fresh rounds of both sides; a hook that the change breaks and a worker that dies are never green', async (openScene) => {
    const scene = await openScene(vitestSuite(RUN, { min: 3, max: 10 }));
    await scene.storeMain();
    const broken = await scene.runPull(behaves({ wrong: ['search'] }));
    expect([broken.outputs['verdict'], comment(scene)], broken.stdout).toEqual([
      'fail',
      expect.stringMatching(/search/),
    ]);
    expect(broken.stdout).toMatch(/when main and this change were tried again just now/);
    const hook = await scene.runPull(behaves({ no_server: true }));
    expect(hook).toDecide('error');
    expect(comment(scene)).toContain('a hook failed in evals/refund.test.mjs, which leaves 1 test out');
    const killed = await scene.runPull(behaves({ crashes: [1, 2, 3] }));
    expect(killed).toDecide('error');
    expect(comment(scene)).toContain(
      'evals/refund.test.mjs could not be loaded: it has no test, or its worker was killed',
    );
    expect(comment(scene)).not.toContain('removes');
  });

  test('init finds the evals and writes what runs them', async () => {
    const { 'agent-eval.yml': _, ...files } = vitestSuite(RUN, 3);
    await using folder = await folderWith({
      ...files,
      'package.json': '{"type": "module", "devDependencies": {"vitest": "5"}}',
    });
    const init = await folder.cli(['init', '--json']);
    expect([init.exitCode, JSON.parse(init.stdout)], init.stderr).toMatchObject([0, { runner: { results: 'vitest' } }]);
    const config = await folder.read('agent-eval.yml');
    const link = `ln -sfn ${join(REPOSITORY, 'node_modules')} node_modules`;
    await folder.write({ 'agent-eval.yml': config.replace(/setup: .*/, `setup: [${link}]`) });
    const run = await folder.cli(['run', '--trials', '2']);
    expect(run.stdout).toMatch(/4 cases × 2 trials/);
    expect(run).toExit(0);
  });

  test('a filter that matches nothing ends with an error that says so, and a test that passes when it is tried again failed', async () => {
    await using folder = await folderWith(vitestSuite([...RUN, '-t', 'nothing of this name'], 1));
    const nothing = await folder.cli(['run']);
    expect(nothing.stdout).toContain('no test ran: 4 skipped');
    await folder.write({
      ...vitestSuite([...RUN, '--retry=2'], 1),
      'evals/flaky.test.mjs': `import { it } from 'vitest'; let tries = 0; it('flaky', () => { tries += 1; if (tries < 3) throw new Error('not yet'); });`,
    });
    const retried = await folder.cli(['run']);
    expect(retried.stdout).toContain('passed at attempt 3; the first attempt counts');
  });
});

describe('pytest', () => {
  const AGENT = `
import json, os

BEHAVIOUR = json.load(open("agent.json"))
ROUND = int(os.environ["AGENT_EVAL_ROUND"])
if ROUND in BEHAVIOUR.get("crashes", []):
    os._exit(137)

class RateLimitError(Exception):
    __module__ = "openai"

def agent(task):
    if ROUND in BEHAVIOUR.get("outage", []):
        raise RateLimitError("Error code: 429")
    return "I can not do that" if task in BEHAVIOUR.get("wrong", []) else "Refunded"
`;
  const TESTS = `
import pytest
from agent import BEHAVIOUR, agent

@pytest.mark.parametrize("task", ["mug", "late"])
def test_refund(task, record_property):
    record_property("agent_eval", '{"output": "Refunded", "tool_calls": [{"name": "issue_refund", "args": {}}]}')
    assert "Refunded" in agent(task)
`;
  const SEARCH = `
import pytest
from agent import BEHAVIOUR, agent

@pytest.mark.skipif("search" in BEHAVIOUR.get("skips", []), reason="not today")
def test_search():
    assert "Refunded" in agent("search")
`;
  const ORDER = 'from agent import agent\n\ndef test_order():\n    assert "Refunded" in agent("order")\n';

  async function pytestSuite(options: readonly string[], trials: unknown): Promise<WorkspaceFiles> {
    const { python, env } = await pythonEnvironment('pytest');
    const pytest = [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...options];
    const report = ['--json-report', '--json-report-file={results}'];
    return {
      'agent-eval.yml': JSON.stringify({
        version: 1,
        suite: {
          run: [...pytest, 'evals', ...report],
          run_cases: [...pytest, '{ids}', ...report],
          results: 'pytest',
          env: { PYTHONPATH: `${env.PYTHONPATH}:.`, PYTHONDONTWRITEBYTECODE: '1' },
        },
        trials,
      }),
      'evals/test_refund.py': TESTS,
      'evals/test_search.py': SEARCH,
      'evals/test_order.py': ORDER,
      'agent.py': AGENT,
      ...behaves({}),
    };
  }

  it('a break is red by fresh rounds; an outage and lost rounds are open; edited tests are changed, deleted ones removed, skipped ones vanished', async (openScene) => {
    const scene = await openScene(await pytestSuite([], 10));
    const tests = { 'evals/test_search.py': SEARCH, 'evals/test_order.py': ORDER };
    await scene.storeMain();
    async function pull(change: WorkspaceFiles, trials = 10) {
      const inputs = { trials: String(trials) };
      const { outputs, stdout } = await scene.runPull({ ...tests, ...behaves({}), ...change }, { inputs });
      const made = storedResults(scene.fake.state).cases.flatMap((record) => record.trials);
      const missing = made.flatMap(({ error }) => error?.class ?? []);
      return { verdict: outputs['verdict'], missing, stdout };
    }

    const broken = await pull(behaves({ wrong: ['search'] }));
    expect(broken, broken.stdout).toMatchObject({ verdict: 'fail', missing: [] });
    expect(broken.stdout).toMatch(/when main and this change were tried again just now/);

    // All else being equal, it is settled by fresh rounds of both sides.
    const once = await pull(behaves({ crashes: [4] }));
    expect(once, once.stdout).toMatchObject({ verdict: 'pass', missing: Array(4).fill('sandbox') });
    const lost = await pull(behaves({ outage: [2], crashes: [3] }), 5);
    const classes = ['provider', 'sandbox'];
    expect(lost, lost.stdout).toMatchObject({ verdict: 'inconclusive', missing: Array(4).fill(classes).flat() });

    const skipped = await pull(behaves({ skips: ['search'] }), 3);
    expect(skipped, skipped.stdout).toMatchObject({ verdict: 'inconclusive' });
    expect(comment(scene)).toContain('1 case of main has no result here though no test changed');

    const stricter = `${SEARCH}    assert agent("search") != ""\n\ndef test_new():\n    assert agent("search")\n`;
    const added = TESTS.concat('\ndef test_added():\n    assert agent("refund")\n');
    const files = { 'evals/test_search.py': stricter, 'evals/test_refund.py': added };
    const edited = await pull({ ...files, 'evals/test_order.py': null }, 3);
    expect(edited.stdout).toMatch(/Changed \(1\)\n\s+± evals\/test_search.py-test_search/);
    expect(edited.stdout).toMatch(/No result here \(1\)\n\s+− evals\/test_order.py-test_order/);
  });

  test('-x makes a round void, and a test that passes when it is tried again failed', async () => {
    await using folder = await folderWith({ ...(await pytestSuite(['-x'], 1)), ...behaves({ wrong: ['late'] }) });
    const stopped = await folder.cli(['run']);
    expect(stopped.stdout).toContain('pytest stopped at the first failure (3 of 4 tests); remove -x');
    await folder.write({
      ...(await pytestSuite(['--reruns=2'], 1)),
      ...behaves({}),
      'evals/test_flaky.py': 'tries = []\n\ndef test_flaky():\n    tries.append(1)\n    assert len(tries) > 2\n',
    });
    const retried = await folder.cli(['run']);
    expect(retried.stdout).toContain('passed only when it was tried again; the first attempt counts');
  });
});
