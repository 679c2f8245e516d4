import type { Limits, ModuleAgentConfig } from '#config/config.ts';
import { type Agent, AgentUnavailableError } from '#ports/ports.ts';
import { type CommandAgentOptions, createCommandAgent } from './command-agent.ts';
import { hostCommand, REASON_MARK } from './module/host-command.ts';
import { thisNode, typeScriptProblem } from './module/typescript.ts';

/** Surroundings of a module agent. */
export interface ModuleAgentOptions extends CommandAgentOptions {
  /** The file of `config.file`, absolute and checked. */
  readonly path: string;
}

/**
 * An agent that is a function of a JavaScript or TypeScript module: `(turn, {signal, log}) => result | text`, or a promise of
 * one; turn and result are those of agent protocol 1. It runs in its own worker processes.
 *
 * @throws AgentUnavailableError if the file is TypeScript and this Node does not run it.
 */
export function createModuleAgent(config: ModuleAgentConfig, limits: Limits, options: ModuleAgentOptions): Agent {
  const problem = typeScriptProblem(config.file, thisNode());
  if (problem !== null) throw new AgentUnavailableError(problem, '', null);

  const { kind: _, file, export: name, ...program } = config;
  const command = hostCommand({ path: options.path, file, export: name });
  const worker = createCommandAgent({ ...program, kind: 'command', mode: 'worker', command }, limits, {
    ...options,
    hosted: true,
  });
  return {
    ...worker,
    async attempt(plan, signal) {
      try {
        return await worker.attempt(plan, signal);
      } catch (error) {
        throw error instanceof AgentUnavailableError ? inWordsOfTheHost(error) : error;
      }
    },
  };
}

/** The host prints what is wrong with the module on a line of its own; the worker only knows that it ended. */
function inWordsOfTheHost(error: AgentUnavailableError): AgentUnavailableError {
  const line = error.stderr.split('\n').find((text) => text.startsWith(REASON_MARK));
  if (line === undefined) return error;
  const { stderr, exit_code: code } = error;
  return new AgentUnavailableError(`agent.module: ${line.slice(REASON_MARK.length)}`, stderr, code, 'message');
}
