import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SuiteAgentConfig } from '#config/config.ts';
import { createSuiteAgent } from '#runner/agents/suite-agent.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { milliseconds } from '../support/format.ts';
import { inTurn, medianOver, medians } from '../support/in-turn.ts';
import { repeats } from '../support/repeats.ts';
import type { Row } from '../support/table.ts';

const TESTS = 1_000;
const ROUNDS = repeats(20);
const MOST_MS = 60;

/** Plays a runner whose tests take no time: it writes what Vitest would. */
const COPY = "require('node:fs').copyFileSync(process.argv[1], process.argv[2])";

/** P11: what a round of a suite's own runner costs over the runner's own time. */
export async function rounds(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-eval-bench-'));
  try {
    const results = join(folder, 'vitest.json');
    await writeFile(results, vitestResults(folder));
    const run = [process.execPath, '-e', COPY, results, '{results}'];
    const agent = createSuiteAgent(
      { ...SUITE, run },
      {
        cwd: folder,
        environment: {},
        recorder: null,
        temporary: folder,
        seeds: { tree: '', side: 'candidate' },
        onSetupOutput() {},
      },
    );
    const { signal } = new AbortController();
    const tests = (await agent.discover?.(signal)) ?? [];
    let index = 1;
    const measured = await inTurn(
      ROUNDS + 3,
      () => timed(() => bareSpawn([process.execPath, '-e', COPY, results, join(folder, 'copy.json')])),
      () =>
        timed(async () => {
          index += 1;
          const ended = await Promise.all(tests.map(({ name }) => agent.attempt(planOf(name, index), signal)));
          if (ended.length !== TESTS || ended.some(({ end }) => end.kind !== 'completed'))
            throw new Error('a round was lost');
        }),
    );
    await agent.close();
    const warm = measured.slice(3);
    const over = medianOver(warm);
    const [bare, ours] = medians(warm);
    return [
      {
        work: 'P11 a round of 1,000 tests, own runner',
        figure: 'over its own time',
        measured: `+ ${milliseconds(over)}`,
        beside: `${milliseconds(ours)}, bare spawn ${milliseconds(bare)}`,
        mark: `≤ ${MOST_MS} ms`,
        met: over <= MOST_MS,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SUITE: Omit<SuiteAgentConfig, 'run'> = {
  ...{
    kind: 'suite',
    results: 'vitest',
    rows: null,
    newest: null,
    file: null,
    tests: null,
    run_cases: null,
    min_score: null,
  },
  ...{ errors: [], concurrency: 1, record: null, setup: [], env: {}, needs: [], round_timeout_ms: 60_000 },
};

function vitestResults(folder: string): string {
  const assertionResults = Array.from({ length: TESTS }, (_, at) => {
    const failed = at % 10 === 0;
    const meta = { agent_eval: { output: `Refunded order ${at}`, usage: { input_tokens: 900, output_tokens: 40 } } };
    const failureMessages = failed ? ["AssertionError: expected 'no' to contain 'Refunded'"] : [];
    return {
      ancestorTitles: ['refund'],
      title: `test ${at}`,
      status: failed ? 'failed' : 'passed',
      duration: 4,
      failureMessages,
      meta,
    };
  });
  const file = { name: `${folder}/evals/refund.test.ts`, message: '', assertionResults };
  return JSON.stringify({ numFailedTestSuites: 2, testResults: [file] });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function bareSpawn([program = '', ...args]: readonly string[]): Promise<void> {
  await new Promise((done) => spawn(program, args, { stdio: 'ignore' }).once('close', done));
}

function planOf(name: string, index: number): TrialPlan {
  return {
    case: {
      ...{ id: name, name, tags: [], metadata: {}, context: {}, history: [], simulated_user: null, mocks: {} },
      turns: [{ input: name, expect: null }],
      expect: { reported: true },
      trials: null,
      source: { file: 'evals/refund.test.ts', line: 1 },
    },
    index,
    seed: 1,
  };
}
