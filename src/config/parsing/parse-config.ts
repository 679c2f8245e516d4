import type * as z from 'zod';
import { NO_COVERAGE } from '#cases/suite/coverage/coverage-rules.ts';
import type { WrittenTrials } from '#cases/suite/schemas/trial-count-schema.ts';
import type { Issue } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { pathText } from '#common/document/path-text.ts';
import { readValue } from '#common/document/read-value.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { ownCommand } from '#common/tool.ts';
import { listed } from '#common/words.ts';
import type { TrialRange } from '#trials/trial/trial-range.ts';
import type { Config } from '../config.ts';
import { defaultPolicy } from '../gate/policy-schema.ts';
import { configSchema } from './config-schema.ts';
import { type ConfigProblem, configWarnings } from './config-warnings.ts';
import { costGateProblems } from './cost-problem.ts';
import { NO_REPLAY } from './replay-schema.ts';
import { NO_VARIANTS } from './variants-schema.ts';

/** A config with its warnings and its document, or everything that is wrong with it. */
export type ParsedConfig =
  | { readonly config: Config; readonly warnings: readonly Issue[]; readonly document: ParsedDocument }
  | { readonly issues: readonly Issue[] };

/** Reads `agent-eval.yml`: every key is checked, and defaults are filled in. */
export function parseConfig(text: string, file: string): ParsedConfig {
  const parsed = parseDocument(text, file);
  if ('issues' in parsed) return parsed;
  const { document } = parsed;
  const other = ofOtherTool(document.value);
  if (other !== null) return { issues: [toIssue('error', { path: [], message: other }, document)] };
  const read = readValue(configSchema, overBaseAgent(document.value), { document, path: [] });
  if ('issues' in read) return read;
  const config = withDefaults(read.value, document.value);
  const errors = costGateProblems(config);
  if (errors.length > 0) return { issues: errors.map((problem) => toIssue('error', problem, document)) };
  return { config, warnings: configWarnings(config).map((problem) => toIssue('warning', problem, document)), document };
}

/** What to do with a config of another tool; `null`: it is none. */
function ofOtherTool(config: Json): string | null {
  if (!isJsonObject(config)) return null;
  const has = (key: string) => Object.hasOwn(config, key);
  if (['prompts', 'providers', 'tests'].every(has)) return OF_PROMPTFOO;
  const keys = KEYS_OF_OTHERS.filter(has);
  return keys.length === 0 || ['agent', 'agents', 'suite'].some(has)
    ? null
    : `a config of another tool, by ${listed(keys)}: \`suite\` runs its own command as it is, \`${ownCommand('import FILE')}\` makes cases of its files, and \`${ownCommand('init')}\` writes a config of this format`;
}

const KEYS_OF_OTHERS = [
  ...['model', 'models', 'prompts', 'providers', 'dataset', 'data', 'tests', 'tasks'],
  ...['threshold', 'thresholds', 'metrics', 'scorers', 'evaluators', 'graders'],
];

const OF_PROMPTFOO = `a config of promptfoo: name it promptfooconfig.yaml again; then \`${ownCommand('init')}\` writes a config that runs it as it is, or \`${ownCommand('import promptfooconfig.yaml')}\` makes cases of it`;

function rangeOf({ min, max }: WrittenTrials = {}): TrialRange | null {
  return min === undefined || max === undefined ? null : { min, max };
}

function withDefaults(config: z.output<typeof configSchema>, document: Json): Config {
  const { calls, consistency } = config.behaviour ?? {};
  const gate = config.gate ?? defaultPolicy();
  return {
    version: config.version,
    ...agentsOf(config),
    cases: (config.cases ?? []).map((entry) => (calls ? { ...entry, input_suffices: true } : entry)),
    coverage: { ...NO_COVERAGE, ...config.covers, ignores: config.ignores ?? [] },
    trials: rangeOf(config.trials),
    again: config.trials?.again ?? null,
    concurrency: config.concurrency ?? 8,
    defaults: mappingAt(document, 'defaults'),
    limits: {
      trial_timeout_ms: config.limits?.trial_timeout ?? 60_000,
      max_steps: config.limits?.max_steps ?? null,
      max_tool_calls: config.limits?.max_tool_calls ?? null,
    },
    prices: config.prices ?? {},
    replay: config.replay ?? NO_REPLAY,
    simulated_user: config.simulated_user ?? null,
    embedding: config.embedding ?? null,
    variants: config.variants ?? NO_VARIANTS,
    judge: config.judge ?? null,
    usage_estimate: config.usage?.estimate ?? null,
    explain: config.explain ?? null,
    label_rules: {
      start: config.pull_request_labels?.start ?? false,
      skip: config.pull_request_labels?.skip ?? false,
      skip_drafts: config.drafts === 'skip',
    },
    gate: {
      ...gate,
      ...(consistency && { metrics: { ...gate.metrics, consistency } }),
      ...(config.quarantine && { quarantine: config.quarantine }),
      ...(calls && { behaviour: calls }),
    },
    gate_document: mappingAt(document, 'gate'),
  };
}

/** The default agent is the one that is named so, or else the first. */
function agentsOf(config: z.output<typeof configSchema>): Pick<Config, 'agent' | 'agent_path' | 'agents'> {
  const { suite, limits } = config;
  if (suite !== undefined) {
    const agent = { ...suite, round_timeout_ms: limits?.round_timeout ?? 30 * 60_000 };
    return { agent, agent_path: ['suite'], agents: [] };
  }
  const agents = Object.entries(config.agents ?? {}).map(([name, agent]) => ({ name, agent }));
  const defaultAgent = agents.find(({ name }) => name === config.default_agent) ?? agents[0];
  if (defaultAgent !== undefined)
    return { agent: defaultAgent.agent, agent_path: ['agents', defaultAgent.name], agents };
  if (config.agent === undefined) throw new Error('a config without an agent was accepted');
  return { agent: config.agent, agent_path: ['agent'], agents };
}

function mappingAt(config: Json, key: string): JsonObject {
  const mapping = isJsonObject(config) ? config[key] : undefined;
  return isJsonObject(mapping) ? mapping : {};
}

function toIssue(severity: Issue['severity'], { path, message }: ConfigProblem, document: ParsedDocument): Issue {
  return { severity, file: document.file, ...document.locate(path), path: pathText(path), message };
}

/**
 * A config in which each of `agents` is whole. Next to an `agent`, each is written as the keys in which it differs from that one: mappings are merged
 * key by key, everything else is replaced, and `{}` is the agent itself. Other configs stay as they are.
 */
function overBaseAgent(config: Json): Json {
  if (!isJsonObject(config)) return config;
  const { agent, agents, ...rest } = config;
  if (agent === undefined || !isJsonObject(agents)) return config;
  return {
    ...rest,
    agents: Object.fromEntries(Object.entries(agents).map(([name, own]) => [name, merge(agent, own)])),
  };
}

function merge(base: Json, over: Json): Json {
  if (!isJsonObject(base) || !isJsonObject(over)) return over;
  const own = Object.entries(over).map(
    ([key, value]) => [key, merge(Object.hasOwn(base, key) ? (base[key] ?? null) : null, value)] as const,
  );
  return { ...base, ...Object.fromEntries(own) };
}
