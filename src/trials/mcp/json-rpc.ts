import { cutDepth } from '#common/cut-depth.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { parseJsonText } from '#common/json-text.ts';

/** The id of a request; the answer has the same. */
export type RpcId = string | number;

/** A message of JSON-RPC 2.0, as far as the Model Context Protocol uses it. */
export type RpcMessage =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'result'; readonly id: RpcId; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly id: RpcId; readonly code: number; readonly message: string }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** No JSON-RPC: passed on, not recorded. */
  | { readonly kind: 'other' };

/** A text with messages: one, or a batch, nested no deeper than can be stored; `null`: it is not JSON. */
export function readRpcMessages(text: string): readonly RpcMessage[] | null {
  let value: Json;
  try {
    value = cutDepth(parseJsonText(text));
  } catch {
    return null;
  }
  return Array.isArray(value) ? value.map((item: Json) => messageOf(item)) : [messageOf(value)];
}

function messageOf(value: Json): RpcMessage {
  if (!isJsonObject(value)) return OTHER;
  const { id, method, params, result, error } = value;
  const request = typeof method === 'string' ? { method, params: isJsonObject(params) ? params : {} } : null;
  if (typeof id !== 'string' && typeof id !== 'number')
    return request === null ? OTHER : { kind: 'notification', ...request };
  if (request !== null) return { kind: 'request', id, ...request };
  if (isJsonObject(result)) return { kind: 'result', id, result };
  if (!isJsonObject(error)) return OTHER;
  const { code, message } = error;
  return {
    kind: 'error',
    id,
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : 'an error without a message',
  };
}

const OTHER: RpcMessage = { kind: 'other' };

/** The code that clients give a request without an answer in time. */
const TIMED_OUT = -32_001;

/** The error of a request that got no answer in time, as clients report it. */
export function timedOutAnswer(id: RpcId): JsonObject {
  return { jsonrpc: '2.0', id, error: { code: TIMED_OUT, message: 'Request timed out' } };
}

/** An answer of ours to a request that could not be passed on. */
export function errorAnswer(id: RpcId | null, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code: -32_603, message } };
}
