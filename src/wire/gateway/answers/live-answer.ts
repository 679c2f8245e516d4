import { decompressing } from '#wire/gateway/http/decompress.ts';
import { type BodySink, type Exchange, TransportError } from '#wire/gateway/http/exchange.ts';
import { readWhole } from '#wire/gateway/http/read-whole.ts';
import { responseHeaders } from '#wire/gateway/http/response-headers.ts';
import type { Slot } from '#wire/gateway/sending/limiter.ts';
import type { Upstream } from '../call/upstream.ts';
import type { AnswerSource } from './answer-source.ts';

/** An upstream answer; its slot is released at the end of its body. */
export function liveAnswer(exchange: Exchange, slot: Slot, upstream: Upstream): AnswerSource {
  let open = true;
  let unpacking: BodySink | null = null;
  return {
    status: exchange.status,
    headers: responseHeaders(exchange.headers, upstream),
    replayed: false,
    whole: () => readWhole(exchange, MAX_BYTES),
    stream: async (sink) => {
      const unpacked = await decompressing(exchange.headers['content-encoding'], sink);
      if (unpacked !== null) {
        if (unpacked !== sink) unpacking = unpacked;
        return exchange.receive(unpacked);
      }
      const error = new TransportError('it has a compression that the request did not accept', false);
      exchange.abort(error);
      throw error;
    },
    pause: () => exchange.pause(),
    resume: () => exchange.resume(),
    abort: (error) => {
      exchange.abort(error);
      // All of a compressed body may have arrived while most of it is still to be unpacked.
      unpacking?.fail(error);
    },
    done: () => {
      if (open) slot.release({ kind: 'answered' });
      open = false;
    },
  };
}

/** More than any answer of a model; embeddings of a large batch are a tenth of it. */
const MAX_BYTES = 64 * 1024 * 1024;
