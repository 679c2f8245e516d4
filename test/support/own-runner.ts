import type { WorkspaceFiles } from '../testing/github/workspace.ts';

/** What a runner does with its tests: the chance of each to pass, and a way in which a round goes wrong. */
export type RunnerScript = {
  readonly pass: Readonly<Record<string, number>>;
  /** In these rounds (all if absent) it goes wrong so. */
  readonly broken?: 'hook' | 'crash' | 'outage' | 'nothing' | 'killed' | 'rewrites';
  /** Tests that the agent keeps from running, though their file says that they should. */
  readonly skips?: readonly string[];
  readonly rounds?: readonly number[];
};

/** A repository whose suite runs a runner that writes what Vitest writes; `script.json` is the agent that it tests. */
export function ownRunner(script: RunnerScript, config: Readonly<Record<string, unknown>> = {}): WorkspaceFiles {
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: { run: ['node', 'tools/runner.mjs', '{results}'], results: 'vitest', setup: ['true'] },
      trials: { min: 3, max: 10 },
      ...config,
    }),
    'evals/refund.test.mjs': '// what is expected\n',
    'tools/runner.mjs': RUNNER,
    'script.json': runnerScript(script),
  };
}

/** The file of a script. */
export function runnerScript(script: RunnerScript): string {
  return JSON.stringify(script);
}

/** Plays Vitest: `--reporter=json` of one file with one describe, by the seed of its round. */
const RUNNER = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const { pass, broken, rounds, skips = [] } = JSON.parse(readFileSync('script.json', 'utf8'));
const round = Number(process.env.AGENT_EVAL_ROUND);
const goesWrong = broken !== undefined && (rounds === undefined || rounds.includes(round));
if (goesWrong && broken === 'crash') process.exit(137);
if (goesWrong && broken === 'rewrites') appendFileSync('evals/refund.test.mjs', '// laxer\\n');
let state = Number(process.env.AGENT_EVAL_SEED);
const random = () => { state = (state * 48271) % 2147483647; return state / 2147483647; };
random();
const failure = goesWrong && broken === 'outage' ? 'RateLimitError: 429 too many requests' : "AssertionError: expected 'no' to contain 'Refunded'";
const rows = Object.entries(pass).map(([title, chance]) => {
  const failed = random() > chance || (goesWrong && broken === 'outage');
  const isOut = goesWrong && broken === 'hook';
  const status = isOut || skips.includes(title) ? 'skipped' : goesWrong && broken === 'killed' ? 'pending' : failed ? 'failed' : 'passed';
  const failureMessages = status === 'failed' ? [failure + '\\n    at evals/refund.test.mjs:3:1'] : [];
  return { ancestorTitles: ['refund'], title, fullName: 'refund ' + title, status, duration: 4, failureMessages, meta: {} };
});
const kept = goesWrong && broken === 'nothing' ? [] : rows;
const anyFailed = kept.some(({ status }) => status === 'failed');
const hooks = goesWrong && broken === 'hook' ? 2 : 0;
const file = { name: process.cwd() + '/evals/refund.test.mjs', status: anyFailed ? 'failed' : 'passed', message: '', assertionResults: kept };
writeFileSync(process.argv[2], JSON.stringify({ numFailedTestSuites: (anyFailed ? 2 : 0) + hooks, testResults: kept.length === 0 ? [] : [file] }));
process.exit(anyFailed ? 1 : 0);
`;
