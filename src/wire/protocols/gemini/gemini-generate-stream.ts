import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';
import { streamedParts } from './streamed-parts.ts';

/** Combines the pieces of an answer. Each brings further parts; each count stands for the answer so far, so the last one holds. */
export function generatedBody(): BodyBuilder {
  const parts = streamedParts();
  let rest: JsonObject = {};
  let candidate: JsonObject = {};
  let hides = false;
  return {
    take(piece) {
      const { candidates, ...others } = piece;
      const { usageMetadata } = rest;
      rest = { ...rest, ...others };
      // A closing piece that says that nothing was used takes nothing back.
      if (usageMetadata !== undefined && !hasCounts(rest['usageMetadata'])) rest = { ...rest, usageMetadata };
      const [first, ...alternatives] = objectsOf(candidates);
      if (first === undefined) return;
      // Candidates after the first one may come alone.
      const isFirst = (first['index'] ?? 0) === 0;
      hides ||= (isFirst ? alternatives : [first, ...alternatives]).some(candidateCallsTools);
      if (!isFirst) return;
      const { content, ...fields } = first;
      candidate = { ...candidate, ...fields };
      parts.take(objectOf(content)['parts']);
    },
    body: () => ({ ...rest, candidates: [{ ...candidate, content: { role: 'model', parts: parts.all() } }] }),
    state() {
      const isBlocked = objectOf(rest['promptFeedback'])['blockReason'] !== undefined;
      if (typeof candidate['finishReason'] !== 'string' && !isBlocked) return 'open';
      return isJsonObject(rest['usageMetadata']) ? 'ended' : 'whole';
    },
    mixesCalls: () => hides || parts.areMixed(),
  };
}

/** Whether a candidate, or a piece of one, requests tools. */
export function candidateCallsTools({ content }: JsonObject): boolean {
  return objectsOf(objectOf(content)['parts']).some((part) =>
    isJsonObject(part['functionCall'] ?? part['function_call'] ?? null),
  );
}

function hasCounts(usage: Json | undefined): boolean {
  return Object.values(objectOf(usage)).some((count) => Number(count) > 0);
}
