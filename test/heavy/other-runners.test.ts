import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { comment, it } from '#test/support/scene.ts';
import { sample } from '#test/support/tries.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { goProgram } from './support/go-program.ts';
import { npmPackages } from './support/npm-packages.ts';

/**
 * Suites that real runners run, beside those of own-runners.test.ts: what each writes, how its filter finds single tests, and what it leaves
 * behind if its process ends half-way.
 */

/** What the agent of a suite does. */
interface Behaviour {
  /** Tasks that it gets wrong. */
  readonly wrong?: readonly string[];
  /** The task at which it ends its runner's process. */
  readonly ends?: string;
}

const TASKS = ['mug', 'late', 'search', 'lamp', 'chair', 'desk'];

/** A suite of one runner. */
interface RunnerOfTests {
  readonly run: readonly string[];
  readonly run_cases: readonly string[];
  readonly results: string;
  readonly files: WorkspaceFiles;
  /** Its variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Links its packages. */
  readonly setup?: string;
  /** What the comment says of a test that broke. */
  readonly cause: string;
}

function behaves(behaviour: Behaviour): WorkspaceFiles {
  return { 'agent.json': JSON.stringify(behaviour) };
}

/** Every call of the agent is a line of the file that AGENT_LOG names. */
const AGENT = `
import { appendFileSync, readFileSync } from 'node:fs';
const { wrong = [], ends } = JSON.parse(readFileSync('agent.json', 'utf8'));
export function agent(task) {
  appendFileSync(process.env.AGENT_LOG, process.cwd() + ' ' + task + '\\n');
  if (task === ends) process.exit(0);
  return wrong.includes(task) ? 'I can not do that' : 'Refunded 19.99';
}
`;

const describing = (head: string, test: string, expected: string) => `${head}
describe('refund', () => {
  for (const task of ${JSON.stringify(TASKS)}) ${test}(task + ' (always)', () => { ${expected} });
});
`;

const EXPECT = "expect(agent(task)).toContain('Refunded')";

const GO_TEST = `package evals

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

type behaviour struct {
	Wrong []string
	Ends  string
}

func agent(task string) string {
	log, _ := os.OpenFile(os.Getenv("AGENT_LOG"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	place, _ := os.Getwd()
	log.WriteString(place + " " + task + "\\n")
	log.Close()
	text, _ := os.ReadFile("../agent.json")
	var does behaviour
	json.Unmarshal(text, &does)
	if task == does.Ends {
		os.Exit(0)
	}
	if slices.Contains(does.Wrong, task) {
		return "I can not do that"
	}
	return "Refunded 19.99"
}

func refunds(t *testing.T, task string) {
	t.Run(task+" (always)", func(t *testing.T) {
		if got := agent(task); !strings.Contains(got, "Refunded") {
			t.Errorf("%s: got %q, want a refund", task, got)
		}
	})
}
${TASKS.map((task) => `func Test_${task}(t *testing.T) { refunds(t, "${task}") }`).join('\n')}
`;

const node = (packages: string) => `ln -sfn '${packages}' node_modules`;

const CJS_AGENT = AGENT.replace(/^import (.*) from (.*);$/m, 'const $1 = require($2);').replace(
  'export function',
  'exports.agent = function',
);

const JEST = {
  'package.json': JSON.stringify({
    private: true,
    jest: { testEnvironment: 'node', transform: {} },
    'jest-junit': { outputFile: 'junit.xml' },
  }),
  'evals/refund.test.js': describing("const { agent } = require('../agent.cjs');", 'test', EXPECT),
  'agent.cjs': CJS_AGENT,
};

const SIDES = 'Expected substring: "Refunded"; Received string: "I can not do that"';

/** The Node that runs the tests: older ones match a pattern against the last title alone. */
const NODE = [process.execPath, '--test', '--test-reporter=junit', '--test-reporter-destination={results}'];

