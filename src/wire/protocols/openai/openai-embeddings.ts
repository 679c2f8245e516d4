import { cutDepth } from '#common/cut-depth.ts';
import type { Json } from '#common/json.ts';
import { objectOf, wireAnswer, wireRequest, wireUsage } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { withDeployment } from './deployment.ts';

/** Embeddings: they cost input tokens, and have no text and no calls. They are never streamed. */
export const openaiEmbeddings: WireFormat = {
  embeds: true,
  inCommonNames: withDeployment,
  readRequest: (body, retryCount) => wireRequest(body, retryCount, () => []),
  readAnswer(raw) {
    const body = objectOf(raw);
    return Array.isArray(body['data']) ? wireAnswer(objectOf(cutDepth(body)), [], readUsage(body)) : null;
  },
  readUsage,
  stream: () => streamReader({ take: () => {}, body: () => ({}), state: () => 'open' }, openaiEmbeddings),
};

function readUsage(body: Json) {
  const { usage, model } = objectOf(body);
  const counts = wireUsage(usage, model);
  if (counts === null) return null;
  return {
    ...counts,
    output_tokens: counts.output_tokens ?? 0,
    total_tokens: counts.total_tokens ?? counts.input_tokens,
  };
}
