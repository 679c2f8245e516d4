import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { objectsOf } from '#domain/messages/content-text.ts';
import { objectOf } from '../read-body.ts';
import type { BodyBuilder } from '../stream-reader.ts';
import { streamedParts } from './streamed-parts.ts';

/** Combines the pieces of an answer. Each brings further parts; each count stands for the answer so far, so the last one holds. */
export function generatedBody(): BodyBuilder {
  const parts = streamedParts();
  let rest: JsonObject = {};
  let candidate: JsonObject = {};
  return {
    take(piece) {
      const { candidates, ...others } = piece;
      rest = { ...rest, ...others };
      const [first] = objectsOf(candidates);
      if (first === undefined) return;
      const { content, ...said } = first;
      candidate = { ...candidate, ...said };
      parts.take(objectOf(content)['parts']);
    },
    body: () => ({ ...rest, candidates: [{ ...candidate, content: { role: 'model', parts: parts.all() } }] }),
    state() {
      const isBlocked = objectOf(rest['promptFeedback'])['blockReason'] !== undefined;
      if (typeof candidate['finishReason'] !== 'string' && !isBlocked) return 'open';
      return isJsonObject(rest['usageMetadata']) ? 'ended' : 'whole';
    },
    mixesCalls: parts.areMixed,
  };
}
