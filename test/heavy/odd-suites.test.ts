import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { sample } from '#test/support/tries.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { npmPackages } from './support/npm-packages.ts';
import { pythonEnvironment } from './support/python-environment.ts';

/** The same twelve tests by eight real runners: one fails, one is nested under a name that another has, two are told apart by their model. */

interface OddSuite {
  readonly suite: Readonly<Record<string, unknown>>;
  readonly files: WorkspaceFiles;
}

// In JavaScript, as its own runner reads it; `after` runs when all have ended.
const oddTests = (head: string, after: string, todo = "it.todo('rug')") => `${head}
const { FIXED, STRAY } = process.env;
// A model takes its time.
const answers = () => new Promise((resolve) => setTimeout(resolve, 5));
const fails = (why) => { if (!FIXED) throw new Error(why); };
describe('refund', () => {
  for (const task of ['mug', 'late', 'search', 'lamp', 'chair', 'bed']) it(task, answers);
  it('desk', async () => { await answers(); fails('the agent refuses'); });
  describe('again', () => { it('mug', answers); });
  // What a suite holds that is not ready.
  it.skip('sofa', () => {});
  ${todo};
  for (const model of ['gpt-5-4', 'claude-opus-4-5']) it('asks[' + model + ']', async () => { await answers(); if (model !== 'gpt-5-4') fails('no refund'); });
  ${after}(() => { if (STRAY) throw new Error('the books do not balance'); });
});
`;

async function ofPackages(results: string, run: readonly string[], kind: string, text: string): Promise<OddSuite> {
  const jest = { testEnvironment: 'node', transform: {}, testMatch: ['**/evals/**'] };
  return {
    suite: {
      ...{ run, results, setup: [`ln -sfn '${await npmPackages('runners')}' node_modules`] },
      env: { PLAYWRIGHT_JUNIT_OUTPUT_FILE: '{results}', JEST_JUNIT_OUTPUT_FILE: '{results}' },
    },
    files: { [`evals/refund.test.${kind}`]: text, 'package.json': JSON.stringify({ private: true, jest }) },
  };
}

const NODE = [process.execPath, '--test', '--test-reporter=junit', '--test-reporter-destination={results}'];
const BUN = ['node_modules/@oven/bun-linux-x64/bin/bun', 'test', 'evals', '--reporter=junit'];
const JEST = 'node_modules/.bin/jest';

const RUNNERS: Readonly<Record<string, () => Promise<OddSuite>>> = {
  async 'pytest with xdist'() {
    const { python, env } = await pythonEnvironment('pytest');
    const run = [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-n', '2', 'evals'];
    return {
      suite: {
        ...{ run: [...run, '--json-report', '--json-report-file={results}'], results: 'pytest' },
        env: { PYTHONPATH: env.PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' },
      },
      files: {
        'evals/test_refund.py': `
import os
import pytest

FIXED = os.environ.get("FIXED")

@pytest.mark.parametrize("task", ["mug", "late", "search", "lamp", "chair"])
def test_task(task):
    pass

def test_bed(subtests):
    for part in range(3):
        with subtests.test(part=part):
            if os.environ.get("STRAY"):
                os._exit(1)

def test_desk():
    assert FIXED, "the agent refuses"

class TestAgain:
    @pytest.mark.parametrize("task", ["mug"])
    def test_task(self, task):
        pass

@pytest.mark.skip
def test_sofa():
    pass

@pytest.mark.parametrize("model", ["gpt-5-4", "claude-opus-4-5"])
def test_asks(model):
    assert FIXED or model == "gpt-5-4"
`,
      },
    };
  },
  'node --test': () =>
    ofPackages(
      'junit',
      [...NODE, 'evals/refund.test.mjs'],
      'mjs',
      oddTests("import { after, describe, it } from 'node:test';", 'after'),
    ),
  'bun test': () =>
    ofPackages(
      'junit',
      [...BUN, '--reporter-outfile={results}'],
      'js',
      oddTests("import { afterAll, describe, it } from 'bun:test';", 'afterAll'),
    ),
  Vitest: async () => {
    const run = ['node_modules/.bin/vitest', 'run', '--root=.', 'evals', '--reporter=json', '--outputFile={results}'];
    const head = "import { afterAll, describe, it } from 'vitest';";
    const { suite, files } = await ofPackages('vitest', run, 'mjs', oddTests(head, 'afterAll'));
    const modules = join(import.meta.dirname, '../../node_modules');
    return { suite: { ...suite, setup: [`ln -sfn '${modules}' node_modules`] }, files };
  },
  'Jest with its own JSON': () =>
    ofPackages('vitest', [JEST, '--json', '--outputFile={results}'], 'js', oddTests('', 'afterAll')),
  'Jest with jest-junit': () => ofPackages('junit', [JEST, '--reporters=jest-junit'], 'js', oddTests('', 'afterAll')),
  Mocha: () =>
    ofPackages(
      'junit',
      ['node_modules/.bin/mocha', '--reporter=xunit', '--reporter-option=output={results}', 'evals'],
      'cjs',
      oddTests('', 'after', "it('rug')"),
    ),
  // What passes when it is tried again failed.
  Playwright: () =>
    ofPackages(
      'junit',
      ['node_modules/.bin/playwright', 'test', 'evals', '--retries=1', '--reporter=junit'],
      'js',
      oddTests(
        "const { test: it } = require('@playwright/test'); const { describe } = it;",
        'it.afterAll',
        "it.fixme('rug', () => {})",
      ).replace('if (!FIXED)', 'if (!FIXED && it.info().retry === 0)'),
    ),
};

for (const [name, prepare] of sample(Object.entries(RUNNERS), 3))
  describe(name, () => {
    test('each test is a row with its outcome, and an error outside of them leaves no pass', async () => {
      const { suite, files } = await prepare();
      const config = (env: object) =>
        JSON.stringify({
          version: 1,
          suite: { tests: ['evals/**'], ...suite, env: { ...Object(suite['env']), ...env } },
          trials: 1,
          gate: { method: 'threshold', pass_rate: { min: 0.1 } },
        });
      await using folder = await folderWith({ ...files, 'agent-eval.yml': config({}) });
      const run = await folder.cli(['run']);
      const rows = Object.entries(await folder.outcomes());
      const failed = rows.flatMap(([id, outcome]) => (outcome === 'failed' ? [id] : [])).sort();
      expect(failed, run.stdout + run.stderr).toEqual([
        expect.stringMatching(/asks-claude-opus-4-5$/),
        expect.stringMatching(/desk$/),
      ]);
      expect(rows.filter(([, outcome]) => outcome === 'passed').length, JSON.stringify(rows)).toBe(8);
      await folder.write({ 'agent-eval.yml': config({ FIXED: '1', STRAY: '1' }) });
      const stray = await folder.cli(['run', '--output', 'stray']);
      const outcomes = stray.exitCode === 0 ? Object.values(await folder.outcomes('stray')) : ['failed'];
      expect(outcomes, stray.stdout + stray.stderr).toContain('failed');
    });
  });
