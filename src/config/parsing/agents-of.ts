import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { listed } from '#common/words.ts';
import { MODEL_KINDS } from '../capture.ts';
import type { Config } from '../config.ts';
import { OLLAMA_URL } from '../model-agent-config.ts';
import { runnerRefusal } from '../runner-refusal.ts';

/** An agent and its place in the config. */
export type ConfiguredAgent = Pick<Config, 'agent' | 'agent_path'>;

/** A config under one of its agents, or under a variant of it. */
export interface ChosenAgent {
  readonly name: string;
  readonly config: Config;
}

/** The config under each of its agents, the one of the config itself first. */
export function variantsOf(config: Config): readonly Config[] {
  if (config.agents.length === 0) return [config];
  const all = namedVariants(config).map((variant) => variant.config);
  return [config, ...all.filter(({ agent }) => agent !== config.agent)];
}

/**
 * The agents to compare, by name, in the order in which they are asked for: names of the config, patterns with `*`, or `KIND:MODEL`, which
 * is the config's built-in agent of that kind with another model; `ollama:MODEL` is its `openai` agent at Ollama.
 */
export function chooseAgents(
  config: Config,
  words: readonly string[],
): { readonly agents: readonly ChosenAgent[] } | { readonly problem: string } {
  const problem = runnerRefusal(config.agent, 'compared across agents');
  if (problem !== null) return { problem };
  const agents: ChosenAgent[] = [];
  for (const word of words) {
    const choice = word.includes(':') ? withModel(config, word) : byName(config, word);
    if ('problem' in choice) return choice;
    for (const agent of choice.agents) {
      const twin = agents.find(({ name }) => name.toLowerCase() === agent.name.toLowerCase());
      if (twin === undefined) agents.push(agent);
      else if (!word.includes('*')) return { problem: `${twin.name} is named twice; name every agent once` };
    }
  }
  if (agents.length >= 2) return { agents };
  const names = agents[0] === undefined ? 'none' : `only ${agents[0].name}`;
  return { problem: `a comparison takes two agents or more, found ${names}; ${knownAgents(config)}` };
}

/** The agent of this name; or which ones there are, a sentence part. */
export function agentCalled(config: Config, word: string): ChosenAgent | { readonly problem: string } {
  const { agents } = config;
  const known = agents.length === 0 ? 'a single one, without a name' : listed(agents.map(({ name }) => name));
  return (
    namedVariants(config).find(({ name }) => name === word) ?? {
      problem: `no agent is called "${word}"; the config has ${known}`,
    }
  );
}

/** The folder of an agent that is called by what it was asked for with: letters, digits, dots and dashes. */
export function agentFolder(word: string): string {
  return word.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^\.+/, '');
}

function byName(
  config: Config,
  word: string,
): { readonly agents: readonly ChosenAgent[] } | { readonly problem: string } {
  const parts = word.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  const agents = namedVariants(config).filter(({ name }) => pattern.test(name));
  return agents.length > 0 ? { agents } : { problem: `no agent is called "${word}"; ${knownAgents(config)}` };
}

function namedVariants(config: Config): readonly ChosenAgent[] {
  return config.agents.map(({ name, agent }) => ({
    name,
    config: { ...config, agent, agent_path: ['agents', name] },
  }));
}

/** `openai:MODEL`: the built-in agent of the config with another model. */
function withModel(
  config: Config,
  word: string,
): { readonly agents: readonly ChosenAgent[] } | { readonly problem: string } {
  const kind = word.slice(0, word.indexOf(':'));
  const model = word.slice(kind.length + 1);
  if (model === '')
    return { problem: `"${word}" names no model; write one after the colon, as in openai:${EXAMPLE_MODELS.openai.id}` };
  const isOllama = kind === 'ollama';
  const own = variantsOf(config).find(({ agent }) => agent.kind === (isOllama ? 'openai' : kind));
  if (own === undefined || !('model' in own.agent)) {
    const why =
      isOllama || MODEL_KINDS.some((known) => known === kind)
        ? `no agent of this config is of the kind ${isOllama ? 'openai' : kind}`
        : `"${kind}" is not a kind of agent with a model`;
    return { problem: `"${word}": ${why}, so there is no prompt and no tools for it; ${knownAgents(config)}` };
  }
  return {
    agents: [
      {
        name: agentFolder(word),
        config: { ...own, agent: { ...own.agent, model, ...(isOllama && { base_url: OLLAMA_URL }) } },
      },
    ],
  };
}

/** What could have been asked for. */
function knownAgents({ agents, agent }: Config): string {
  if (agents.length > 0) return `the agents of this config are ${agents.map(({ name }) => name).join(', ')}`;
  const models =
    'model' in agent ? `name models, as in --agents ${agent.kind}:${agent.model},${agent.kind}:OTHER-MODEL, or ` : '';
  return `this config has a single agent without a name: ${models}write \`agents:\` with several by name instead of \`agent:\``;
}
