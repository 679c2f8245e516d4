import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../json.ts';
import type { Provider } from '../provider.ts';
import type { Finish, ScriptMessage, ScriptRequest, ScriptTool } from '../script.ts';

/** How one endpoint is spoken. */
export interface Protocol {
  readonly endpoint: ScriptRequest['endpoint'];
  /** Reads and checks a body. @throws Refusal as the real API would. */
  readonly read: (body: JsonObject, context: ReadContext) => ChatRequest;
  /** The body of a whole answer. */
  readonly whole: (reply: Reply) => JsonObject;
  /** The framed chunks of a streamed answer, in order. */
  readonly stream: (reply: Reply) => readonly (string | Uint8Array)[];
  /** The same up to its last call or text, without what says that the answer is over. */
  readonly unended: (reply: Reply) => readonly (string | Uint8Array)[];
  /** A framed error in the middle of a stream. */
  readonly streamError: (type: string, message: string) => string | Uint8Array;
  readonly streamType:
    | 'text/event-stream; charset=utf-8'
    | 'application/x-ndjson'
    | 'application/vnd.amazon.eventstream';
  /** Prefix and length of the rest of ids that calls get. */
  readonly callId: readonly [prefix: string, length: number];
}

/** What reading needs beside the body. */
interface ReadContext {
  readonly provider: Provider;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Beta fields are known. */
  readonly beta: boolean;
  /** The conversation of an earlier response; `null` when it is unknown. */
  readonly previous: (id: string) => readonly JsonObject[] | null;
}

/** A request in neutral words. */
export interface ChatRequest {
  readonly model: string;
  readonly system: string | null;
  readonly messages: readonly ScriptMessage[];
  readonly tool_schemas: readonly ScriptTool[];
  readonly stream: boolean;
  readonly temperature: number | null;
  readonly seed: number | null;
  /** False when the request allows one call at a time. */
  readonly parallel: boolean;
}

/** An answer to be written. */
export interface Reply {
  readonly provider: Provider;
  readonly request: ChatRequest;
  readonly body: JsonObject;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ReplyCall[];
  readonly finish: Finish;
  readonly usage: ReplyUsage;
  /** Unix seconds. */
  readonly created: number;
  /** Draws an id. */
  readonly id: (prefix: string, length: number) => string;
}

export interface ReplyCall {
  readonly id: string;
  readonly name: string;
  /** As sent, JSON or not. */
  readonly raw: string;
  /** `null` when `raw` is no JSON object. */
  readonly parsed: JsonObject | null;
}

/** Tokens; `input` counts caches, `output` counts reasoning. */
export interface ReplyUsage {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly reasoning: number;
}
