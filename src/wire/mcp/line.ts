import type { JsonObject } from '#common/json.ts';
import type { RpcMessage } from '#trials/mcp/json-rpc.ts';

/** A way to talk with a server; errors are predicates whose subject is the server. */
export interface Line {
  request(id: number, method: string, params: JsonObject): Promise<JsonObject>;
  notify(method: string): Promise<void>;
  /** What a program printed on standard error, and how it ended. */
  last(): { readonly stderr: string; readonly code: number | null };
  close(): Promise<void>;
}

/** The result of an answer to a method. */
export function resultOf(message: RpcMessage, method: string): JsonObject {
  if (message.kind === 'result') return message.result;
  throw new Error(`refuses ${method}: ${message.kind === 'error' ? message.message : 'it answered something else'}`);
}
