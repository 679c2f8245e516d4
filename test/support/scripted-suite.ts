import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { program } from './program.ts';

/** What the scripted agent does when it is given a case. */
type Step = {
  /** Fields of its answer besides the id; none: it never answers. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Printed on standard output before the answer, as it is. */
  readonly print?: string;
  readonly stderr?: string;
  /** Ends the program instead of answering. */
  readonly exit?: number;
  /** Starts two generations of processes that sleep for minutes, then never answers. */
  readonly spawn?: true;
  /** Writes this many bytes without a line break instead of answering. */
  readonly flood?: number;
};

/** One case of a scripted suite. */
export type ScriptedCase = {
  readonly step?: Step;
  readonly input?: string;
  readonly expect?: unknown;
  readonly [key: string]: unknown;
};

/** What the agent of a scripted suite says when its case has no step. */
export const ANSWER = { output: 'all is well', tool_calls: [], usage: { input_tokens: 10, output_tokens: 5 } };

/** Name of the file in which the agent notes its starts and the turns it was given, one a line. */
export const TRACE = 'trace.txt';

/**
 * A repository whose agent does what a script says, case by case. Configs are JSON, which is YAML too; keys of `config`
 * replace those of a small suite with plain thresholds.
 */
export function scriptedSuite(
  cases: Readonly<Record<string, ScriptedCase>>,
  config: Readonly<Record<string, unknown>> = {},
): WorkspaceFiles {
  const entries = Object.entries(cases).map(([id, { step: _, ...facts }]) => ({
    id,
    input: `input of ${id}`,
    expect: { response: { contains: ['well'] } },
    ...facts,
  }));
  const steps = Object.fromEntries(Object.entries(cases).map(([id, { step }]) => [id, step ?? { answer: ANSWER }]));
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: agent(),
      cases: ['evals/*.yml'],
      trials: 2,
      concurrency: 1,
      gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } },
      ...config,
    }),
    'evals/cases.yml': json({ cases: entries }),
    'script.json': json(steps),
    'agent.mjs': AGENT,
  };
}

/** The same files in a folder. */
export function inFolder(folder: string, files: WorkspaceFiles): WorkspaceFiles {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

/** `agent:` of a scripted suite; further keys may be added. */
export function agent(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return { command: [process.execPath, 'agent.mjs'], ...more };
}

/** As files are written. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const AGENT = program('scripted-worker.mjs');