/** One of three runs for every change: node, gotestsum and Mocha. */
const RUNNERS: Readonly<Record<string, () => Promise<RunnerOfTests>>> = {
  async 'node --test'() {
    return {
      ...{
        run: [...NODE, 'evals/refund.test.mjs'],
        run_cases: [...NODE, '--test-name-pattern={pattern}', 'evals/refund.test.mjs'],
        results: 'junit',
      },
      files: {
        'package.json': '{"type": "module", "private": true}',
        'evals/refund.test.mjs': describing(
          "import assert from 'node:assert';\nimport { describe, test } from 'node:test';\nimport { agent } from '../agent.mjs';",
          'test',
          'assert.match(agent(task), /Refunded/)',
        ),
        'agent.mjs': AGENT,
      },
      cause: 'The input did not match the regular expression /Refunded/',
    };
  },
  async 'Jest with jest-junit'() {
    const jest = ['node_modules/.bin/jest', '--reporters=jest-junit'];
    return {
      ...{ run: jest, run_cases: [...jest, '-t', '{pattern}'], results: 'junit', files: JEST, cause: SIDES },
      setup: node(await npmPackages('runners')),
    };
  },
  async Playwright() {
    const playwright = ['node_modules/.bin/playwright', 'test'];
    return {
      ...{ run: playwright, run_cases: [...playwright, '-g', '{pattern}'], results: 'junit', cause: SIDES },
      files: {
        'package.json': '{"type": "module", "private": true}',
        'playwright.config.mjs': `export default { testDir: 'evals', reporter: [['junit', { outputFile: 'junit.xml' }]], projects: [{ name: 'api' }] };`,
        'evals/refund.spec.mjs': describing(
          "import { expect, test } from '@playwright/test';\nimport { agent } from '../agent.mjs';\nconst { describe } = test;",
          'test',
          EXPECT,
        ),
        'agent.mjs': AGENT,
      },
      setup: node(await npmPackages('runners')),
    };
  },
  async gotestsum() {
    const go = [
      await goProgram('gotestsum', 'gotest.tools/gotestsum@v1.13.0'),
      '--junitfile',
      '{results}',
      '--',
      '-vet=off',
      // Else Go's cache repeats rounds.
      '-count=1',
    ];
    return {
      ...{ run: [...go, './...'], run_cases: [...go, '-run', '{pattern}', './...'], results: 'junit' },
      // Else each side builds Go's own packages anew.
      env: { GOCACHE: newFolder('go-build') },
      files: { 'go.mod': 'module example.com/shop\n\ngo 1.24\n', 'evals/refund_test.go': GO_TEST },
      cause: 'search: got "I can not do that", want a refund',
    };
  },
  async 'Jest with its own JSON'() {
    const jest = ['node_modules/.bin/jest', '--json', '--outputFile={results}'];
    return {
      ...{ run: jest, run_cases: [...jest, '-t', '{pattern}'], results: 'vitest', files: JEST, cause: SIDES },
      setup: node(await npmPackages('runners')),
    };
  },
  async 'bun test'() {
    const bun = ['node_modules/@oven/bun-linux-x64/bin/bun', 'test', 'evals'];
    const options = ['--reporter=junit', '--reporter-outfile={results}'];
    return {
      ...{ run: [...bun, ...options], run_cases: [...bun, '-t', '{pattern}', ...options], results: 'junit' },
      files: {
        'package.json': '{"type": "module", "private": true}',
        'evals/refund.test.js': describing(
          "import { describe, expect, test } from 'bun:test';\nimport { agent } from '../agent.mjs';",
          'test',
          EXPECT,
        ),
        'agent.mjs': AGENT,
      },
      setup: node(await npmPackages('runners')),
      cause: 'Expected to contain: "Refunded"; Received: "I can not do that"',
    };
  },
  async Mocha() {
    const mocha = ['node_modules/.bin/mocha', '--reporter=xunit', '--reporter-option=output={results}', 'evals'];
    return {
      ...{ run: mocha, run_cases: [...mocha, '-g', '{pattern}'], results: 'junit' },
      files: {
        'evals/refund.test.cjs': describing(
          "const assert = require('node:assert');\nconst { agent } = require('../agent.cjs');",
          'it',
          'assert.match(agent(task), /Refunded/)',
        ),
        'agent.cjs': CJS_AGENT,
      },
      setup: node(await npmPackages('runners')),
      cause: 'The input did not match the regular expression /Refunded/',
    };
  },
};

for (const [name, prepare] of sample(Object.entries(RUNNERS), 3))
  describe(name, () => {
    it('an unchanged suite is green, a test that breaks is red with its cause, and a process that ends half-way is neither', async (openScene) => {
      const log = join(newFolder('calls'), 'calls.log');
      const { files, cause, setup, env, ...suite } = await prepare();
      const file = suite.run.some((word) => word.includes('{results}')) ? {} : { file: 'junit.xml' };
      const scene = await openScene({
        '.gitignore': 'node_modules\njunit.xml\n',
        'agent-eval.yml': JSON.stringify({
          version: 1,
          suite: { ...suite, ...file, tests: ['evals/**'], setup: [setup ?? 'true'], env: { ...env, AGENT_LOG: log } },
          trials: { min: 3, max: 5 },
          // A single case decides here, not the mean.
          gate: { pass_rate: { max_drop: 0.6, rule_out: 0.6 } },
        }),
        ...files,
        ...behaves({}),
      });
      await scene.storeMain();
      const same = await scene.runPull({ 'README.md': 'Refunds of orders.' });
      expect(same).toDecide('pass');

      const called = async () =>
        (await readFile(log, 'utf8'))
          .trim()
          .split('\n')
          .map((line) => line.split(' ').at(-1));
      const before = (await called()).length;
      const broken = await scene.runPull(behaves({ wrong: ['search'] }));
      expect(broken).toDecide('fail');
      // Three rounds of the looks run all tests, and so does the first of main's side, which shows what there is; all others run the one.
      const calls = (await called()).slice(before);
      const own = calls.filter((task) => task === 'search').length;
      const others = TASKS.length - 1;
      expect(calls.length - own, calls.join(' ')).toBe(others * 4);
      // Go has a row for each test around a subtest, too.
      expect(comment(scene)).toContain(`${calls.length * (name === 'gotestsum' ? 2 : 1)} trials were paid for: `);
      expect(comment(scene)).toMatch(/search.*always/);
      expect(comment(scene)).toContain(cause);
      expect(broken.stdout).toMatch(/when main and this change were tried again just now/);

      const ended = await scene.runPull(behaves({ ends: 'lamp' }));
      expect(['error', 'inconclusive'], ended.stdout).toContain(ended.outputs['verdict']);
    });
  });
