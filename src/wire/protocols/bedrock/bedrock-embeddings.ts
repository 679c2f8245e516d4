import { objectOf, wireAnswer, wireRequest } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { askedIn } from './bedrock-converse.ts';
import { bedrockInvoke } from './bedrock-invoke.ts';

/** `InvokeModel` of a model that embeds. It requests no tool; what it read is counted in the body (Titan) or in a header. */
export const bedrockEmbeddings: WireFormat = {
  embeds: true,
  inCommonNames: (body, path) => ({ ...body, ...askedIn(path) }),
  readRequest: (body, retryCount) => wireRequest(body, retryCount, () => []),
  withHeaders: (body, headers) => bedrockInvoke.withHeaders?.(body, headers) ?? body,
  readAnswer(body) {
    const { embedding, embeddings, embeddingsByType } = objectOf(body);
    if (embedding === undefined && embeddings === undefined && embeddingsByType === undefined) return null;
    return wireAnswer({}, [], bedrockEmbeddings.readUsage(body));
  },
  readUsage(body) {
    const { inputTextTokenCount, prompt_token_count = inputTextTokenCount } = objectOf(body);
    const counted = prompt_token_count === undefined ? body : { ...objectOf(body), prompt_token_count };
    const read = bedrockInvoke.readUsage(counted);
    return read === null ? null : { ...read, output_tokens: 0, total_tokens: read.input_tokens };
  },
  // Embeddings are never streamed.
  stream: () => streamReader({ take: () => {}, body: () => ({}), state: () => 'open' }, bedrockEmbeddings),
};
