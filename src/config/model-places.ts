import type { DocumentPath } from '#common/document/located-document.ts';
import { pathText } from '#common/document/path-text.ts';
import { type Json, type JsonObject, withValueAt } from '#common/json.ts';
import { isModelAgent } from './capture.ts';
import type { AgentConfig, Config } from './config.ts';
import { startedProgram } from './started-program.ts';

/** The id of the model that an agent asks, and where its config writes it, from the agent's own place. */
export interface ModelPlaces {
  readonly model: string;
  readonly paths: readonly DocumentPath[];
}

/** A place in the config of an agent. */
interface Place {
  readonly path: DocumentPath;
  readonly model: string;
  /** What stands there before the id. */
  readonly lead: string;
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
  const agent = placesOf(config.agent).reduce<Json>(
    (before, { path, lead }) => withValueAt(before, inAgent(path), `${lead}${model}`),
    config.agent as object as JsonObject,
  );
  return { ...config, agent: agent as object as AgentConfig };
}

/** The place in the agent that was read, which has what stands below `openai`, `anthropic` or `http` for its own. */
function inAgent([head = '', ...rest]: DocumentPath): DocumentPath {
  return head === 'env' || head === 'command' ? [head, ...rest] : rest;
}

function placesOf(agent: AgentConfig): readonly Place[] {
  if (isModelAgent(agent)) return [{ path: [agent.key, 'model'], model: agent.model, lead: '' }];
  if (!('mcp' in agent)) return [];
  const named = Object.entries(agent.env).filter(([name, model]) => /(?:^|_)MODEL$/i.test(name) && model !== '');
  const variables = named.map(([name, model]) => ({ path: ['env', name], model, lead: '' }));
  return [...variables, ...argumentsOf(agent)];
}

function argumentsOf(agent: AgentConfig): readonly Place[] {
  const { words, path } = startedProgram(agent);
  return words.flatMap((word, index): readonly Place[] => {
    const [, lead = '', model = words[index - 1] === '--model' ? word : ''] = /^(--model=)(.+)$/s.exec(word) ?? [];
    return model === '' ? [] : [{ path: [...path, index], model, lead }];
  });
}

function nowhere(agent: AgentConfig): string {
  if (!('mcp' in agent)) return 'this agent asks no model of its config, so no other can take its place';
  const program = agent.kind === 'module' ? '' : ', and the arguments of its program (none is --model MODEL)';
  return `the config names no model: looked at the variables of env (none is called MODEL or ends in _MODEL)${program}; write env: {MODEL: …}, and let the program read it there`;
}
