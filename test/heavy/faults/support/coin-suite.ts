import { program } from '#test/support/program.ts';
import { json } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/**
 * A suite whose agent answers right as often as a case says, by a hash of the trial: every run of it gives the same. It
 * notes each turn it is given in `trace.txt`, answers after 2 to 20 ms, and says so much that a line of its trajectory is
 * written in several pieces. While there is a file `hold` it answers nothing.
 */
export function coinSuite(config: Readonly<Record<string, unknown>> = {}, chance = CHANCE): WorkspaceFiles {
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'] },
      cases: ['cases.yml'],
      trials: { min: 3, max: 10 },
      concurrency: 2,
      ...config,
    }),
    'cases.yml': json({
      cases: Object.entries(chance).map(([id, share]) => ({
        id,
        input: `answer ${id}`,
        context: { share },
        expect: { response: { contains: ['well'] } },
      })),
    }),
    'agent.mjs': AGENT,
  };
}

/** Of each case: how often its agent is right. */
const CHANCE: Readonly<Record<string, number>> = { a: 1, b: 0.9, c: 0.8, d: 1, e: 0.5, f: 1 };

const AGENT = program('coin-worker.mjs');
