import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { environmentOf, REAL_KEY } from '#test/support/model-suite.ts';
import { comment, it, type OpenScene } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { pythonEnvironment } from '../support/python-environment.ts';

/**
 * What teams with a runner of their own meet day by day: twelve tests, each right in 85 of 100 answers of the model. The runners are real ones, the
 * model's answers are drawn with a seed, and every run is the action's, on a fake GitHub.
 */

const FIRST = ['mug', 'late', 'search', 'lamp', 'chair', 'desk'];
const SECOND = ['sofa', 'rug', 'bed', 'shelf', 'clock', 'vase'];
const RATE = 0.85;

/** What the change's agent does. */
interface Behaviour {
  /** Tasks that it gets wrong. */
  readonly wrong?: readonly string[];
  /** Tasks that its tests skip, and those for which there is no test any more, by what it says. */
  readonly skips?: readonly string[];
  readonly drops?: readonly string[];
  /** The task at which it ends the process that runs it. */
  readonly dies?: string;
}

interface Harness {
  readonly suite: Readonly<Record<string, unknown>>;
  readonly files: WorkspaceFiles;
  /** The file of some tasks; `edited`: it expects the same in other words. */
  readonly tests: (tasks: readonly string[], edited?: boolean) => string;
  readonly second: string;
}

const NODE_AGENT = `
import { readFileSync } from 'node:fs';
export const { wrong = [], skips = [], drops = [], dies } = JSON.parse(readFileSync('agent.json', 'utf8'));
export async function agent(task, end) {
  if (task === dies) end();
  const answer = await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content: task }] }),
  });
  if (!answer.ok) return 'The shop does not answer';
  const { choices } = await answer.json();
  return wrong.includes(task) ? 'I can not do that' : choices[0].message.content;
}
`;

const HARNESSES: Readonly<Record<string, () => Promise<Harness>>> = {
  async pytest() {
    const { python, env } = await pythonEnvironment('pytest');
    const pytest = [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
    const report = ['--json-report', '--json-report-file={results}'];
    return {
      suite: {
        ...{ run: [...pytest, 'evals', ...report], run_cases: [...pytest, '{ids}', ...report], results: 'pytest' },
        env: { PYTHONPATH: `${env.PYTHONPATH}:.`, PYTHONDONTWRITEBYTECODE: '1' },
      },
      second: 'evals/test_second.py',
      tests: (tasks, edited = false) => `
import pytest
from agent import BEHAVIOUR, agent

TASKS = [task for task in ${JSON.stringify(tasks)} if task not in BEHAVIOUR.get("drops", [])]

@pytest.mark.parametrize("task", TASKS)
def test_refund(task):
    if task in BEHAVIOUR.get("skips", []):
        raise pytest.skip.Exception("not today")
    assert ${edited ? 'agent(task).startswith("Refunded")' : '"Refunded" in agent(task)'}
`,
      files: {
        'evals/test_first.py': '',
        'agent.py': `
import json, os, urllib.error, urllib.request

BEHAVIOUR = json.load(open("agent.json"))

def agent(task):
    if task == BEHAVIOUR.get("dies"):
        os._exit(0)
    body = json.dumps({"model": "small", "messages": [{"role": "user", "content": task}]}).encode()
    headers = {"content-type": "application/json", "authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
    try:
        with urllib.request.urlopen(urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body, headers)) as answer:
            text = json.load(answer)["choices"][0]["message"]["content"]
    except urllib.error.HTTPError:
        return "The shop does not answer"
    return "I can not do that" if task in BEHAVIOUR.get("wrong", []) else text
`,
      },
    };
  },
  async Vitest() {
    const vitest = ['node_modules/.bin/vitest', 'run', '--root=.', 'evals'];
    const report = ['--reporter=json', '--outputFile={results}'];
    return {
      suite: {
        ...{ run: [...vitest, ...report], run_cases: [...vitest, '-t', '{pattern}', ...report], results: 'vitest' },
        setup: [`ln -sfn '${join(import.meta.dirname, '../../../node_modules')}' node_modules`],
      },
      second: 'evals/second.test.mjs',
      tests: (tasks, edited = false) => `
import { expect, it } from 'vitest';
import { agent, drops, skips } from '../agent.mjs';
for (const task of ${JSON.stringify(tasks)}.filter((each) => !drops.includes(each)))
  it.skipIf(skips.includes(task))(task, async () => {
    expect(await agent(task, () => process.kill(process.pid, 'SIGKILL'))).${edited ? 'toMatch(/^Refunded/)' : "toContain('Refunded')"};
  });
`,
      files: {
        'evals/first.test.mjs': '',
        'package.json': '{"type": "module", "private": true}',
        'vitest.config.mjs': 'export default { test: { include: ["evals/**"], watch: false } };',
        'agent.mjs': NODE_AGENT,
      },
    };
  },
  async 'an own harness'() {
    return {
      suite: {
        run: [process.execPath, 'harness.mjs', '{results}'],
        rows: { id: 'name', passed: { status: 'PASS' }, message: 'why' },
        tests: ['evals/**', 'harness.mjs'],
      },
      second: 'evals/second.json',
      tests: (tasks, edited = false) =>
        JSON.stringify(tasks.map((name) => ({ name, expects: edited ? '^Refunded' : 'Refunded' }))),
      files: {
        'evals/first.json': '',
        'agent.mjs': NODE_AGENT,
        // It adds each row as it has it.
        'harness.mjs': `
import { appendFileSync, readFileSync } from 'node:fs';
import { agent, drops, skips } from './agent.mjs';
for (const file of ['evals/first.json', 'evals/second.json'])
  for (const { name, expects } of JSON.parse(readFileSync(file, 'utf8')).filter((each) => !drops.includes(each.name))) {
    const said = skips.includes(name) ? null : await agent(name, () => process.exit(0));
    const status = said === null ? 'SKIPPED' : RegExp(expects).test(said) ? 'PASS' : 'FAIL';
    appendFileSync(process.argv[2], JSON.stringify({ name, status, why: said }) + '\\n');
  }
`,
      },
    };
  },
};

const behaves = (behaviour: Behaviour): WorkspaceFiles => ({ 'agent.json': JSON.stringify(behaviour) });

/** A scene whose model draws by a seed; main has run. */
async function openSuite(openScene: OpenScene, { suite, files, tests, second }: Harness, seed: number) {
  let refused = 0;
  const server = await startModelServer(
    ({ random }) => {
      refused -= 1;
      if (refused >= 0) return { text: 'not now', fault: { status: 503 } };
      return { text: random() < RATE ? 'Refunded 19.99' : 'I can not find it' };
    },
    { seed },
  );
  const [first = ''] = Object.keys(files);
  const scene = await openScene({
    '.gitignore': 'node_modules\n__pycache__\n',
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: { tests: ['evals/**'], record: true, needs: ['OPENAI_API_KEY'], ...suite },
      gate: { pass_rate: { max_drop: 0.02 } },
    }),
    ...files,
    [first]: tests(FIRST),
    [second]: tests(SECOND),
    ...behaves({}),
  });
  const options = { env: environmentOf(server), secrets: [REAL_KEY] };
  const main = await scene.pushMain(options);
  expect(main).toExit(0);
  return {
    scene,
    server,
    /** What the action says of a change; the provider refuses so many of its first requests. */
    async pull(change: WorkspaceFiles, refuses = 0) {
      refused = refuses;
      const { outputs, stdout } = await scene.runPull(change, options);
      refused = 0;
      return { verdict: outputs['verdict'] ?? '', said: comment(scene), stdout };
    },
  };
}

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);

