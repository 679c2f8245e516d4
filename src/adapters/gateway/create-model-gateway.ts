import type {
  Budget,
  CallContext,
  Cassettes,
  ModelGateway,
  ModelRequest,
  ModelResponse,
} from '#application/model-ports.ts';
import type { Clock } from '#application/ports.ts';
import type { Prices } from '#domain/prices/prices.ts';
import { classifyRefusal } from '#domain/wire/classify-refusal.ts';
import type { CallFault } from '#domain/wire/model-call.ts';
import { route, SERVED } from '#domain/wire/route.ts';
import { openRecord } from './call-record.ts';
import { deliver } from './deliver.ts';
import { deliverError } from './deliver-error.ts';
import { createDestinations } from './destinations.ts';
import { findStored } from './find-stored.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { liveAnswer } from './live-answer.ts';
import { type OpenCall, readCallBody } from './open-call.ts';
import { PATIENCE, type Patience } from './patience.ts';
import { refuse, refusePath } from './refuse.ts';
import { requestHeaders } from './request-headers.ts';
import { createRunRefusal } from './run-refusal.ts';
import { type Sender, type Sent, sendPatiently } from './send-patiently.ts';
import type { Books } from './settle.ts';
import { storedAnswer } from './stored-answer.ts';
import { createTransport } from './transport.ts';
import type { Upstreams } from './upstream.ts';
import { errorJson } from './upstream-fault.ts';

/** What a gateway is made of. */
export interface ModelGatewayOptions {
  readonly upstreams: Upstreams;
  readonly budget: Budget;
  readonly prices: Prices;
  /** `null`: every call is made, nothing is stored. */
  readonly cassettes: Cassettes | null;
  readonly clock: Clock;
  /** 0 to 1; default `Math.random`. Spreads retries only. */
  readonly random?: () => number;
  readonly patience?: Partial<Patience>;
}

/**
 * The one way to model providers. Each call is refused when the run is over, when its turn has used its steps, or when it is neither stored
 * nor affordable; otherwise it waits for its place at the host, is sent, retried as far as that is safe, read in passing, priced and told of.
 */
export function createModelGateway(options: ModelGatewayOptions): ModelGateway {
  const { upstreams, budget, prices, cassettes, clock } = options;
  const stop = new AbortController();
  const closing = new AbortController();
  const transport = createTransport(upstreams.proxy);
  const limiters = new Map<string, Limiter>();
  const destinationOf = createDestinations();
  const refusal = createRunRefusal(() => stop.abort());
  const onSpent = () => {
    if (budget.exhausted() !== null) stop.abort();
  };
  const books: Books = { budget, prices, cassettes, refusal, onSpent };
  const sender: Omit<Sender, 'limiter' | 'classify'> = {
    transport,
    clock,
    random: options.random ?? Math.random,
    patience: { ...PATIENCE, ...options.patience },
    stopped: () => closing.signal.aborted || refusal.current() !== null || budget.exhausted() !== null,
    stop: stop.signal,
    timeLeft: () => budget.timeLeft(),
  };

  function limiterOf(origin: string): Limiter {
    const found = limiters.get(origin);
    if (found !== undefined) return found;
    const limiter = createLimiter(clock, closing.signal);
    limiters.set(origin, limiter);
    return limiter;
  }

  async function call(asked: ModelRequest, context: CallContext, signal: AbortSignal): Promise<ModelResponse> {
    const routed = route(asked.provider, asked.method, asked.path);
    if (routed === null) {
      return refusePath(
        asked.provider,
        `${asked.method} ${asked.path} is not served; served are ${SERVED[asked.provider]}`,
      );
    }
    const request = { ...asked, path: routed.path };
    const read = readCallBody(request, routed);
    const wire = read.wire === null ? null : { endpoint: read.wire.format.endpoint, request: read.wire.request };
    const record = openRecord(wire, context, clock);
    const open: OpenCall = { request, context, signal, upstream: upstreams[asked.provider], ...read, record };

    const over = refusal.current();
    if (over !== null) return fail(open, 'rejected', over);
    const limit = context.refusal?.() ?? null;
    if (limit !== null) return fail(open, 'limit', limit);
    const replay = cassettes === null ? null : await findStored(open, cassettes);
    if (replay !== null && 'hit' in replay) return deliver(open, storedAnswer(replay.hit), books);
    if (replay !== null && 'refused' in replay) return fail(open, 'replay_miss', replay.refused);
    return send(open);
  }

  async function send(open: OpenCall): Promise<ModelResponse> {
    const { origin, path } = destinationOf(open.upstream, open.request.path);
    const outbound = {
      method: open.request.method,
      origin,
      path,
      headers: requestHeaders(open.request.headers, open.upstream),
      body: open.body,
    };
    const { provider } = open.request;
    const toHost: Sender = {
      ...sender,
      limiter: limiterOf(origin),
      classify: (status, body) => classifyRefusal(provider, status, errorJson(body)),
    };
    return conclude(open, await sendPatiently(outbound, toHost, open.record, open.signal));
  }

  async function conclude(open: OpenCall, sent: Sent): Promise<ModelResponse> {
    switch (sent.kind) {
      case 'answer':
        return deliver(open, liveAnswer(sent.exchange, sent.slot), books);
      case 'error':
        return deliverError(open, sent.error, books);
      case 'lost':
        return fail(open, 'network', `no answer of ${open.upstream.host}: ${sent.message}`);
      case 'aborted':
        return fail(open, 'aborted', 'the client went away before there was an answer');
      case 'stopped': {
        const over = refusal.current();
        if (over !== null) return fail(open, 'rejected', over);
        const spent = budget.exhausted();
        return spent !== null ? fail(open, 'budget', spent) : fail(open, 'aborted', 'the run is over');
      }
    }
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

/** A call that ends without an answer of anyone else. */
function fail({ request, record }: OpenCall, kind: CallFault['kind'], message: string): ModelResponse {
  record.close({ answer: null, fault: { kind, status: null, message }, usage: null, replayed: false });
  return refuse(request.provider, kind, message);
}
