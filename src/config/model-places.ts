import type { DocumentPath } from '#common/document/located-document.ts';
import { pathText } from '#common/document/path-text.ts';
import { isModelAgent } from './capture.ts';
import type { AgentConfig, Config } from './config.ts';

/** The id of the model that an agent asks, and where its config writes it, from the agent's own place. */
export interface ModelPlaces {
  readonly model: string;
  readonly paths: readonly DocumentPath[];
}

/** A place, and the config with another id there. */
interface Place {
  readonly path: DocumentPath;
  readonly model: string;
  with(agent: AgentConfig, model: string): AgentConfig;
}

/**
 * Where a config names the model of its agent: `model` of a built-in one; for a program the variables of `env` that are called MODEL or end in _MODEL, and
 * the argument after `--model`. `problem`: it names none, or several, a sentence that says which places were seen.
 */
export function modelPlaces({ agent }: Pick<Config, 'agent'>): ModelPlaces | { readonly problem: string } {
  const places = placesOf(agent);
  const [first] = places;
  if (first === undefined) return { problem: nowhere(agent) };
  if (places.some(({ model }) => model !== first.model)) {
    const seen = places.map(({ path, model }) => `${pathText(path)} says ${model}`).join(', ');
    return {
      problem: `the config names several models: ${seen}; keep one of these places, and let the program read it`,
    };
  }
  return { model: first.model, paths: places.map(({ path }) => path) };
}

/** The config with another model at every place that names today's. */
export function withOtherModel(config: Config, model: string): Config {
  const agent = placesOf(config.agent).reduce((before, place) => place.with(before, model), config.agent);
  return { ...config, agent };
}

function placesOf(agent: AgentConfig): readonly Place[] {
  if (isModelAgent(agent))
    return [
      { path: [agent.key, 'model'], model: agent.model, with: (one, model) => ({ ...one, model }) as AgentConfig },
    ];
  return 'mcp' in agent ? [...variables(agent.env), ...argumentsOf(agent)] : [];
}

function variables(env: Readonly<Record<string, string>>): readonly Place[] {
  return Object.entries(env).flatMap(([name, model]): readonly Place[] =>
    /(?:^|_)MODEL$/i.test(name) && model !== ''
      ? [
          {
            path: ['env', name],
            model,
            with: (one, other) => ('env' in one ? { ...one, env: { ...one.env, [name]: other } } : one),
          },
        ]
      : [],
  );
}

function argumentsOf(agent: AgentConfig): readonly Place[] {
  const words = wordsOf(agent);
  return words.flatMap((word, at): readonly Place[] => {
    const [, before = '', model] = /^(--model=)(.+)$/s.exec(word) ?? [
      null,
      '',
      words[at - 1] === '--model' ? word : '',
    ];
    if (model === undefined || model === '') return [];
    const path = agent.kind === 'http' ? ['http', 'start', at] : ['command', at];
    return [{ path, model, with: (one, other) => withWords(one, wordsOf(one).with(at, `${before}${other}`)) }];
  });
}

function wordsOf(agent: AgentConfig): readonly string[] {
  if (agent.kind === 'command') return agent.command;
  return agent.kind === 'http' ? (agent.start ?? []) : [];
}

function withWords(agent: AgentConfig, words: readonly string[]): AgentConfig {
  if (agent.kind === 'command') return { ...agent, command: words };
  return agent.kind === 'http' ? { ...agent, start: words } : agent;
}

function nowhere(agent: AgentConfig): string {
  if (!('mcp' in agent)) return 'this agent asks no model of its config, so no other can take its place';
  const program = agent.kind === 'module' ? '' : ', and the arguments of its program (none is --model MODEL)';
  return `the config names no model: looked at the variables of env (none is called MODEL or ends in _MODEL)${program}; write env: {MODEL: …}, and let the program read it there`;
}
