import { compileGlob } from '#cases/matching/glob.ts';
import { gitBlobSha } from '#config/base-rules/commit-listing.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Agent, Attempt, BudgetCaps, Clock, ResultSink, RunLeftovers, SuiteFiles } from '#ports/ports.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import type { ExecutionPorts } from '#runner/trials/execute-suite.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';

/** What a test says of a turn; the rest is that of an ordinary answer. */
export function turnRecord(facts: Partial<TurnRecord> = {}): TurnRecord {
  return {
    turn: 1,
    input: 'hi',
    output: 'all is well',
    tool_calls: [],
    plan: null,
    metadata: null,
    state: null,
    retrieved: null,
    usage: null,
    steps: 1,
    latency_ms: 1,
    ...facts,
  };
}

/** An agent in memory: the turns of every trial, as a function of its plan. */
export function agentOf(turns: (plan: TrialPlan) => readonly TurnRecord[]): Agent {
  return {
    source: 'live',
    metered: false,
    available_trials: null,
    prepare: async () => {},
    attempt: async (plan): Promise<Attempt> => ({
      end: { kind: 'completed' },
      retry: false,
      wait_ms: 0,
      replayed: false,
      user_usage: null,
      trajectory: { turns: turns(plan), log: '', stderr: '' },
    }),
    notes: () => [],
    close: async () => {},
  };
}

/** Everything the execution of a suite touches, in memory. */
export function portsOf(
  agent: Agent,
  sink: Partial<ResultSink> = {},
  caps: Partial<BudgetCaps> = {},
): ExecutionPorts & { readonly traces: RunLeftovers } {
  const clock: Clock = { now: () => 0, monotonic: () => 0, sleep: async () => {} };
  return {
    agent,
    clock,
    custom: { judge: () => Promise.reject(new Error('no custom check in this suite')) },
    sink: { trial: async (_, record) => record, finish: async () => ({ names: [], problem: null }), ...sink },
    progress: { start() {}, begins() {}, trial() {}, note() {}, warn() {}, untrusted() {}, stop() {} },
    budget: createBudget({ ...NO_CAPS, ...caps }, clock),
    signal: new AbortController().signal,
    traces: { end: async () => [], doubts: async () => [] },
  };
}

/** Files in memory, by path. */
export function filesOf(texts: Readonly<Record<string, string>>): SuiteFiles {
  return {
    read: async (path) => {
      const text = texts[path];
      return text === undefined ? { problem: `${path} is not there` } : { text };
    },
    above: [],
    exists: async (path) => path in texts,
    outputProblem: async () => null,
    expand: async (glob) => Object.keys(texts).filter(compileGlob(glob, 'path')).sort(),
    matches: async (glob) => Object.keys(texts).some(compileGlob(glob, 'path')),
    locate: (path) => (path.startsWith('./') ? path.slice(2) : path),
    hash: async (path) => (texts[path] === undefined ? null : gitBlobSha(texts[path])),
    folder: async (folder) => ({
      files: new Map(
        Object.entries(texts).flatMap(([path, text]) =>
          path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), gitBlobSha(text)]] : [],
        ),
      ),
    }),
    below: async (folder) =>
      Object.keys(texts)
        .filter((path) => path.startsWith(`${folder}/`))
        .sort(),
  };
}

/** A suite of these cases (YAML in one line or JSON) with two trials per case, or what else its config says. */
export async function suiteOf(cases: readonly object[], facts: object = {}): Promise<LoadedSuite> {
  const config = { version: 1, agent: { command: ['agent'] }, cases: ['c.yml'], trials: 2, ...facts };
  const files = filesOf({
    'agent.py': '',
    'agent-eval.yml': JSON.stringify(config),
    'c.yml': JSON.stringify({ cases }),
  });
  const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
  mustBeRead(loaded);
  return loaded.suite;
}
