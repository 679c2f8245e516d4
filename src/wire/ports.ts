import type { Message } from '#cases/suite/case.ts';
import type { SimulatedUserSpec } from '#cases/suite/simulated-user.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import type { Json, JsonObject } from '#common/json.ts';
import type { KnownVerdicts } from '#judge/known-verdicts.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import type { Span } from '#trials/traces/otlp/read-otlp.ts';
import type { Method } from '#wire/protocols/format/provider.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import type { Provider } from '#wire/protocols/providers.ts';

/** A request to a provider, independent of the provider's host. */
export interface ModelRequest {
  readonly provider: Provider;
  readonly method: Method;
  /**
   * Below the provider's base and without its `/v1`: `/chat/completions`, `/messages`; `/api/chat` for Ollama. May include a
   * query.
   */
  readonly path: string;
  /** The client's own, lower-case; the gateway forwards those it knows. */
  readonly headers: { readonly [name: string]: string };
  /** JSON text; empty for GET. A body of another type is text that compares like it. */
  readonly body: string;
  /** What is sent in place of `body` if that is not JSON. */
  readonly bytes?: Uint8Array;
}

/** The answer, piece by piece as it arrives. `body` throws if upstream is lost in mid-stream. */
export interface ModelResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body, where it was read on the way: its JSON, or its text if it is none. */
  readonly read?: Json;
}

/** One trial of a case; `index` counts from 1. */
interface TrialKey {
  readonly case_id: string;
  readonly index: number;
}

/** One attempt at a trial, a new object each time: a retried trial counts its requests from 0. */
export interface TrialAttempt {
  readonly trial: TrialKey;
  /** It judges what another attempt at the trial did: both belong to the trial. */
  readonly judges?: true;
}

/** Who makes a call, and who is told about it. */
export interface CallContext {
  /** Who pays: tokens of agent, simulated user and judge are never mixed. */
  readonly ledger: 'agent' | 'user' | 'judge';
  /** The attempt at a trial it belongs to; `null` for a late call or one that belongs to none. */
  readonly attempt: TrialAttempt | null;
  /** Refuses the call as a `limit` with this sentence; `null` accepts it. Called before anything is sent. */
  refusal?(): string | null;
  /** `true` when the call begins to wait for our limiter or a retry of ours, `false` when it continues. Always in pairs. */
  onWait(waiting: boolean): void;
  /** Once for each call to an {@link Endpoint}, when it begins; `look` returns it as if it ended now. */
  onOpen?(look: () => ModelCall): void;
  /** Once for each call to an {@link Endpoint}, when its answer is complete, has broken off, or was refused. */
  onCall(call: ModelCall): void;
}

/**
 * The only way to model providers: it has the keys, the hosts that may get them, the budget, the limiter of each host, prices
 * and cassettes. Never rejects: a failure is an answer with a status and an error body in the provider's own format, so that
 * any client understands it.
 */
export interface ModelGateway {
  call(request: ModelRequest, context: CallContext, signal: AbortSignal): Promise<ModelResponse>;
  /** Why no trial can continue: the key is refused, the model is unknown, the account has no credit. `null` otherwise. */
  refusal(): string | null;
  close(): Promise<void>;
}

