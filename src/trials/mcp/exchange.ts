import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { McpRead } from '#trials/trial/trajectory.ts';
import type { RpcId, RpcMessage } from './json-rpc.ts';
import { recordedResult, sizeOf } from './tool-result.ts';

/** One `tools/call` as a server saw it, with the later requests that only answer what it was asked back. */
export interface McpCall {
  readonly server: string;
  /** As the server calls the tool. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** `null`: no answer was seen. */
  readonly status: 'ok' | 'error' | null;
  readonly result: Json;
  /** Since the turn began. */
  readonly started_ms: number;
  readonly duration_ms: number | null;
  /** Size of the answer; `null`: none. */
  readonly bytes: number | null;
  /** A mock of the case or of the config answered. */
  readonly mocked: boolean;
}

/** What is recorded, in the order of the requests; entries are completed when the answers come. */
export interface McpSeen {
  /** When the turn began, in the milliseconds that requests are timed by. */
  readonly since_ms: number;
  readonly calls: McpCall[];
  readonly reads: McpRead[];
}

/** The requests of one connection that are not answered yet. */
export interface OpenRequests {
  /** A request at `now` (milliseconds). `into`: the record of the turn it belongs to. */
  ask(message: RpcMessage, now: number, into: McpSeen, mocked?: boolean): void;
  /** An answer of the server, or of a mock, or what it tells unasked. */
  answer(message: RpcMessage, now: number): void;
  /** The server is gone: what it has not answered failed with this sentence. */
  failOpen(reason: string, now: number): void;
}

/** A request whose ending is not known yet. */
interface Pending {
  /** Equal for requests that may go on with one another. */
  readonly key: string;
  readonly into: McpSeen;
  end(ending: Ending, now: number): void;
}

/** What a server has begun and not finished, over all connections of a client to it. */
export interface Unfinished {
  /** Requests that it answered by asking back. */
  readonly waiting: (Pending & { readonly input: NeededInput })[];
  /** Calls that became tasks, by the task's id. */
  readonly tasks: Map<string, Pending>;
}

/** Nothing is begun. */
export function nothingUnfinished(): Unfinished {
  return { waiting: [], tasks: new Map() };
}

/**
 * A connection between a client and the server of this name. A request that answers what an equal one before it in the turn was
 * asked back, goes on with that: both are one, and the last result counts. A call that became a task ends as the task does.
 */
export function createExchange(server: string, { waiting, tasks }: Unfinished = nothingUnfinished()): OpenRequests {
  const open = new Map<RpcId, Pending>();
  const polls = new Map<RpcId, { readonly task: Pending; readonly isForResult: boolean }>();

  function keep<Entry extends McpCall | McpRead>(list: Entry[], entry: Entry, now: number): Pending['end'] {
    const place = list.push(entry) - 1;
    return ({ status, result, bytes }, end) => {
      const duration_ms = Math.max(0, Math.round(end - now));
      list[place] = { ...entry, status, duration_ms, bytes, ...('result' in entry && { result }) };
    };
  }

  function resume(params: JsonObject, { key, into }: Omit<Pending, 'end'>): Pending | undefined {
    const at = waiting.findIndex(
      (earlier) => earlier.key === key && earlier.into === into && bringsInput(params, earlier.input),
    );
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  }

  function begun(
    method: string,
    params: JsonObject,
    now: number,
    into: McpSeen,
    mocked: boolean,
  ): Pending['end'] | null {
    const started_ms = Math.max(0, Math.round(now - into.since_ms));
    const pending = { server, status: null, started_ms, duration_ms: null, bytes: null };
    if (method === 'tools/call') {
      const { name, arguments: args } = callOf(params);
      return keep<McpCall>(into.calls, { ...pending, name, arguments: args, result: null, mocked }, now);
    }
    if (method === 'resources/read')
      return keep<McpRead>(into.reads, { ...pending, kind: 'resource', name: textOf(params['uri']) }, now);
    if (method === 'prompts/get')
      return keep<McpRead>(into.reads, { ...pending, kind: 'prompt', name: textOf(params['name']) }, now);
    return null;
  }

  /** What a server says of a task. */
  function hear(task: Pending | undefined, ending: Ending | null, now: number): void {
    if (ending !== null) task?.end(ending, now);
  }

  return {
    ask(message, now, into, mocked = false) {
      if (message.kind !== 'request') return;
      const { id, method, params } = message;
      const task = tasks.get(taskAskedFor(message) ?? '');
      if (task !== undefined) polls.set(id, { task, isForResult: method === 'tasks/result' });
      const request = { key: repeatKey(method, params), into };
      const earlier = mocked ? undefined : resume(params, request);
      if (earlier !== undefined) return void open.set(id, earlier);
      const end = begun(method, params, now, into, mocked);
      if (end !== null) open.set(id, { ...request, end });
    },
    answer(message, now) {
      if (message.kind === 'notification') {
        if (message.method.startsWith('notifications/tasks'))
          hear(tasks.get(textOf(message.params['taskId'])), taskEnding(message.params), now);
        return;
      }
      if (message.kind !== 'result' && message.kind !== 'error') return;
      const [request, poll] = [open.get(message.id), polls.get(message.id)];
      open.delete(message.id);
      polls.delete(message.id);
      if (message.kind === 'error') {
        request?.end(failure(message.message), now);
        if (poll?.isForResult === true) poll.task.end(failure(message.message), now);
        return;
      }
      const { result } = message;
      if (poll !== undefined) hear(poll.task, poll.isForResult ? endingOf(result) : taskEnding(result), now);
      if (request === undefined) return;
      const [input, task] = [neededInput(result), taskOf(result)];
      if (input !== null) waiting.push({ ...request, input });
      else if (task !== null) tasks.set(task, request);
      else request.end(endingOf(result), now);
    },
    failOpen(reason, now) {
      for (const request of open.values()) request.end({ status: 'error', result: reason, bytes: 0 }, now);
      open.clear();
    },
  };
}

