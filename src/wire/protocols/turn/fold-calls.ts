import { compileGlob } from '#cases/matching/glob.ts';
import { hashJson } from '#common/hash-json.ts';
import { addUsage } from '#trials/trial/add-usage.ts';
import type { ModelCallRecord, RequestSegment } from '#trials/trial/model-call-record.ts';
import type { ToolCall, Usage } from '#trials/trial/trajectory.ts';
import type { HandedBack } from '../format/wire-format.ts';
import type { CallFault, ModelCall } from '../model-call.ts';
import { isStep } from '../providers.ts';
import { chainResults } from './chain-results.ts';

/** What the model calls of one turn show. */
export interface WireAccount {
  /**
   * In the order requested, over all threads; `step` is the number of the model call (from 1). `null`: an answer requests calls
   * that can't be told apart or read, or broke off after some had come and no later request got the answer.
   */
  readonly tool_calls: readonly ToolCall[] | null;
  /** A request offers the model a tool, or an answer requests one: also one that is not the agent's own. */
  readonly shows_tools: boolean;
  /** The provider's ids of these, where it gave one. */
  readonly call_ids: ReadonlyMap<ToolCall, string>;
  /** Milliseconds of the turn before which they could not be known: a whole answer's end, a stream's request. */
  readonly known_ms: ReadonlyMap<ToolCall, number>;
  /** Of every try; `null` if no model worked ({@link isFree}), or a call's cost is unknown. */
  readonly usage: Usage | null;
  /** Model calls; the tries of one count once. */
  readonly steps: number;
  /** One for each of them. */
  readonly model_calls: readonly ModelCallRecord[];
  /** What the model was shown in them, each part once. */
  readonly segments: readonly RequestSegment[];
  /** As served, sorted, each once. */
  readonly models: readonly string[];
  readonly fault: CallFault | null;
  /** The provider's fault at the last request: no answer came after it. `null`: there is none. */
  readonly last_fault: CallFault | null;
  /** Calls that their provider refused or broke off, also where a later try was answered. */
  readonly unanswered: number;
  /** At least one call was answered from a cassette. */
  readonly replayed: boolean;
  /** Hash of the ids of the counted answers, including sub-agents'; `null` if one of them has none. */
  readonly response_ids_hash: string | null;
}

/**
 * Sums up the calls of one turn, given in the order of their requests.
 *
 * @param ignore_tools globs of tools that are not the agent's own
 * @param began_ms monotonic milliseconds at which the turn began
 */
export function foldCalls(
  calls: readonly ModelCall[],
  { ignore_tools, began_ms }: { readonly ignore_tools: readonly string[]; readonly began_ms: number },
): WireAccount {
  const results = chainResults(calls);
  const ignored = ignore_tools.map((glob) => compileGlob(glob, 'name'));
  const answers = lastAnswers(calls);
  const lost = calls.filter((call, place) => isLost(call) && (answers.get(call.request.body_hash) ?? -1) < place);
  const steps = lastTries(calls, results).filter((place) => isWork(calls[place], answers));
  const made = steps.flatMap((place) => calls[place] ?? []);
  const requested = steps
    .flatMap((place, step) => toolCalls(calls[place], results[place] ?? [], step + 1))
    .filter(({ call: { name } }) => !ignored.some((isIgnored) => isIgnored(name)));
  return {
    tool_calls: [...made, ...lost].some(hidesCalls) ? null : requested.map(({ call }) => call),
    shows_tools: calls.some(showsTools),
    call_ids: new Map(requested.flatMap(({ call, id }) => (id === null ? [] : [[call, id]]))),
    known_ms: new Map(requested.map(({ call, known_ms }) => [call, Math.floor(known_ms - began_ms)])),
    usage: totalUsage(calls),
    steps: steps.length,
    model_calls: callRecords(made, began_ms),
    segments: [...new Set(made.flatMap(({ segments }) => segments))],
    models: servedModels(calls),
    fault: faultOf(calls, lost),
    last_fault: lastFault(calls),
    unanswered: calls.filter(isLost).length,
    replayed: calls.some(({ replayed }) => replayed),
    response_ids_hash: responseIdsHash(made),
  };
}