for (const [name, prepare] of Object.entries(HARNESSES))
  describe(name, () => {
    it('of 20 changes that change nothing at most 3 are red', async (openScene) => {
      const verdicts: string[] = [];
      for (const seed of SEEDS) {
        const { pull, server } = await openSuite(openScene, await prepare(), seed);
        await using _ = server;
        const { verdict } = await pull({ 'README.md': 'Refunds of orders.' });
        verdicts.push(verdict);
        process.stdout.write(`${name}, seed ${seed}: ${verdict}\n`);
      }
      expect(verdicts.filter((verdict) => verdict === 'fail').length, verdicts.join(' ')).toBeLessThan(4);
      expect(verdicts).not.toContain('error');
    });

    it('what breaks, vanishes or ends half-way is never green, and an outage is never red; each is told', async (openScene) => {
      const harness = await prepare();
      const { pull, server } = await openSuite(openScene, harness, 21);
      await using _ = server;
      const { second, tests } = harness;
      const open = ['inconclusive', 'error'];
      const changes: readonly (readonly [
        what: string,
        change: WorkspaceFiles,
        verdicts: readonly string[],
        says: RegExp,
        refuses?: number,
      ])[] = [
        ['one breaks', behaves({ wrong: ['bed'] }), ['fail'], /bed/],
        [
          'one breaks in a file that the change edits',
          { ...behaves({ wrong: ['bed'] }), [second]: tests(SECOND, true) },
          ['fail', 'inconclusive'],
          /bed/,
        ],
        [
          'an outage',
          behaves({}),
          ['pass', 'inconclusive'],
          /the provider answered .* calls with 503.* in rounds? \d/,
          90,
        ],
        ['one is skipped', behaves({ skips: ['bed'] }), open, /bed/],
        ['one is gone', behaves({ drops: ['bed'] }), open, /bed/],
        ['one has another name', { ...behaves({}), [second]: tests(SECOND.with(2, 'cot')) }, open, /bed/],
        ['it ends half-way', behaves({ dies: 'bed' }), open, /round/],
      ];
      for (const [what, change, verdicts, says, refuses] of changes) {
        const { verdict, said, stdout } = await pull({ [second]: tests(SECOND), ...behaves({}), ...change }, refuses);
        expect.soft(verdicts, `${what}: ${verdict}\n${stdout}`).toContain(verdict);
        expect.soft(said, what).toMatch(says);
      }
    });
  });