/** Name and arguments of a `tools/call`. */
export function callOf(params: JsonObject): { readonly name: string; readonly arguments: JsonObject } {
  const { name, arguments: args } = params;
  return {
    name: textOf(name),
    arguments: isJsonObject(args) ? args : args == null ? {} : { unparsed_arguments: args },
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** How a request ended. */
interface Ending {
  readonly status: 'ok' | 'error';
  readonly result: Json;
  readonly bytes: number;
}

/** What a server wants to be told before it answers a request (since 2026-07-28). */
interface NeededInput {
  /** Names of what it asks for. */
  readonly keys: readonly string[];
  /** What it wants back as it is; `null`: nothing. */
  readonly state: Json;
}

/** The ending that a result is. */
function endingOf(result: JsonObject): Ending {
  return { ...recordedResult(result), bytes: sizeOf(result) };
}

/** The ending that an error is. */
function failure(message: string): Ending {
  return { status: 'error', result: message, bytes: sizeOf(message) };
}

/** What is asked back in place of a result; `null`: nothing. */
function neededInput({ resultType, inputRequests, requestState }: JsonObject): NeededInput | null {
  if (resultType !== 'input_required') return null;
  return { keys: isJsonObject(inputRequests) ? Object.keys(inputRequests) : [], state: requestState ?? null };
}

/** Whether a request answers what was asked back: with the same state, and something of what was asked for. */
function bringsInput({ inputResponses, requestState }: JsonObject, { keys, state }: NeededInput): boolean {
  if (canonicalJson(requestState ?? null) !== canonicalJson(state)) return false;
  if (keys.length === 0) return state !== null;
  return isJsonObject(inputResponses) && keys.some((key) => Object.hasOwn(inputResponses, key));
}

/** A text that is equal for requests that differ in what they answer alone. */
function repeatKey(method: string, params: JsonObject): string {
  const { _meta, inputResponses, requestState, ...rest } = params;
  return `${method} ${canonicalJson(rest)}`;
}

/** The id of the task that a call became; `null`: it became none. In 2025-11-25 `task` holds it. */
function taskOf(result: JsonObject): string | null {
  const holder = result['resultType'] === 'task' ? result : Array.isArray(result['content']) ? null : result['task'];
  return isJsonObject(holder) && typeof holder['taskId'] === 'string' ? holder['taskId'] : null;
}

/** How a task ended, by what its server says of it; `null`: it goes on, or `tasks/result` will tell. */
function taskEnding({ status, statusMessage, result, error }: JsonObject): Ending | null {
  if (status === 'completed' && isJsonObject(result)) return endingOf(result);
  if (status !== 'failed' && status !== 'cancelled') return null;
  const message = isJsonObject(error) ? error['message'] : statusMessage;
  return failure(typeof message === 'string' ? message : `the task was ${status}`);
}

/** The task that a request asks about; `null`: none. */
function taskAskedFor({ method, params }: RpcMessage & { readonly kind: 'request' }): string | null {
  const { taskId } = params;
  return (method === 'tasks/get' || method === 'tasks/result') && typeof taskId === 'string' ? taskId : null;
}
