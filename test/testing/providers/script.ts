import type { JsonObject } from './json.ts';
import type { Endpoint, Provider } from './provider.ts';

/** What the "model" says to each request. May be asynchronous; must not keep state of its own that depends on order. */
export type ModelScript = (request: ScriptRequest) => ScriptAnswer | Promise<ScriptAnswer>;

/** One request, in words that are the same for every provider. */
export interface ScriptRequest {
  readonly provider: Provider;
  /** Only chats come to a script: embeddings, moderations and counts are answered by the server itself. */
  readonly endpoint: Exclude<Endpoint, 'openai_embeddings'>;
  readonly model: string;
  /** All system and developer texts, joined by an empty line; `null` when there is none. */
  readonly system: string | null;
  /** The whole conversation, with what `previous_response_id` stands for. */
  readonly messages: readonly ScriptMessage[];
  /** Names of the tools on offer. */
  readonly tools: readonly string[];
  readonly tool_schemas: readonly ScriptTool[];
  readonly stream: boolean;
  readonly temperature: number | null;
  readonly seed: number | null;
  /** Uniform on 0–1. With a seed of the server: equal for the n-th request of equal content, in whatever order requests come. */
  readonly random: () => number;
  readonly headers: Readonly<Record<string, string>>;
  /** This is the n-th request of any kind to the server, from 1. */
  readonly count: number;
  /** As sent. */
  readonly body: JsonObject;
}

/** A message; a request's tool results are messages of the role `tool`, one each. */
export interface ScriptMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** Of an assistant. */
  readonly calls: readonly ScriptCall[];
  /** Of a tool result; `null` where the provider knows no ids, and of other roles. */
  readonly call_id: string | null;
  /** Of a tool result, found by its id where the provider sends no name. */
  readonly tool_name: string | null;
  /** Anthropic's `is_error`; false where the provider has no such field. */
  readonly is_error: boolean;
}

/** A call that an earlier answer requested. */
export interface ScriptCall {
  readonly id: string | null;
  readonly name: string;
  /** `null` when they are no JSON object. */
  readonly arguments: JsonObject | null;
}

/** A tool on offer. */
export interface ScriptTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** What the model says. An empty object is an empty answer. */
export interface ScriptAnswer {
  readonly text?: string;
  readonly calls?: readonly AnswerCall[];
  /** Thinking (Anthropic, Ollama), a summary of reasoning (Responses); not seen in OpenAI's chat. */
  readonly reasoning?: string;
  readonly usage?: ScriptUsage;
  /** Why it ended; default: `tool_calls` with calls, else `stop`. */
  readonly finish?: Finish;
  /** Out of a response cache, under this name: answers of one name have the same ids. Default: fresh ones. */
  readonly cached_as?: string;
  /** The model's name as served; default: as requested. */
  readonly model?: string;
  /** Before the answer begins, added to the server's `latency_ms`. */
  readonly delay_ms?: number;
  /** Before every chunk of a stream but the first. */
  readonly chunk_delay_ms?: number;
  /** What a stream calls itself, in place of its own type. */
  readonly stream_type?: string;
  readonly fault?: Fault;
}

/** A requested call. A string is sent as it is: malformed JSON. */
export interface AnswerCall {
  readonly name: string;
  readonly arguments?: JsonObject | string;
  readonly id?: string;
}

/** Why an answer ended. */
export type Finish = 'stop' | 'tool_calls' | 'length' | 'refusal';

/**
 * Tokens, normalised: `input` counts what came from and went to a cache, `output` counts reasoning. Default: a quarter of the characters,
 * and no cache.
 */
export interface ScriptUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
  readonly reasoning?: number;
}

/** Something goes wrong instead of, or in the middle of, the answer. */
export type Fault =
  /** An answer with an error status, in the provider's shape unless `body` is given. */
  | {
      readonly status: number;
      readonly error?: { readonly type?: string; readonly code?: string; readonly message?: string };
      readonly body?: string | JsonObject;
      /** Seconds; a fraction is told in `retry-after-ms` beside the rounded-up header. */
      readonly retry_after?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Never answered; ends when the client goes away or the server closes. */
  | { readonly kind: 'hang' }
  /** The connection is reset after the request was read, before any answer. */
  | { readonly kind: 'reset' }
  /** The connection dies after so many chunks of a stream; a whole answer dies in the middle of its body. */
  | { readonly kind: 'cut'; readonly after_chunks: number }
  /** A stream ends as if it were over, after its last call but without what says that it is; a whole answer is as ever. */
  | { readonly kind: 'unended' }
  /** Nothing more comes after so many chunks of a stream, or after half of a whole answer; ends as `hang` does. */
  | { readonly kind: 'stall'; readonly after_chunks: number }
  /**
   * An error event after the first chunks of a stream, or `late`, in place of what would say that it is over; for a whole answer,
   * an error with status 500.
   */
  | { readonly kind: 'stream_error'; readonly type: string; readonly message: string; readonly late?: true };