/** By body, the place of the last request that was answered. */
type LastAnswers = ReadonlyMap<string, number>;

function lastAnswers(calls: readonly ModelCall[]): LastAnswers {
  return new Map(
    [...calls.entries()].flatMap(([place, { answer, request }]) =>
      answer === null ? [] : [[request.body_hash, place]],
    ),
  );
}

/** A model worked on it: it answered, or the client hung up during its work and never got the answer to the same body. */
function isWork(call: ModelCall | undefined, answers: LastAnswers): boolean {
  if (call === undefined || !isStep(call.endpoint)) return false;
  if (call.answer !== null) return true;
  return call.fault?.kind === 'aborted' && (call.tries > 0 || call.replayed) && !answers.has(call.request.body_hash);
}

/** The provider refused it or broke off. */
export function isLost({ fault }: Pick<ModelCall, 'fault'>): boolean {
  return fault !== null && UPSTREAM.has(fault.kind);
}

function hidesCalls({ endpoint, answer, hides_calls }: ModelCall): boolean {
  return isStep(endpoint) && (answer?.calls === null || hides_calls === true);
}

function showsTools(call: ModelCall): boolean {
  const { segments, answer, request } = call;
  const requested = hidesCalls(call) || (answer?.calls?.length ?? 0) > 0;
  return requested || request.results.length > 0 || segments.some(({ kind }) => kind === 'tool');
}

function toolCalls(
  call: ModelCall | undefined,
  results: ReturnType<typeof chainResults>[number],
  step: number,
): readonly { readonly call: ToolCall; readonly id: string | null; readonly known_ms: number }[] {
  const known_ms = call === undefined ? 0 : knownFrom(call);
  return (call?.answer?.calls ?? []).map(({ id, name, arguments: args }, at) => {
    const result = results[at] ?? null;
    const status = result?.status ?? null;
    return { call: { name, arguments: args, status, result: result?.result ?? null, step }, id, known_ms };
  });
}

/** The agent can make the first call of a stream while the rest still comes. */
function knownFrom({ request, started_ms, wait_ms, latency_ms }: ModelCall): number {
  return started_ms + wait_ms + (request.stream ? 0 : latency_ms);
}

/** As many as a results file may name. */
const MOST_MODELS = 100;

function servedModels(calls: readonly ModelCall[]): readonly string[] {
  return [...new Set(calls.flatMap(({ answer }) => answer?.model ?? []))].sort().slice(0, MOST_MODELS);
}

function totalUsage(calls: readonly ModelCall[]): Usage | null {
  const billed = calls.filter((call) => !isFree(call));
  let total: Usage | null = null;
  for (const { usage, endpoint } of billed.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    if (usage === null) return null;
    total = total === null ? usage : addUsage(total, isStep(endpoint) ? usage : { ...noneOf(total), ...usage });
  }
  return total?.models === undefined ? total : { ...total, models: total.models.slice(0, MOST_MODELS) };
}

/** Embeddings last: what they have no part of, the steps tell. */
function rankOf({ endpoint }: ModelCall): number {
  return isStep(endpoint) ? 0 : 1;
}

const PARTS = ['cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens'] as const;

/** No tokens of each part that the sum has: embeddings read no cache, and do not reason. */
function noneOf(total: Usage): Partial<Usage> {
  return Object.fromEntries(PARTS.filter((part) => total[part] !== undefined).map((part) => [part, 0]));
}

/** Nothing was sent, or the provider answered with an error instead of work. */
export function isFree({ answer, fault, usage, tries, replayed }: ModelCall): boolean {
  if (answer !== null || usage !== null) return false;
  return (tries === 0 && !replayed) || (fault !== null && fault.status !== null && fault.status >= 400);
}

/**
 * SHA-256 (hex) of the provider's ids of the answers; equal for two turns only if a cache repeated the answers of one.
 * Independent of the order, because parallel calls arrive in any. `null` if a call has no unique id, or there is no call.
 *
 * @param steps the calls that count, tries of one once
 */
function responseIdsHash(steps: readonly ModelCall[]): string | null {
  const ids = steps.map(({ answer }) => uniqueId(answer?.id ?? null)).filter((id) => id !== null);
  return steps.length > 0 && ids.length === steps.length ? hashJson(ids.sort()) : null;
}

