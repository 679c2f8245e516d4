import { createFrameText, isFramed } from '#wire/protocols/event-frames.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { OpenCall } from '../call/open-call.ts';
import type { Outcome } from '../call/settle.ts';
import { lossFault } from './loss-fault.ts';
import { createEventCutter } from './stream-events.ts';
import { toldFault } from './upstream-fault.ts';

/** Reads a streamed body while it passes. */
export interface StreamTap {
  /** The text of a piece; a character that is cut in two comes with the next piece. */
  push(chunk: Uint8Array): string;
  /** The end of the body: returns the text that was held back. */
  finish(): string;
  /** The end of the stream was seen. */
  ended(): boolean;
  /** What came has an event, whatever it holds. */
  hasEvents(): boolean;
  /** @param error what broke the body off; `null`: nothing did. @param left the client does not want the rest */
  outcome(error: Error | null, left: boolean): Outcome;
  /** The whole body, a binary stream as lines of its frames; `null` if it was not kept. */
  text(): string | null;
}

/** A tap that stops reading bodies of more than 16 million characters: no model writes so much. */
export function createStreamTap(call: OpenCall, contentType: string, keepText: boolean): StreamTap {
  const reader = call.wire?.format.stream() ?? null;
  const cutter = createEventCutter(contentType);
  const decode = decoderFor(contentType);
  let seen = 0;
  let hasEvents = false;
  let tail = '';

  const tooLong = () => seen > MAX_CHARACTERS;
  const read = (text: string, flushed: boolean) => {
    seen += text.length;
    if (tooLong()) {
      tail = '';
      return text;
    }
    if (keepText) tail += text;
    const events = [...cutter.feed(text), ...(flushed ? cutter.flush() : [])];
    hasEvents ||= events.length > 0;
    for (const event of events) {
      reader?.push(event);
      // A provider can send pings forever.
      if (event.event !== 'ping') call.record.heard();
    }
    return text;
  };

  const fault = (error: Error | null, left: boolean): CallFault => {
    const providerError = reader?.error() ?? null;
    if (providerError !== null) return toldFault(providerError, call.upstream);
    if (error !== null || left) return lossFault(call, error, left);
    const message = reader?.isBroken()
      ? `${call.upstream.host} streamed something that is not JSON`
      : `${call.upstream.host} ended the stream before the answer was complete`;
    return { kind: reader?.isBroken() ? 'provider' : 'network', status: null, message };
  };

  return {
    push: (chunk) => read(decode(chunk), false),
    finish: () => read(decode(null), true),
    ended: () => reader?.ended() ?? false,
    hasEvents: () => hasEvents,
    text: () => (keepText && !tooLong() ? tail : null),
    outcome: (error, left) => {
      if (reader === null) return { answer: null, fault: null, usage: null, whole: false };
      if (tooLong()) {
        const message = `${call.upstream.host} streamed more than can be read`;
        return {
          answer: null,
          hides_calls: true,
          fault: { kind: 'provider', status: null, message },
          usage: null,
          whole: !left && error === null,
        };
      }
      const usage = reader.usage();
      const last = reader.ended();
      const answer = error === null || last || left ? reader.answer() : null;
      if (answer === null) {
        const hides_calls = reader.mayRequestTools();
        return { answer, hides_calls, fault: fault(error, left), usage, whole: false, streamed: seen };
      }
      return { answer, fault: null, usage, whole: last || !left, streamed: seen };
    },
  };
}

/** Text of pieces: UTF-8, or the lines of a binary stream's frames. `null`: the end. */
function decoderFor(contentType: string): (chunk: Uint8Array | null) => string {
  if (isFramed(contentType)) {
    const frames = createFrameText();
    return (chunk) => (chunk === null ? '' : frames.decode(chunk));
  }
  const decoder = new TextDecoder();
  return (chunk) => (chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}

const MAX_CHARACTERS = 16_000_000;
