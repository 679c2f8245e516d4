import type { Policy } from '#domain/gate/policy.ts';
import type { JsonObject } from '#domain/json.ts';
import type { Expectations } from '#domain/suite/expectation.ts';

/** An agent started as a program, speaking agent protocol 1 on its standard streams. */
export interface CommandAgentConfig {
  readonly kind: 'command';
  /** Program and arguments; an argument may hold `{input}` in one-shot mode. */
  readonly command: readonly string[];
  readonly mode: 'worker' | 'one-shot';
  /** Shell lines run once before the first trial. */
  readonly setup: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** Environment variables that must be present for the agent to work. */
  readonly needs: readonly string[];
}

/** Trajectories made elsewhere, read from a file. */
export interface RecordedAgentConfig {
  readonly kind: 'recorded';
  readonly file: string;
  readonly needs: readonly string[];
}

/** The agent under test, by kind. */
export type AgentConfig = CommandAgentConfig | RecordedAgentConfig;

/** One entry of `cases:`: a glob, and the options its dialect takes. */
export interface CasesEntry {
  readonly file: string;
  readonly dialect: { readonly args?: 'exact' | 'includes' | 'ignore' };
}

/** Ceilings that fail a trial. Times are milliseconds; `null`: none. */
export interface Limits {
  readonly trial_timeout_ms: number;
  readonly max_steps: number | null;
  readonly max_tool_calls: number | null;
}

/** `agent-eval.yml`, checked and with defaults filled in. */
export interface Config {
  readonly version: 1;
  readonly agent: AgentConfig;
  readonly cases: readonly CasesEntry[];
  readonly trials: number;
  readonly concurrency: number;
  readonly defaults: { readonly tags: readonly string[]; readonly expect: Expectations };
  readonly limits: Limits;
  /** `chars/4`: estimate tokens the agent does not report. */
  readonly usage_estimate: 'chars/4' | null;
  readonly gate: Policy;
  /** The `gate:` mapping as written, for reports. */
  readonly gate_written: JsonObject;
}
