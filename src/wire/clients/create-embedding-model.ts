import { cutEnd } from '#common/cut.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import type { EmbeddingModelConfig } from '#config/config.ts';
import { type EmbeddingModel, ModelCallError, type ModelGateway } from '#wire/ports.ts';
import { askOpenAi } from './openai-client.ts';

/** A model of embeddings behind OpenAI's API or a compatible one. `gateway` must lead to the config's `base_url`. */
export function createEmbeddingModel(
  { model, dimensions }: EmbeddingModelConfig,
  gateway: ModelGateway,
): EmbeddingModel {
  return {
    async embed(text, context, signal) {
      const body = {
        model,
        input: text,
        // Left out, the client asks for another encoding.
        encoding_format: 'float' as const,
        ...(dimensions !== null && { dimensions }),
      };
      const answer = await askOpenAi({ gateway, context, signal }, body, ({ embeddings }, payload, options) =>
        embeddings.create(payload, options),
      );
      const vector = vectorIn(answer);
      if (vector !== null) return vector;
      throw new ModelCallError(`the answer of ${model} holds no embedding: ${cutEnd(jsonText(answer), LONGEST_QUOTE)}`);
    },
  };
}

const LONGEST_QUOTE = 200;

/** The embedding in an answer; `null`: there is none. */
function vectorIn(answer: JsonObject): readonly number[] | null {
  const data = Array.isArray(answer['data']) ? answer['data'][0] : undefined;
  const vector: unknown = isJsonObject(data) ? data['embedding'] : null;
  if (!Array.isArray(vector) || vector.length === 0) return null;
  const numbers = vector.map(Number);
  return numbers.every(Number.isFinite) ? numbers : null;
}
