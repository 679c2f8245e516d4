import { cutDepth } from '#common/cut-depth.ts';
import { objectOf, wireAnswer } from '../format/read-body.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { openaiResponsesApi } from './openai-responses.ts';

/**
 * A conversation that a model makes shorter. The items it returns were said before, so it has no text and no calls of its own.
 * It is never streamed.
 */
export const openaiCompaction: WireFormat = {
  ...openaiResponsesApi,
  readAnswer(raw) {
    const body = objectOf(raw);
    if (!Array.isArray(body['output'])) return null;
    return wireAnswer(objectOf(cutDepth(body)), [], openaiResponsesApi.readUsage(body));
  },
};
