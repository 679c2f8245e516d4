import type { Json } from '#common/json.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import { geminiUsage } from '#trials/messages/gemini.ts';
import { objectOf, wireAnswer, wireRequest, withModel } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { modelIn } from './gemini-generate.ts';

/** `embedContent` and `batchEmbedContents`. They request no tool, and older models count nothing. */
export const geminiEmbeddings: WireFormat = {
  embeds: true,
  inCommonNames: (body, path) => ({ ...body, model: modelIn(path), stream: false }),
  readRequest: (body, retryCount) => wireRequest(body, retryCount, () => []),
  readAnswer(body) {
    const { embedding, embeddings } = objectOf(body);
    if (embedding === undefined && embeddings === undefined) return null;
    return wireAnswer({ id: null, model: null }, [], readUsage(body));
  },
  readUsage,
  // Embeddings are never streamed.
  stream: () => streamReader({ take: () => {}, body: () => ({}), state: () => 'open' }, geminiEmbeddings),
};

function readUsage(body: Json) {
  const { usageMetadata, modelVersion } = objectOf(body);
  const read = geminiUsage(usageMetadata);
  return read === null
    ? null
    : withModel({ ...read, output_tokens: read.output_tokens ?? 0 }, stringOrNull(modelVersion));
}
