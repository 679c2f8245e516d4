import { join } from 'node:path';
import { createCassettes } from '#wire/cassettes/create-cassettes.ts';
import { createEmbeddingModel } from '#wire/clients/create-embedding-model.ts';
import { embeddingSimilarity } from '#wire/embeddings/embedding-similarity.ts';
import { createModelGateway, type ModelGatewayOptions } from '#wire/gateway/create-model-gateway.ts';
import type { Cassettes } from '#wire/ports.ts';
import type { ModelAccess, ModelAccessRequest } from './model-access.ts';

/**
 * Embeddings have a gateway of their own: their texts belong to no trial, so their stored answers are in a folder next to those
 * of the cases. `null`: the config names no model for them.
 */
export function openEmbeddings(
  { config, budget, clock, cassette_folder, redact }: ModelAccessRequest,
  {
    mode,
    ...shared
  }: Required<Pick<ModelGatewayOptions, 'upstreams' | 'limiterOf'>> & { readonly mode: Cassettes['mode'] | null },
): Pick<ModelAccess, 'embedding' | 'close'> | null {
  const { embedding: model, prices, base_prices } = config;
  if (model === null) return null;
  const folder = join(cassette_folder, 'embeddings');
  const cassettes = mode === null ? null : createCassettes({ folder, mode, redact });
  const gateway = createModelGateway({ budget, prices, base_prices, cassettes, clock, ...shared });
  return {
    embedding: embeddingSimilarity(createEmbeddingModel(model, gateway)),
    async close() {
      await gateway.close();
      await cassettes?.close();
    },
  };
}
