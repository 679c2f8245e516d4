import type { StoredResponse } from '#adapters/models/ports.ts';
import type { AnswerSource } from './answer-source.ts';

/** An answer out of a cassette, read and passed on like one from upstream. */
export function storedAnswer({ status, content_type, body }: StoredResponse): AnswerSource {
  const bytes = new TextEncoder().encode(body);
  return {
    status,
    headers: { 'content-type': content_type, ...(status < 400 ? {} : { 'x-should-retry': 'false' }) },
    replayed: true,
    whole: async () => bytes,
    stream: async (sink) => {
      sink.data(bytes);
      sink.end();
    },
    pause: () => undefined,
    resume: () => undefined,
    abort: () => undefined,
    done: () => undefined,
  };
}
