import type { Json } from '#common/json.ts';
import { readUsage } from '#trials/messages/read-usage.ts';
import { objectOf, wireAnswer, wireRequest } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';

/** Embeddings of the AI SDK. They request no tool, and count what they read. */
export const vercelEmbeddings: WireFormat = {
  embeds: true,
  inCommonNames: (body, path) => ({ ...body, model: new URLSearchParams(path.split('?')[1]).get('ai-model-id') }),
  readRequest: (body, retryCount) => wireRequest(body, retryCount, () => []),
  readAnswer(body) {
    if (!Array.isArray(objectOf(body)['embeddings'])) return null;
    return wireAnswer({ id: null, model: null }, [], usageIn(body));
  },
  readUsage: usageIn,
  // Embeddings are never streamed.
  stream: () => streamReader({ take: () => {}, body: () => ({}), state: () => 'open' }, vercelEmbeddings),
};

function usageIn(body: Json) {
  const { tokens } = objectOf(objectOf(body)['usage']);
  return readUsage(tokens === undefined ? {} : { input_tokens: tokens, output_tokens: 0 });
}
