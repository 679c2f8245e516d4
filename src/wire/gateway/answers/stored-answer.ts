import type { Cassettes, StoredResponse } from '#wire/ports.ts';
import { framesOf, isFramed } from '#wire/protocols/event-frames.ts';
import type { OpenCall } from '../call/open-call.ts';
import type { AnswerSource } from './answer-source.ts';

/** An answer from a cassette, read and passed on like one from upstream. */
export function storedAnswer({ status, content_type, body }: StoredResponse): AnswerSource {
  const bytes = isFramed(content_type) ? framesOf(body) : new TextEncoder().encode(body);
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

/** What the cassettes have for a call: a stored answer, a refusal, or nothing (`null`): it is sent. */
export async function findStored(
  { request, context, upstream }: OpenCall,
  cassettes: Cassettes,
): Promise<{ readonly hit: StoredResponse } | { readonly refused: string } | null> {
  const strict = cassettes.mode === 'strict';
  if (context.attempt === null) {
    return strict ? { refused: `a call to ${upstream.provider} that belongs to no trial can't be replayed` } : null;
  }
  const match = await cassettes.find(request, context.attempt);
  if ('hit' in match) return match;
  return strict ? { refused: match.miss } : null;
}
