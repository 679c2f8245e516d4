import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Message } from '#cases/suite/case.ts';
import type { JsonObject } from '#common/json.ts';
import type { CommandAgentConfig, Limits } from '#config/config.ts';
import type { Agent } from '#ports/ports.ts';
import { type CommandAgentOptions, createCommandAgent } from '#runner/agents/command-agent.ts';
import type { TrialView } from '#trials/checks/terms/check.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/agents');

/** A signal that never aborts. */
export const NEVER = new AbortController().signal;

/** For `expect.poll`: a loaded machine may take its time. */
export const PATIENT = { timeout: 120_000, interval: 10 };

export const LIMITS: Limits = { trial_timeout_ms: 120_000, max_steps: null, max_tool_calls: null };

/** Path of a fixture agent. */
export function fixture(name: string): string {
  return join(FIXTURES, name);
}

/** Command that runs a fixture agent with this Node or with Python. */
export function run(name: string, ...args: string[]): readonly string[] {
  return [name.endsWith('.py') ? 'python3' : process.execPath, fixture(name), ...args];
}

export interface PlanOptions {
  readonly id?: string;
  readonly index?: number;
  readonly history?: readonly Message[];
  readonly context?: JsonObject;
}

/** A plan whose turns say these things. */
export function planOf(inputs: string | readonly string[], options: PlanOptions = {}): TrialPlan {
  const turns = (typeof inputs === 'string' ? [inputs] : inputs).map((input) => ({ input, expect: null }));
  return {
    case: {
      id: options.id ?? 'a-case',
      name: null,
      tags: [],
      metadata: {},
      context: options.context ?? {},
      history: options.history ?? [],
      simulated_user: null,
      mocks: {},
      turns,
      expect: {},
      trials: null,
      source: { file: 'cases.yml', line: 1 },
    },
    index: options.index ?? 1,
    seed: 7,
  };
}

/** An agent under test, with a mark in its environment by which everything it started is found again. */
export interface TestAgent extends Agent, AsyncDisposable {
  /** Command lines of the living processes of this agent. */
  survivors(): readonly string[];
}

export interface TestAgentOptions extends Partial<CommandAgentConfig> {
  readonly limits?: Partial<Limits>;
  readonly options?: Partial<CommandAgentOptions>;
}

export function commandAgent(command: readonly string[], settings: TestAgentOptions = {}): TestAgent {
  const { limits, options, ...config } = settings;
  return marked((environment) =>
    createCommandAgent(
      { ...PROGRAM, kind: 'command', command, mode: 'worker', isolate: false, ...config },
      { ...LIMITS, ...limits },
      { ...ALONE, ...options, environment: { ...environment, PYTHONUNBUFFERED: '1', ...options?.environment } },
    ),
  );
}

/** What the config of an agent that is a program says where a test does not say it. */
export const PROGRAM = { record: null, mcp: null, setup: [], env: {}, needs: [] } as const;

/** Where an agent stands whose calls nobody records, and whose user nobody plays. */
export const ALONE = { cwd: FIXTURES, recorder: null, gateway: null, user: null } as const;

/** An agent in an environment with a mark of its own. */
export function marked(build: (environment: { readonly [name: string]: string }) => Agent): TestAgent {
  const mark = randomUUID();
  const agent = build({ PATH: process.env['PATH'] ?? '', AGENT_TEST: mark });
  return { ...agent, survivors: () => processesWith(`AGENT_TEST=${mark}`), [Symbol.asyncDispose]: () => agent.close() };
}

/** Command lines of living processes that hold `NAME=value` in their environment. */
export function processesWith(setting: string): readonly string[] {
  return livingProcesses()
    .filter((pid) => readProcess(pid, 'environ').split('\0').includes(setting))
    .map(commandLine);
}

/** Command lines of all living processes. */
export function commandLines(): readonly string[] {
  return livingProcesses().map(commandLine);
}

function livingProcesses(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = readProcess(pid, 'stat');
      return stat !== '' && !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
    });
}

function commandLine(pid: number): string {
  return readProcess(pid, 'cmdline')
    .split('\0')
    .filter((part) => part !== '')
    .join(' ');
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** What a check is shown of a trial that gave this answer and told nothing else. */
export function viewOf(output: string): TrialView {
  const nothing = { tool_calls: null, plan: null, metadata: null, state: null, retrieved: null, usage: null };
  return { ...nothing, end: { kind: 'completed' }, input: '', output, steps: null, latency_ms: 1 };
}
