import { answerOf, type ToolMock, type ToolMocks } from '#cases/tools/tool-mock.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import { cutEnd } from '#common/cut.ts';
import type { JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { plural } from '#common/words.ts';
import type { ProgramSpec } from '#process/program.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import { createModuleTool, type ModuleCall, type ModuleTool } from './module-tool.ts';
import { giveAnswer, type ToolAnswer, toolError } from './tool-answer.ts';

/** The tools of an agent, all mocked. */
export interface MockedTools {
  /** Loads the config's modules, so that a broken one is found before the first trial. Throws as {@link ModuleTool} does. */
  load(): Promise<void>;
  /**
   * Answers a call with the mock of the case, or else of the config. A mistake of the model is an error of the tool.
   *
   * @throws AgentUnavailableError if a module can't be loaded.
   */
  answer(call: RequestedCall, mocks: ToolMocks, where: Omit<ModuleCall, 'tool'>, sleep: Sleep): Promise<ToolAnswer>;
  /** The same for a tool that may have no mock, whose arguments are as they came: `null` without one. */
  mocked(
    call: RequestedCall,
    mocks: ToolMocks,
    where: Omit<ModuleCall, 'tool'>,
    sleep: Sleep,
  ): Promise<ToolAnswer> | null;
  /** Sentences about calls without a mock, and about modules that threw. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** Resolves after so many milliseconds, or when the turn is over. */
type Sleep = (ms: number) => Promise<void>;

/** `configMocks` apply to every case; `place` is where modules run, and with which variables. */
export function createMockedTools(
  tools: readonly ToolSchema[],
  configMocks: ToolMocks,
  place: Omit<ProgramSpec, 'command'>,
): MockedTools {
  const names = tools.map(({ name }) => name);
  const modules = new Map<string, ModuleTool>();
  const thrown = createThrown();
  const unanswered = new Map<string, { count: number; readonly example: JsonObject }>();

  function moduleOf(file: string): ModuleTool {
    const known = modules.get(file) ?? createModuleTool(file, place);
    modules.set(file, known);
    return known;
  }

  function noRow(name: string, args: JsonObject): ToolAnswer {
    const seen = unanswered.get(name) ?? { count: 0, example: args };
    seen.count += 1;
    unanswered.set(name, seen);
    return toolError(`${name} has no result for these arguments`);
  }

  function mockOf(name: string, mocks: ToolMocks): ToolMock | null {
    return ownMock(mocks, name) ?? ownMock(configMocks, name);
  }

  async function ask(
    mock: ToolMock,
    { name, arguments: args }: RequestedCall,
    where: Omit<ModuleCall, 'tool'>,
    sleep: Sleep,
  ): Promise<ToolAnswer> {
    if (mock.kind === 'module') {
      const reply = await moduleOf(mock.file).call(args, { tool: name, ...where });
      if (reply.thrown) thrown.add(name, reply.content);
      return reply;
    }
    const answer = answerOf(mock.rows, args);
    return answer === null ? noRow(name, args) : giveAnswer(answer, sleep);
  }

  return {
    async load() {
      const files = Object.values(configMocks).flatMap((mock) => (mock.kind === 'module' ? [mock.file] : []));
      await Promise.all([...new Set(files)].map((file) => moduleOf(file).load()));
    },
    mocked(call, mocks, where, sleep) {
      const mock = mockOf(call.name, mocks);
      return mock && ask(mock, call, where, sleep);
    },
    async answer(call, mocks, where, sleep) {
      const { name, arguments: args } = call;
      if (!names.includes(name)) return toolError(unknownTool(name, names));
      if ('unparsed_arguments' in args) return toolError('the arguments are not a JSON object; send them again as one');
      const mock = mockOf(name, mocks);
      return mock === null ? noRow(name, args) : ask(mock, call, where, sleep);
    },
    notes: () => [
      ...[...unanswered].map(
        ([name, { count, example }]) =>
          `the mock of ${name} had no answer for ${plural(count, 'call')}, such as ${argumentWords(example)}, so the model got an error. Add a row without args to its table for all other arguments.`,
      ),
      ...thrown.notes(),
    ],
    async close() {
      await Promise.all([...modules.values()].map((module) => module.close()));
    },
  };
}

function ownMock(mocks: ToolMocks, name: string): ToolMock | null {
  return Object.hasOwn(mocks, name) ? (mocks[name] ?? null) : null;
}

function unknownTool(name: string, names: readonly string[]): string {
  return names.length === 0
    ? `there is no tool ${name}`
    : `there is no tool ${name}; the tools are ${names.join(', ')}`;
}

function argumentWords(args: JsonObject): string {
  const text = jsonText(args);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Exceptions of modules that mock tools. A wanted fault can be configured as one; an exception may be a bug of the mock. */
interface ThrownNotes {
  add(tool: string, message: string): void;
  /** A sentence for each tool and message; untrusted. */
  notes(): readonly string[];
}

/** Nothing thrown so far. */
function createThrown(): ThrownNotes {
  const seen = new Set<string>();
  let more = false;
  return {
    add(tool, message) {
      const sentence = `mock ${tool} threw: ${cutEnd(message, 300)}`;
      if (seen.size < MOST) seen.add(sentence);
      else more ||= !seen.has(sentence);
    },
    notes: () => [...seen, ...(more ? ['mocks threw other messages too'] : [])],
  };
}

/** Messages may contain ids, and be endless. */
const MOST = 20;