/** Gives programs a route to the gateway on loopback, and says which calls belong to which turn. */
export interface Recorder {
  /** A route of its own for one process. */
  open(): Promise<RecorderSession>;
  /** Sentences about calls that were paid for but belong to no trial; read after the last trial. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** The route of one process. */
export interface RecorderSession {
  /** Base URLs and dummy keys, for the environment of the process. */
  readonly variables: { readonly [name: string]: string };
  /** Calls through this session belong to the turn from now on, until it ends. */
  begin(turn: RecordedTurn): TurnRecording;
  /** The route is closed: later requests are refused. */
  close(): void;
}

/** The turn of a recording. */
export interface RecordedTurn {
  readonly attempt: TrialAttempt;
  readonly turn: number;
  /** Model calls allowed; the next one is refused. `null`: any number. */
  readonly max_steps: number | null;
}

/** What crosses the wire during one turn. */
export interface TurnRecording {
  /** Routes that belong to this turn alone, for agents that play several trials at once: `openai`, `anthropic`, `ollama`. */
  readonly base_urls: { readonly [provider: string]: string };
  /** The token of these routes: value of the header `x-agent-eval-trial`. */
  readonly token: string;
  /** Milliseconds so far in which a call waited for our limiter. */
  waited(): number;
  /** Milliseconds since the first model call arrived, without those in which one waited; `null`: none has. */
  sinceFirstCall(): number | null;
  /** Whether another turn was open on the same session meanwhile: calls by the session's own token are missing from both then. */
  shared(): boolean;
  /** The calls that have not ended yet, in their current state. */
  open(): readonly ModelCall[];
  /** Waits a moment for the calls that the client has hung up on: they belong to the turn. */
  settle(): Promise<void>;
  /** Ends the turn: calls that are not complete by now belong to no trial. In the order of their requests. */
  end(): readonly ModelCall[];
  /**
   * Waits, after the end of the turn, for the spans that its process made meanwhile; absent: it is asked for none. To be called
   * once. The signal ends the wait.
   */
  spans?(signal: AbortSignal): Promise<ReceivedSpans>;
}

/** The spans of a turn. */
export interface ReceivedSpans {
  readonly spans: readonly Span[];
  /** Why more were sent than can be read, a sentence; `null`: all were read. */
  readonly problem: string | null;
}

/** A message of a conversation with a model: the model's messages include its calls, a tool's message the call it answers. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly calls: readonly RequestedCall[];
      readonly raw: Json;
    }
  | {
      readonly role: 'tool';
      readonly call_id: string;
      readonly name: string;
      readonly content: string;
      readonly is_error: boolean;
    };

/** A request to a model. */
export interface ChatRequest {
  readonly system: string | null;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSchema[];
  /** Sent if the API has seeds and the config asks for it. */
  readonly seed: number | null;
}

/** The model's answer. `message` goes back into the conversation unchanged. */
export interface ChatAnswer {
  readonly message: Extract<ChatMessage, { role: 'assistant' }>;
  /** `stop`, `tool_calls`, `length`, `refusal` … as far as they can be distinguished. */
  readonly finish: 'stop' | 'tool_calls' | 'length' | 'refusal';
}

/** A model that answers whole conversations. */
export interface ChatModel {
  /** @throws ModelCallError if there was no answer. */
  complete(request: ChatRequest, context: CallContext, signal: AbortSignal): Promise<ChatAnswer>;
}

/** A model call without an answer; `CallContext.onCall` got the fault itself. */
export class ModelCallError extends Error {
  override readonly name = 'ModelCallError';
}

/** Plays the user of conversations. */
export interface SimulatedUser {
  /** What the user says next; `null`: the user is done. @throws ModelCallError if the model gave no answer. */
  next(
    spec: SimulatedUserSpec,
    conversation: readonly Message[],
    context: CallContext,
    signal: AbortSignal,
  ): Promise<string | null>;
}

/** A question to a model that judges, and the shape of its answer. */
export interface JudgeCallRequest {
  readonly system: string;
  readonly user: string;
  /** JSON Schema of the answer; its keys are written in their order. */
  readonly schema: JsonObject;
}

/** A model that judges. */
export interface JudgeModel {
  /** The text of its answer, JSON if the model keeps to the schema. @throws ModelCallError if there was no answer. */
  ask(request: JudgeCallRequest, context: CallContext, signal: AbortSignal): Promise<string>;
}

/** A model of embeddings. */
export interface EmbeddingModel {
  /** @throws ModelCallError if there is no embedding. */
  embed(text: string, context: CallContext, signal: AbortSignal): Promise<readonly number[]>;
}

/** Verdicts on contents that were judged before, by the hash of judge, criteria and content. */
export interface JudgeCache {
  /** `null`: unknown. */
  find(key: string): KnownVerdicts | null;
  keep(key: string, known: KnownVerdicts): void;
}

/** A stored answer of a provider: the body as text, as it went over the wire; a binary stream as a line for each frame. */
export interface StoredResponse {
  readonly status: number;
  readonly content_type: string;
  readonly body: string;
}

/** Stored answers of earlier runs. */
export interface Cassettes {
  /**
   * `record`: every call is sent and stored; `auto`: stored answers are used, other calls are sent and stored; `strict`:
   * nothing is sent. `off` has no cassettes at all: the gateway then gets `null` instead.
   */
  readonly mode: 'record' | 'auto' | 'strict';
  /**
   * The stored answer to the same request of the same trial: for the n-th such request within one attempt, the n-th answer.
   * `miss` is a sentence on how the request differs from what is stored. Always a miss in the mode `record`.
   */
  find(
    request: ModelRequest,
    attempt: TrialAttempt,
  ): Promise<{ readonly hit: StoredResponse } | { readonly miss: string }>;
  /** Stores a complete answer (status 200 to 299, and 4xx caused by the request itself). */
  store(request: ModelRequest, attempt: TrialAttempt, response: StoredResponse): void;
  /** Highest number of stored trials of any case; `null` if nothing is stored. */
  trials(): Promise<number | null>;
  /** Writes what was stored. */
  close(): Promise<void>;
}
