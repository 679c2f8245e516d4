import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { RpcMessage } from './json-rpc.ts';
import { recordedResult, sizeOf } from './tool-result.ts';

/** How a request ended. */
export interface Ending {
  readonly status: 'ok' | 'error';
  readonly result: Json;
  readonly bytes: number;
}

/** What a server wants to be told before it answers a request (since 2026-07-28). */
export interface NeededInput {
  /** Names of what it asks for. */
  readonly keys: readonly string[];
  /** What it wants back as it is; `null`: nothing. */
  readonly state: Json;
}

/** The ending that a result is. */
export function endingOf(result: JsonObject): Ending {
  return { ...recordedResult(result), bytes: sizeOf(result) };
}

/** The ending that an error is. */
export function failure(message: string): Ending {
  return { status: 'error', result: message, bytes: sizeOf(message) };
}

/** What is asked back in place of a result; `null`: nothing. */
export function neededInput({ resultType, inputRequests, requestState }: JsonObject): NeededInput | null {
  if (resultType !== 'input_required') return null;
  return { keys: isJsonObject(inputRequests) ? Object.keys(inputRequests) : [], state: requestState ?? null };
}

/** Whether a request answers what was asked back: with the same state, and something of what was asked for. */
export function bringsInput({ inputResponses, requestState }: JsonObject, { keys, state }: NeededInput): boolean {
  if (canonicalJson(requestState ?? null) !== canonicalJson(state)) return false;
  if (keys.length === 0) return state !== null;
  return isJsonObject(inputResponses) && keys.some((key) => Object.hasOwn(inputResponses, key));
}

/** A text that is equal for requests that differ in what they answer alone. */
export function repeatKey(method: string, params: JsonObject): string {
  const { _meta, inputResponses, requestState, ...rest } = params;
  return `${method} ${canonicalJson(rest)}`;
}

/** The id of the task that a call became; `null`: it became none. In 2025-11-25 `task` holds it. */
export function taskOf(result: JsonObject): string | null {
  const holder = result['resultType'] === 'task' ? result : Array.isArray(result['content']) ? null : result['task'];
  return isJsonObject(holder) && typeof holder['taskId'] === 'string' ? holder['taskId'] : null;
}

/** How a task ended, by what its server says of it; `null`: it goes on, or `tasks/result` will tell. */
export function taskEnding({ status, statusMessage, result, error }: JsonObject): Ending | null {
  if (status === 'completed' && isJsonObject(result)) return endingOf(result);
  if (status !== 'failed' && status !== 'cancelled') return null;
  const message = isJsonObject(error) ? error['message'] : statusMessage;
  return failure(typeof message === 'string' ? message : `the task was ${status}`);
}

/** The task that a request asks about; `null`: none. */
export function taskAskedFor({ method, params }: RpcMessage & { readonly kind: 'request' }): string | null {
  const { taskId } = params;
  return (method === 'tasks/get' || method === 'tasks/result') && typeof taskId === 'string' ? taskId : null;
}
