import type { ProviderDefinition } from '../format/provider.ts';
import { OPENAI_SHAPED, openai, type ShapedEndpoint } from '../openai/openai.ts';

const { openai_chat, openai_responses, openai_embeddings } = openai.formats;

/** OpenRouter: OpenAI's protocol for models of many providers, whose names have a slash. */
export const openrouter: ProviderDefinition<ShapedEndpoint> = {
  base_url: 'https://openrouter.ai/api/v1',
  base_name: 'OPENROUTER_BASE_URL',
  other_base_names: ['OPENROUTER_API_BASE'],
  key_name: 'OPENROUTER_API_KEY',
  needs_key: true,
  base_path: '/v1',
  readBase: (address) => address,
  prefix: (root) => (root === '' ? '/api/v1' : root),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  headers: ['http-referer', 'x-title'],
  formats: { openai_chat, openai_responses, openai_embeddings },
  routes: [...OPENAI_SHAPED, { method: 'GET', path: '/models', endpoint: null, below: true }],
  errorBody: openai.errorBody,
  saysNoModel: openai.saysNoModel,
};
