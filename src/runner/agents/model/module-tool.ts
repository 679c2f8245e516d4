import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { createDeferred, type Deferred, settledWithin } from '#process/deferred.ts';
import { type Program, type ProgramSpec, startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import { TIMED_OUT, type ToolAnswer, toolError, toolValue } from './tool-answer.ts';

/**
 * Loads the module given as the last argument and answers calls with its default export: one line of JSON in per call, one line
 * out per answer, in any order. What the module prints goes to standard error.
 */
const LOADER = `
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
// Big integers are numbers in JSON; an older Node can write them only as texts.
const exact = (_, value) => (typeof value === 'bigint' ? (JSON.rawJSON?.(String(value)) ?? String(value)) : value);
const tell = (line) => say(JSON.stringify(line, exact) + '\\n');
const { default: tool } = await import(pathToFileURL(resolve(process.argv[1])).href);
if (typeof tool !== 'function') throw new Error('the module has no default export that is a function');
tell({ ready: true });
const answer = async ({ id, args, call }) => {
  try {
    tell({ id, value: (await tool(args, call)) ?? null });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) answer(JSON.parse(line));
`;

/** The call of a mocked tool; the second argument of a module's function. */
export interface ModuleCall {
  readonly tool: string;
  readonly case_id: string;
  /** Index of the trial, from 1. */
  readonly trial: number;
  readonly turn: number;
  readonly context: JsonObject;
}

/** A module's answer; `thrown`: it threw an exception. */
interface ModuleAnswer extends ToolAnswer {
  readonly thrown?: true;
}

/** A module that mocks tools, in a persistent process. Code of the repository never runs in ours. */
export interface ModuleTool {
  /**
   * Resolves when the module is loaded.
   *
   * @throws AgentUnavailableError if it can't be, with its output.
   */
  load(): Promise<void>;
  /**
   * The result of the module's function for the arguments; an exception is an error of the tool.
   *
   * @throws AgentUnavailableError if the module can't be loaded.
   */
  call(args: JsonObject, call: ModuleCall): Promise<ModuleAnswer>;
  close(): Promise<void>;
}

/** The same time as in the message of a time-out. */
const PATIENCE_MS = 30_000;
const LOAD_PATIENCE_MS = 30_000;
const KEPT_BYTES = 16 * 1024;

/** Starts nothing before the first call. `patienceMs`: time limit of one call. */
export function createModuleTool(
  file: string,
  place: Omit<ProgramSpec, 'command'>,
  patienceMs = PATIENCE_MS,
): ModuleTool {
  const running = new Set<Running>();
  let current: Running | null = null;
  let closed = false;

  function start(): Running {
    const started = startModule(file, place);
    running.add(started);
    void started.ended.then(() => {
      running.delete(started);
      if (current === started) current = null;
    });
    return started;
  }

  /** A process that hangs gets no more calls; those in progress may still end. */
  function retire(hanging: Running): void {
    if (current === hanging) current = null;
    if (hanging.pending() === 0) void hanging.stop();
  }

  return {
    load() {
      current ??= start();
      return current.loaded;
    },
    async call(args, call) {
      if (closed) return CRASHED;
      current ??= start();
      const module = current;
      await module.loaded;
      const answer = module.ask(args, call);
      if (await settledWithin(answer.promise, patienceMs)) return answer.promise;
      answer.forget();
      retire(module);
      return TIMED_OUT;
    },
    async close() {
      closed = true;
      await Promise.all([...running].map((module) => module.stop()));
    },
  };
}

const CRASHED = toolError('the tool crashed');

interface Running {
  readonly loaded: Promise<void>;
  ask(args: JsonObject, call: ModuleCall): { readonly promise: Promise<ModuleAnswer>; forget(): void };
  pending(): number;
  readonly ended: Promise<unknown>;
  stop(): Promise<unknown>;
}

function startModule(file: string, place: Omit<ProgramSpec, 'command'>): Running {
  const questions = new Map<number, Deferred<ModuleAnswer>>();
  const errors = createTailBuffer(KEPT_BYTES);
  const loaded = createDeferred<AgentUnavailableError | null>();
  let count = 0;
  const program: Program = startProgram(
    { command: moduleToolCommand(file), ...place },
    {
      line(text) {
        const line = jsonOrUndefined(text);
        if (!isJsonObject(line)) return;
        if (line['ready'] === true) loaded.resolve(null);
        const id = Number(line['id']);
        questions.get(id)?.resolve(answerOf(line));
        questions.delete(id);
      },
      stdout() {},
      stderr: (chunk) => errors.push(chunk),
      overlong: () => program.stop(0),
    },
  );
  void settledWithin(loaded.promise, LOAD_PATIENCE_MS).then((inTime) => {
    if (inTime || program.exited()) return;
    loaded.resolve(new AgentUnavailableError(`the mock ${file} was not loaded within 30 s`, errors.text(), null));
    void program.stop(0);
  });
  void program.ended.then((end) => {
    const code = end.kind === 'exited' ? end.code : null;
    const why = end.kind === 'exited' ? `code ${end.code ?? end.signal}` : end.message;
    loaded.resolve(new AgentUnavailableError(`the mock ${file} can't be loaded (${why})`, errors.text(), code));
    for (const waiting of questions.values()) waiting.resolve(CRASHED);
    questions.clear();
  });
  return {
    loaded: loaded.promise.then((problem) => {
      if (problem !== null) throw problem;
    }),
    ask(args, call) {
      count += 1;
      const id = count;
      const waiting = createDeferred<ModuleAnswer>();
      questions.set(id, waiting);
      program.write(`${inOneLine(jsonText({ id, args, call }))}\n`);
      return { promise: waiting.promise, forget: () => questions.delete(id) };
    },
    pending: () => questions.size,
    ended: program.ended,
    stop: () => program.stop(0),
  };
}

/** Node's line readers end a line at these characters, which JSON allows unescaped. */
function inOneLine(json: string): string {
  return json.replace(/[\u0085\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function answerOf(line: JsonObject): ModuleAnswer {
  const { error, value } = line;
  return typeof error === 'string' ? { ...toolError(error), thrown: true } : toolValue(value ?? null);
}

/** The command that runs a JavaScript module as a tool, in a process of its own. */
function moduleToolCommand(file: string): readonly string[] {
  return [process.execPath, '--input-type=module', '--eval', LOADER, '--', file];
}
