import type { Json, JsonObject } from '#common/json.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';

/**
 * Combines the parts of a streamed answer; the last one, `finish`, has the counts. Calls come whole, after their pieces; a call
 * of which only pieces came is unknown.
 */
export function languageBody(): BodyBuilder {
  const content: Json[] = [];
  const texts = new Map<Json, { readonly type: 'text'; text: string }>();
  let rest: JsonObject = {};
  const begun = new Set<Json>();
  let ended = false;
  return {
    take(part) {
      const { type, id = '', delta, textDelta, ...fields } = part;
      switch (type) {
        case 'text-delta': {
          const text = texts.get(id) ?? { type: 'text', text: '' };
          if (!texts.has(id)) content.push(text);
          texts.set(id, text);
          text.text += stringOrNull(delta) ?? stringOrNull(textDelta) ?? '';
          return;
        }
        case 'tool-input-start':
          begun.add(id);
          return;
        case 'tool-call':
          begun.delete(part['toolCallId'] ?? '');
          content.push(part);
          return;
        case 'tool-result':
          if (part['preliminary'] !== true) content.push(part);
          return;
        case 'response-metadata':
          rest = { ...rest, response: { id, ...fields } };
          return;
        case 'finish':
          rest = { ...rest, ...fields };
          ended = true;
      }
    },
    body: () => ({ ...rest, content: [...content] }),
    state: () => (ended ? 'ended' : 'open'),
    mixesCalls: () => begun.size > 0,
  };
}
