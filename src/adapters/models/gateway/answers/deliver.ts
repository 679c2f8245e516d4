import type { ModelResponse } from '#adapters/models/ports.ts';
import type { OpenCall } from '../open-call.ts';
import type { Books } from '../settle.ts';
import type { AnswerSource } from './answer-source.ts';
import { deliverStream } from './deliver-stream.ts';
import { deliverWhole } from './deliver-whole.ts';

/** Hands an answer to the client and its account to the books. A stream is passed on as it comes, another body when it is whole. */
export function deliver(call: OpenCall, source: AnswerSource, books: Books): Promise<ModelResponse> {
  return isStream(call, source) ? deliverStream(call, source, books) : deliverWhole(call, source, books);
}

function isStream({ wire }: OpenCall, { headers, status }: AnswerSource): boolean {
  if (status >= 400) return false;
  const type = headers['content-type'] ?? '';
  if (type.includes('event-stream') || type.includes('ndjson')) return true;
  return wire?.request.stream === true && !type.includes('json');
}