/**
 * What an id must have after its prefix to be unique. Vendors use 20 characters and more; some compatible servers draw one of
 * 999 (`chatcmpl-417`), count, use the time, or always send the same.
 */
const SHORTEST = 16;

function uniqueId(id: string | null): string | null {
  return id !== null && id.replace(/^[a-z]+[-_]/, '').length >= SHORTEST ? id : null;
}

/**
 * The fault that a turn fails for. A refusal of ours (budget, cassette, step limit) is final: the first one counts. Otherwise
 * the last fault of the provider without a later successful call with the same body. What the agent caused itself (`rejected`,
 * `aborted`) does not count.
 *
 * @param lost calls whose body got no later answer
 */
function faultOf(calls: readonly ModelCall[], lost: readonly ModelCall[]): CallFault | null {
  const refused = calls.find(({ fault }) => fault !== null && REFUSALS.has(fault.kind));
  return (refused ?? lost.at(-1))?.fault ?? null;
}

function lastFault(calls: readonly ModelCall[]): CallFault | null {
  const last = calls.findLast(({ fault }) => fault?.kind !== 'aborted');
  return last !== undefined && isLost(last) ? last.fault : null;
}

const REFUSALS: ReadonlySet<CallFault['kind']> = new Set(['budget', 'replay_miss', 'limit']);
const UPSTREAM: ReadonlySet<CallFault['kind']> = new Set(['rate_limit', 'provider', 'network']);

/**
 * The model calls of a turn as they are stored.
 *
 * @param steps those that count, in order
 * @param began_ms monotonic milliseconds at which the turn began
 */
function callRecords(steps: readonly ModelCall[], began_ms: number): readonly ModelCallRecord[] {
  return steps.map((call, place) => ({
    step: place + 1,
    model: call.answer?.model ?? call.request.model,
    started_ms: Math.max(0, Math.round(call.started_ms - began_ms - waitedBefore(call, steps))),
    duration_ms: Math.round(call.latency_ms),
    usage: call.usage,
    ...(call.answer === null && call.fault?.kind === 'aborted' && { cancelled: true }),
    request: call.segments.map(({ hash }) => hash),
  }));
}

/** Our own waiting is no part of a turn's time: that of earlier calls must not move the later ones. */
function waitedBefore(call: ModelCall, steps: readonly ModelCall[]): number {
  const over = steps.filter((step) => step.started_ms + step.wait_ms + step.latency_ms <= call.started_ms);
  return over.reduce((sum, { wait_ms }) => sum + wait_ms, 0);
}

/**
 * The calls that count as model calls, by index: if the client sent a request again, only the last try that was answered, or the
 * last one if none was. A call is a retry of an earlier one with the same body if the client says so (`retry_count` above 0), or,
 * if it does not count, when nothing used the earlier answer (no later request returns a result of its calls). A used answer
 * always counts.
 *
 * @param results of each call's tools, from `chainResults`
 */
function lastTries(
  calls: readonly ModelCall[],
  results: readonly (readonly (HandedBack | null)[])[],
): readonly number[] {
  const standing: number[] = [];
  const isUsed = (place: number) =>
    results[place]?.some((result) => result !== null && !calls[place]?.answer?.results?.includes(result)) === true;
  for (const [place, call] of calls.entries()) {
    const again = standing.filter((earlier) => !isUsed(earlier) && isTryOf(call, calls[earlier]));
    // Among several equal requests, the unanswered one was sent again.
    const earlier = again.findLast((at) => calls[at]?.answer === null) ?? again.at(-1);
    if (earlier === undefined) standing.push(place);
    else if (call.answer !== null || calls[earlier]?.answer === null) {
      standing.splice(standing.indexOf(earlier), 1);
      standing.push(place);
    }
  }
  return standing;
}

function isTryOf({ endpoint, request }: ModelCall, earlier: ModelCall | undefined): boolean {
  if (earlier === undefined || earlier.endpoint !== endpoint) return false;
  if (earlier.request.body_hash !== request.body_hash) return false;
  const before = earlier.request.retry_count;
  return request.retry_count === null ? before === null : (before ?? 0) < request.retry_count;
}
