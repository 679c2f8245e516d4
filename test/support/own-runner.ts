import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { program } from './program.ts';

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
      suite: {
        ...{ run: ['node', 'tools/runner.mjs'], env: { RESULTS: '{results}' } },
        ...{ results: 'vitest', setup: ['true'] },
      },
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
const RUNNER = program('vitest-player.mjs');
