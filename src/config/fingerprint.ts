import type { Overlay } from '#cases/suite/hashed-folder.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import { hashJson } from '#common/hash-json.ts';
import type { JsonObject } from '#common/json.ts';
import { asJson } from '#common/json-text.ts';
import type { McpFile } from '#trials/mcp/mcp-server.ts';
import { captureOf, mocksOf } from './capture.ts';
import type { AgentConfig, Config, Limits, SuiteAgentConfig } from './config.ts';

/** Conditions or a treatment, with their hash and their readable values. */
export interface Fingerprint {
  readonly hash: string;
  readonly values: JsonObject;
}

/** The system prompt of a built-in agent (`null`: none), and its tools. */
export interface ModelAgentFiles {
  readonly prompt: string | null;
  readonly tools: readonly ToolSchema[];
}

/** The contents of a config's files that distinguish one run from another. */
export interface FingerprintedFiles {
  /** Of a built-in agent. */
  readonly model_agent: ModelAgentFiles | null;
  /** Of an agent with MCP servers. */
  readonly mcp?: McpFile | null;
  /** What is laid over its workspaces. */
  readonly overlay?: readonly Overlay[];
  /** Hashes of the modules that stand in for tools, by path. */
  readonly mock_modules: { readonly [path: string]: string };
}

const NO_FILES: FingerprintedFiles = { model_agent: null, mock_modules: {} };

/**
 * What must be equal on both sides to compare at all: the limits that end a trial, how calls and tokens are counted, and
 * everything that replaces the real world for the agent. Features that a config does not use have no key, so that hashes stay
 * stable.
 */
export function conditionsOf(config: Config, files: FingerprintedFiles = NO_FILES): Fingerprint {
  const { agent, limits, simulated_user: user, embedding } = config;
  const record = 'record' in agent ? agent.record : null;
  const isolate = 'isolate' in agent && agent.isolate;
  const mocks = mocksOf(agent)?.mocks ?? {};
  const mcp = 'mcp' in agent && agent.mcp !== null;
  const tools = 'tools' in agent && agent.tools === 'none' ? agent.tools : undefined;
  return fingerprint({
    capture: captureOf(agent),
    ...ceilings(limits),
    usage_estimate: config.usage_estimate,
    ...(isolate === false ? {} : { isolate }),
    ...(record === null ? {} : { record: asJson(record) }),
    ...(tools === undefined ? {} : { tools }),
    ...(mcp ? { mcp } : {}),
    ...(isEmpty(mocks) ? {} : { mocks: asJson(mocks) }),
    ...(isEmpty(files.mock_modules) ? {} : { mock_modules: files.mock_modules }),
    ...(user === null ? {} : { simulated_user: asJson(user) }),
    ...(embedding === null ? {} : { embedding: asJson(embedding) }),
    ...(agent.kind === 'suite' ? suiteConditions(agent) : {}),
  });
}

/** How results come about: a change that runs other tests, or reads them otherwise, is compared with nothing. */
function suiteConditions({
  run,
  run_cases,
  results,
  rows,
  newest,
  file,
  min_score,
  errors,
  round_timeout_ms,
}: SuiteAgentConfig): JsonObject {
  const mapped = { ...(rows !== null && { rows: asJson(rows) }), ...(newest !== null && { newest }) };
  return { run, run_cases, results, ...mapped, file, min_score, errors, round_timeout_ms };
}

/** The same conditions under other limits. */
export function withCeilings({ values }: Fingerprint, limits: Limits): Fingerprint {
  return fingerprint({ ...values, ...ceilings(limits) });
}

/** What a change may alter and is judged for, as far as config, prompt and tools show it. */
export function treatmentOf(config: Config, files: FingerprintedFiles = NO_FILES): Fingerprint {
  const { mcp, overlay = [] } = files;
  return fingerprint({
    ...treatment(config.agent, files),
    ...(mcp == null ? {} : { mcp_servers: serversOf(mcp) }),
    ...(overlay.length === 0 ? {} : { overlay: Object.fromEntries(overlay.map(({ place, hash }) => [place, hash])) }),
  });
}

/** By name, so that a difference names the server; what its variables stand for is no part of it. */
function serversOf({ servers }: McpFile): JsonObject {
  return Object.fromEntries(servers.map(({ name, ...server }) => [name, asJson(server)]));
}

/** Hashes by path: the files of a runner's tests, what these import otherwise, and what decides what is installed for it. */
export type SuiteFileHashes = Readonly<Record<'tests' | 'imports' | 'manifests', { readonly [path: string]: string }>>;

function ceilings({ trial_timeout_ms, max_steps, max_tool_calls }: Limits): JsonObject {
  return { trial_timeout_ms, max_steps, max_tool_calls };
}

function treatment(agent: AgentConfig, { model_agent: model }: FingerprintedFiles): JsonObject {
  switch (agent.kind) {
    case 'command':
      return { kind: agent.kind, command: agent.command, mode: agent.mode, env: agent.env, setup: agent.setup };
    case 'module': {
      const { kind, file, export: name, env, setup } = agent;
      return { kind, file, export: name, env, setup };
    }
    case 'http': {
      const { kind, url, start, headers, env, setup } = agent;
      return { kind, url, start, headers, env, setup };
    }
    case 'openai':
    case 'anthropic': {
      const { key: _key, mocks: _conditions, needs: _needs, prompt: _prompt, tools: _tools, ...declared } = agent;
      return {
        ...declared,
        prompt_hash: model === null || model.prompt === null ? null : hashJson(model.prompt),
        tools_hash: model === null ? null : hashJson(asJson(model.tools)),
      };
    }
    case 'recorded':
      return { kind: agent.kind, file: agent.file, needs: agent.needs };
    case 'suite':
      return { kind: agent.kind, env: agent.env, setup: agent.setup };
  }
}

function fingerprint(values: JsonObject): Fingerprint {
  return { hash: hashJson(values), values };
}

function isEmpty(mapping: object): boolean {
  return Object.keys(mapping).length === 0;
}
