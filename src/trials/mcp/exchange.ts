import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { McpRead } from '#trials/trial/trajectory.ts';
import type { RpcId, RpcMessage } from './json-rpc.ts';
import { recordedResult, sizeOf } from './tool-result.ts';

/** One `tools/call` as a server saw it. */
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
  /** An answer of the server, or of a mock. */
  answer(message: RpcMessage, now: number): void;
  /** The server is gone: what it has not answered failed with this sentence. */
  lose(reason: string, now: number): void;
}

/** A connection between a client and the server of this name. */
export function createExchange(server: string): OpenRequests {
  const open = new Map<RpcId, (status: 'ok' | 'error', result: Json, bytes: number, now: number) => void>();

  function keep<Entry extends McpCall | McpRead>(list: Entry[], entry: Entry, id: RpcId, since: number): void {
    const place = list.push(entry) - 1;
    open.set(id, (status, result, bytes, now) => {
      const duration_ms = Math.max(0, Math.round(now - since));
      list[place] = { ...entry, status, duration_ms, bytes, ...('result' in entry && { result }) };
    });
  }

  function end(id: RpcId, status: 'ok' | 'error', result: Json, bytes: number, now: number): void {
    open.get(id)?.(status, result, bytes, now);
    open.delete(id);
  }

  return {
    ask(message, now, into, mocked = false) {
      if (message.kind !== 'request') return;
      const { id, method, params } = message;
      const started_ms = Math.max(0, Math.round(now - into.since_ms));
      const pending = { server, status: null, started_ms, duration_ms: null, bytes: null };
      if (method === 'tools/call') {
        const { name, arguments: args } = callOf(params);
        keep<McpCall>(into.calls, { ...pending, name, arguments: args, result: null, mocked }, id, now);
      } else if (method === 'resources/read') {
        keep<McpRead>(into.reads, { ...pending, kind: 'resource', name: textOf(params['uri']) }, id, now);
      } else if (method === 'prompts/get') {
        keep<McpRead>(into.reads, { ...pending, kind: 'prompt', name: textOf(params['name']) }, id, now);
      }
    },
    answer(message, now) {
      if (message.kind === 'result') {
        if (!open.has(message.id)) return;
        const { status, result } = recordedResult(message.result);
        end(message.id, status, result, sizeOf(message.result), now);
      } else if (message.kind === 'error') {
        end(message.id, 'error', message.message, sizeOf(message.message), now);
      }
    },
    lose(reason, now) {
      for (const id of [...open.keys()]) end(id, 'error', reason, 0, now);
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
