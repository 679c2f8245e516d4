import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { modelName } from '../agents/model-shape.ts';
import { baseUrlSchema } from '../agents/url-schema.ts';
import type { EmbeddingModelConfig } from '../config.ts';

const openai = strictMapping(
  {
    model: modelName,
    dimensions: z
      .int()
      .min(1)
      .max(100_000)
      .describe('Length of the embeddings, where the model offers several')
      .exactOptional(),
    base_url: baseUrlSchema
      .describe('Base URL of a compatible server; its host must be this machine or in the input allowed-hosts')
      .exactOptional(),
  },
  {},
  `a mapping such as {model: ${EXAMPLE_MODELS.embedding.id}}`,
);

/** `embedding:` of a config: the model by which `similar: {embedding: …}` measures. */
export const embeddingModelSchema = strictMapping(
  { openai: openai.describe('A model behind OpenAI’s API or a compatible one') },
  { anthropic: 'Anthropic offers no embeddings; write `openai`, with the `base_url` of any compatible server' },
  `a mapping such as {openai: {model: ${EXAMPLE_MODELS.embedding.id}}}`,
).transform(
  ({ openai: { model, dimensions, base_url } }): EmbeddingModelConfig => ({
    model,
    dimensions: dimensions ?? null,
    base_url: base_url ?? null,
  }),
);
