import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import { addUsage } from '#trials/trial/add-usage.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { accountOfSpan } from './account-of-span.ts';
import { attributeJson } from './namings/json-messages.ts';
import type { SpanAccount, TracedCall } from './namings/naming.ts';
import { nested, unwrapList } from './namings/nested.ts';
import { listOf } from './otlp/any-value.ts';
import type { Span } from './otlp/read-otlp.ts';

/** A call as spans tell it: what a model requested, what ran, or both. */
export interface TracedToolCall extends TracedCall {
  /** `null`: no run of it was seen. */
  readonly status: 'ok' | 'error' | null;
  readonly result: Json;
  readonly duration_ms: number | null;
}

/** What spans of one turn tell of the agent's work. */
export interface TracedWork {
  /** In the order requested. */
  readonly calls: readonly TracedToolCall[];
  /** Of all model calls; `null`: there is none, or one does not say. */
  readonly usage: Usage | null;
  /** Model calls. */
  readonly steps: number;
  /** Ids of documents that retrievers found, best first; `null`: there was no retriever. */
  readonly retrieved: readonly string[] | null;
}

interface Told {
  readonly span: Span;
  readonly account: SpanAccount;
}

/**
 * Reads the spans of one turn, in any order. Where instrumentations lie on one another, a model call counts at its innermost span
 * and a run of a tool at its outermost. A run completes the request that has its id, or else its name and arguments.
 */
export function workOfSpans(spans: readonly Span[]): TracedWork {
  const inOrder = spans.toSorted((a, b) => Number(a.start - b.start));
  const accounts = inOrder.flatMap((span): Told[] => {
    const account = accountOfSpan(span);
    return account === null ? [] : [{ span, account }];
  });
  const above = ancestors(spans);
  const models = accounts.filter(isModelCall);
  const around = new Set(models.flatMap(({ span }) => above(span)));
  const inner = models.filter(({ span }) => !around.has(span.id));
  const counted = new Set(inner.map(({ span }) => span.id));
  const ran = new Map(
    accounts.flatMap(({ span, account }) => (account.kind === 'tool' ? [[span.id, account.call]] : [])),
  );
  const calls: TracedToolCall[] = [];
  for (const { span, account } of accounts) {
    if (account.kind === 'tool') {
      const call = account.call;
      if (above(span).some((id) => isTwin(ran.get(id), call))) continue;
      complete(calls, { ...call, ...runOf(span) });
    } else if (counted.has(span.id)) {
      for (const call of requestedIn(account)) {
        if (call.id !== null && calls.some(({ id }) => id === call.id)) continue;
        calls.push({ ...call, status: null, result: null, duration_ms: null });
      }
    }
  }
  const steps = inner.filter(({ span }) => !NO_STEPS.includes(String(span.attributes['gen_ai.operation.name'])));
  return { calls, usage: usageOf(inner), steps: steps.length, retrieved: retrievedOf(inOrder) };
}

/** Whether a span is of an agent, a model, a tool or a retriever. */
export function tellsOfWork(span: Span): boolean {
  return accountOfSpan(span) !== null || documentsOf(span) !== null;
}

/** Calls of models that answer no one in the conversation. */
const NO_STEPS = ['embeddings', 'retrieval'];

/** Spans of other work may use the names of a convention too: a call says what was said, or names its model or its tokens. */
function isModelCall({ span: { attributes }, account }: Told): boolean {
  if (account.kind !== 'model') return false;
  return account.messages.length > 0 || MODELS.some((name) => name in attributes) || usageOfSpan(attributes) !== null;
}

const MODELS = ['gen_ai.request.model', 'gen_ai.response.model', 'llm.model_name', 'ai.model.id'];

/** Ids of the spans around a span, nearest first. */
function ancestors(spans: readonly Span[]): (span: Span) => readonly string[] {
  const parents = new Map(spans.map(({ id, parent }) => [id, parent]));
  return ({ id, parent }) => {
    const ancestors = new Set<string>();
    for (let at = parent; at !== null && at !== id && !ancestors.has(at); at = parents.get(at) ?? null)
      ancestors.add(at);
    return [...ancestors];
  };
}

/** What a model said last came out of the call; what is before it went in, and was counted when it was said. */
function requestedIn(account: Exclude<SpanAccount, { kind: 'tool' }>): readonly RequestedCall[] {
  const last = account.messages.findLastIndex(({ kind }) => kind !== 'model');
  return account.messages.slice(last + 1).flatMap((event) => (event.kind === 'model' ? event.calls : []));
}

