import { type BodyQueue, createBodyQueue } from '#wire/gateway/http/body-queue.ts';
import type { BodySink } from '#wire/gateway/http/exchange.ts';
import type { ModelResponse } from '#wire/ports.ts';
import type { OpenCall } from '../call/open-call.ts';
import { createKeyFilter } from '../call/secret.ts';
import { type Accounting, keep, settleCall } from '../call/settle.ts';
import type { AnswerSource } from './answer-source.ts';
import { lossFault } from './loss-fault.ts';
import { refuse } from './refuse.ts';
import { createStreamTap, type StreamTap } from './stream-tap.ts';
import { createUsageFilter } from './usage-filter.ts';

/**
 * An answer that is passed on as it comes. The call is settled when the end of the stream is seen, before the client gets it:
 * whatever the client does next, such as another call or the end of its turn, finds this call complete.
 */
export async function deliverStream(
  call: OpenCall,
  source: AnswerSource,
  accounting: Accounting,
): Promise<ModelResponse> {
  const type = source.headers['content-type'] ?? 'text/event-stream';
  const tap = createStreamTap(call, type, accounting.cassettes !== null && !source.replayed);
  let left = false;
  const queue = createBodyQueue({
    pause: () => {
      call.record.paused(true);
      source.pause();
    },
    resume: () => {
      call.record.paused(false);
      source.resume();
    },
    onLeave: () => {
      left = true;
      source.abort(new Error('the client stopped reading'));
    },
  });
  const sink = streamSink(call, source, accounting, tap, queue, () => left);
  try {
    await source.stream(sink);
  } catch (error) {
    sink.fail(error instanceof Error ? error : new Error(String(error)));
    const { kind, message } = lossFault(call, error);
    return refuse(call.request.provider, kind, message);
  }
  return { status: source.status, headers: source.headers, body: queue.body };
}

function streamSink(
  call: OpenCall,
  source: AnswerSource,
  accounting: Accounting,
  tap: StreamTap,
  queue: BodyQueue,
  hasLeft: () => boolean,
): BodySink {
  const filter = call.usage_added ? createUsageFilter() : null;
  const encoder = new TextEncoder();
  const keys = createKeyFilter(call.upstream);
  const pass = (bytes: Uint8Array) => {
    if (bytes.length > 0) queue.data(bytes);
  };
  let over = false;
  const conclude = (error: Error | null) => {
    if (over) return;
    over = true;
    const outcome = tap.outcome(error, hasLeft() || call.signal.aborted);
    settleCall(call, accounting, outcome, source.replayed);
    const text = tap.text();
    if (outcome.answer !== null && outcome.whole && text !== null) {
      keep(call, accounting, { status: source.status, content_type: source.headers['content-type'] ?? '', body: text });
    }
    source.done();
  };
  return {
    data: (chunk) => {
      const text = tap.push(chunk);
      if (tap.ended() && !call.record.closed()) settleCall(call, accounting, tap.outcome(null, false), source.replayed);
      pass(keys.push(filter === null ? chunk : encoder.encode(filter.push(text))));
    },
    end: () => {
      const text = tap.finish();
      if (filter !== null) pass(keys.push(encoder.encode(filter.push(text) + filter.rest())));
      pass(keys.rest());
      conclude(null);
      queue.end();
    },
    fail: (error) => {
      tap.finish();
      conclude(error);
      // What could not be unpacked is still arriving.
      source.abort(error);
      pass(keys.rest());
      if (tap.ended()) queue.end();
      else queue.fail(error);
    },
  };
}
