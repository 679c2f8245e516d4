import type { Budget, Clock } from '#ports/ports.ts';
import type { CapPrices } from '#trials/prices/prices.ts';
import type { CallContext, Cassettes, ModelGateway, ModelRequest, ModelResponse } from '#wire/ports.ts';
import { classifyRefusal } from '#wire/protocols/classify-refusal.ts';
import { isFramed } from '#wire/protocols/event-frames.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import { isStep } from '#wire/protocols/providers.ts';
import { pathWithHeaders, type Route, route, SERVED } from '#wire/protocols/route.ts';
import type { AnswerSource } from './answers/answer-source.ts';
import { deliverError } from './answers/deliver-error.ts';
import { deliverStream } from './answers/deliver-stream.ts';
import { deliverWhole } from './answers/deliver-whole.ts';
import { liveAnswer } from './answers/live-answer.ts';
import { refuse, refusePath } from './answers/refuse.ts';
import { findStored, storedAnswer } from './answers/stored-answer.ts';
import { errorJson } from './answers/upstream-fault.ts';
import { openRecord } from './call/call-record.ts';
import { createBodyReader, type OpenCall } from './call/open-call.ts';
import { PATIENCE, type Patience } from './call/patience.ts';
import { createRunRefusal } from './call/run-refusal.ts';
import { type Accounting, settleCall } from './call/settle.ts';
import type { Upstreams } from './call/upstream.ts';
import { createDestinations } from './http/destinations.ts';
import { requestHeaders } from './http/request-headers.ts';
import { regionProblem, signingTransport } from './http/signing-transport.ts';
import { createTransport } from './http/transport.ts';
import { createLimiters } from './sending/limiters.ts';
import { type Sender, type Sent, sendWithRetries, type UpstreamError } from './sending/send-with-retries.ts';

/** Parts of a gateway. */
export interface ModelGatewayOptions extends CapPrices {
  readonly upstreams: Upstreams;
  readonly budget: Budget;
  /** `null`: every call is sent, nothing is stored. */
  readonly cassettes: Cassettes | null;
  readonly clock: Clock;
  /** Of each host, for gateways that share hosts; absent: its own. */
  readonly limiterOf?: ReturnType<typeof createLimiters>;
  /** 0 to 1; default `Math.random`. Only spreads retries. */
  readonly random?: () => number;
  readonly patience?: Partial<Patience>;
}

/**
 * The only way to model providers. It refuses a call when the run is over, when the call's turn has used its steps, or when the
 * call is neither stored nor affordable; otherwise the call waits for its slot at the host, is sent, retried as far as that is
 * safe, read while it passes, priced and reported.
 */