function complete(calls: TracedToolCall[], run: TracedToolCall): void {
  const byId = run.id === null ? -1 : calls.findIndex(({ id }) => id === run.id);
  const at = byId === -1 ? calls.findIndex((call) => call.status === null && isTwin(call, run)) : byId;
  const twin = calls[at];
  if (twin === undefined) calls.push(run);
  else calls[at] = { ...run, id: twin.id, arguments: twin.arguments ?? run.arguments };
}

/** The same call, as far as both say: two ids that differ are two calls. */
function isTwin(left: TracedCall | undefined, right: TracedCall): boolean {
  if (left === undefined) return false;
  if (left.id !== null && right.id !== null) return left.id === right.id;
  if (left.name !== right.name) return false;
  return (
    left.arguments === null ||
    right.arguments === null ||
    canonicalJson(left.arguments) === canonicalJson(right.arguments)
  );
}

function runOf({ attributes, start, end, failed }: Span): Pick<TracedToolCall, 'status' | 'result' | 'duration_ms'> {
  const raw = RESULTS.map((name) => attributes[name]).find((value) => value !== undefined) ?? null;
  const read = attributeJson(raw);
  return {
    status: failed ? 'error' : 'ok',
    result: isJsonObject(read) || Array.isArray(read) ? read : raw,
    duration_ms: end > start ? Number((end - start) / 1_000_000n) : null,
  };
}

/** Where each convention writes what a tool returned. */
const RESULTS = ['gen_ai.tool.call.result', 'output.value', 'ai.toolCall.result', 'ai.toolCall.output'];

function usageOf(models: readonly Told[]): Usage | null {
  const [first = null, ...others] = models.map(({ span }) => usageOfSpan(span.attributes));
  return others.reduce((sum, other) => (sum === null || other === null ? null : addUsage(sum, other)), first);
}

/**
 * Ids of the documents that retrievers found, each once, in the order of the spans and best first in each; `null`: no span is of a
 * retriever.
 */
function retrievedOf(spans: readonly Span[]): readonly string[] | null {
  const ids = spans.flatMap((span) => documentsOf(span) ?? []);
  if (!spans.some((span) => documentsOf(span) !== null)) return null;
  return [...new Set(ids)].slice(0, MOST_DOCUMENTS);
}

/** As many as a turn may name. */
const MOST_DOCUMENTS = 10_000;

/** OpenInference writes `retrieval.documents.0.document.id`, OpenTelemetry a list in `gen_ai.retrieval.documents`. */
function documentsOf({ attributes }: Span): readonly string[] | null {
  const isRetriever = attributes['openinference.span.kind'] === 'RETRIEVER';
  const list = attributeJson(attributes['gen_ai.retrieval.documents']);
  if (!isRetriever && attributes['gen_ai.operation.name'] !== 'retrieval') return null;
  const documents = isRetriever ? unwrapList(nested(attributes, 'retrieval.documents'), 'document') : listOf(list);
  return documents.flatMap((document) => (isJsonObject(document) ? idOf(document['id']) : []));
}

function idOf(id: Json | undefined): readonly string[] {
  return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
}

/** Tokens of a model call by the names of every convention, the newest first; `null`: it names none. */
function usageOfSpan(attributes: JsonObject): Usage | null {
  const count = (names: readonly string[]): number | null =>
    names.map((name) => tokens(attributes[name])).find((value) => value !== null) ?? null;
  const [input, output] = [count(INPUT), count(OUTPUT)];
  if (input === null && output === null) return null;
  const [cacheReads, cacheWrites] = [count(CACHE_READ), count(CACHE_WRITE)];
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input === null || output === null ? null : input + output,
    cost_usd: null,
    estimated: false,
    ...(cacheReads !== null && { cache_read_tokens: cacheReads }),
    ...(cacheWrites !== null && { cache_write_tokens: cacheWrites }),
  };
}

const INPUT = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
];
const OUTPUT = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
];
const CACHE_READ = ['gen_ai.usage.cache_read.input_tokens', 'llm.token_count.prompt_details.cache_read'];
const CACHE_WRITE = [
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'llm.token_count.prompt_details.cache_write',
];

function tokens(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