export function createModelGateway(options: ModelGatewayOptions): ModelGateway {
  const { upstreams, budget, prices, base_prices, cassettes, clock } = options;
  const stop = new AbortController();
  const closing = new AbortController();
  const transport = createTransport(upstreams.proxy);
  const limiterOf = options.limiterOf ?? createLimiters(clock, closing.signal);
  const destinationOf = createDestinations();
  const readBody = createBodyReader();
  /** Base URLs of servers that do not support the option that requests a stream's usage. */
  const withoutUsage = new Set<string>();
  const made = new Set<string>();
  const refusal = createRunRefusal(() => stop.abort());
  const onSpent = () => {
    if (budget.exhausted() !== null) stop.abort();
  };
  const accounting: Accounting = { budget, prices, base_prices, cassettes, refusal, made, onSpent };
  const sender: Omit<Sender, 'limiter' | 'classify'> = {
    transport,
    clock,
    random: options.random ?? Math.random,
    patience: { ...PATIENCE, ...options.patience },
    stopped: () => closing.signal.aborted || refusal.current() !== null || budget.exhausted() !== null,
    stop: stop.signal,
    timeLeft: () => budget.timeLeft(),
  };

  async function call(unsent: ModelRequest, context: CallContext, signal: AbortSignal): Promise<ModelResponse> {
    const routed = route(unsent.provider, unsent.method, unsent.path);
    if (routed === null) {
      return refusePath(
        unsent.provider,
        `${unsent.method} ${unsent.path} is not supported; supported are ${SERVED[unsent.provider]}`,
      );
    }
    const request = { ...unsent, path: pathWithHeaders(unsent.provider, routed.path, unsent.headers) };
    const upstream = upstreams[unsent.provider];
    const read = readBody(request, routed, !withoutUsage.has(upstream.base_url));
    const open: OpenCall = {
      request,
      context,
      signal,
      upstream,
      ...read,
      collection: routed.collection,
      record: openRecord(read.wire, context, clock),
    };

    const over = refusal.current();
    if (over !== null) return fail(open, 'rejected', over);
    const refused = open.refused ?? regionProblem(unsent.headers, upstream);
    if (refused !== null) return fail(open, 'rejected', refused, 400);
    if (changesOthers(open, routed, made)) return fail(open, 'rejected', NOT_OURS, 403);
    const limit = isStep(routed.endpoint) ? (context.refusal?.() ?? null) : null;
    if (limit !== null) return fail(open, 'limit', limit);
    const replay = cassettes === null ? null : await findStored(open, cassettes);
    if (replay !== null && 'hit' in replay) return deliver(open, storedAnswer(replay.hit), accounting);
    if (replay !== null && 'refused' in replay) return fail(open, 'replay_miss', replay.refused);
    return send(open);
  }

  /** @param again the same request was refused because of the usage option that we added */
  async function send(open: OpenCall, again = false): Promise<ModelResponse> {
    const { upstream } = open;
    const { origin, path } = destinationOf(upstream, open.request.path);
    const outbound = (token: string | null) => ({
      method: open.request.method,
      origin,
      path,
      headers: {
        ...requestHeaders(open.request.headers, upstream, token),
        // What was read as JSON is to be read as nothing else.
        ...(open.request.bytes === undefined && open.body !== '' && { 'content-type': 'application/json' }),
      },
      body: open.request.bytes ?? open.body,
    });
    const { provider } = open.request;
    const toHost: Sender = {
      ...sender,
      transport: signingTransport(transport, upstream, clock),
      ...(upstream.held && { held: upstream.held }),
      limiter: limiterOf(origin),
      classify: (status, body) => classifyRefusal(provider, status, errorJson(body)),
    };
    const outcome = await sendWithRetries(outbound, toHost, open.record, open.signal);
    // Errors quote requests, so an error alone says nothing about the server.
    if (again && outcome.kind === 'answer') withoutUsage.add(open.upstream.base_url);
    return conclude(open, outcome);
  }

  async function conclude(open: OpenCall, outcome: Sent): Promise<ModelResponse> {
    if (outcome.kind === 'answer' || outcome.kind === 'error') refusal.reached(open.upstream);
    switch (outcome.kind) {
      case 'answer':
        return deliver(open, liveAnswer(outcome.exchange, outcome.slot, open.upstream), accounting);
      case 'error':
        if (open.usage_added && refusesUsage(outcome.error)) {
          return send({ ...open, body: open.request.body, usage_added: false }, true);
        }
        return deliverError(open, outcome.error, accounting);
      case 'lost':
        // Clients probe for servers that may not exist; a model that can't be called is another matter.
        if (!outcome.sent && open.wire !== null) refusal.unreachable(open.upstream, outcome.message);
        return failCall(open, outcome.sent, 'network', `no answer of ${open.upstream.host}: ${outcome.message}`);
      case 'no_token':
        return fail(open, 'rejected', refusal.withoutToken(outcome.problem));
      case 'aborted':
        return failCall(open, outcome.sent, 'aborted', 'the client went away before there was an answer');
      case 'stopped': {
        const over = refusal.current();
        if (over !== null) return fail(open, 'rejected', over);
        const spent = budget.exhausted();
        return spent !== null ? fail(open, 'budget', spent) : fail(open, 'aborted', 'the run is over');
      }
    }
  }

  /** The price of a request that was sent but not answered is unknown, but not zero. */
  function failCall(open: OpenCall, sent: boolean, kind: CallFault['kind'], message: string): ModelResponse {
    const fault = { kind, status: null, message };
    if (sent) settleCall(open, accounting, { answer: null, fault, usage: null, whole: false }, false);
    return fail(open, kind, message);
  }

  return {
    call,
    refusal: refusal.current,
    close: async () => {
      closing.abort();
      stop.abort();
      await transport.close();
    },
  };
}

/** Whether a request deletes or changes a stored object that this run has not made there. A search only reads. */
function changesOthers(call: OpenCall, { object, path }: Route, made: ReadonlySet<string>): boolean {
  const { method } = call.request;
  const reads = method === 'GET' || (method === 'POST' && SEARCH.test(path));
  if (method === 'DELETE' && object === null) return true;
  const changed = reads ? [] : [object, call.appends_to];
  return changed.some((address) => address !== null && !made.has(`${call.upstream.base_url}${address}`));
}

const SEARCH = /^[^?]*\/vector_stores\/[^/?]+\/search(?:\?|$)/;

const NOT_OURS =
  'the recorder deletes and changes only what this run has made: its key may reach conversations, files and responses of others';

/** The client did not request the usage, so its request must not fail because of our option. */
function refusesUsage({ status, body }: UpstreamError): boolean {
  return (status === 400 || status === 422) && new TextDecoder().decode(body).includes('stream_options');
}

/** Ends a call without an answer from anyone else. */
function fail({ request, record }: OpenCall, kind: CallFault['kind'], message: string, status?: number): ModelResponse {
  record.close({ answer: null, fault: { kind, status: null, message }, usage: null, replayed: false });
  return refuse(request.provider, kind, message, status);
}

/**
 * Passes an answer to the client and settles its account. A stream is passed on as it comes, another body when it is complete.
 */
function deliver(call: OpenCall, source: AnswerSource, accounting: Accounting): Promise<ModelResponse> {
  return isStream(call, source) ? deliverStream(call, source, accounting) : deliverWhole(call, source, accounting);
}

function isStream({ wire }: OpenCall, { headers, status }: AnswerSource): boolean {
  if (status >= 400) return false;
  const type = headers['content-type'] ?? '';
  if (isFramed(type) || type.includes('event-stream') || type.includes('ndjson')) return true;
  return wire?.request.stream === true && !type.includes('json');
}
