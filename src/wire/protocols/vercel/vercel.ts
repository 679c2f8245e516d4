import { readUsage } from '#trials/messages/read-usage.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import type { ProviderDefinition } from '../format/provider.ts';
import { objectOf } from '../format/read-body.ts';
import { OPENAI_SHAPED, openai, type ShapedEndpoint } from '../openai/openai.ts';
import { vercelLanguage } from './vercel-language.ts';

/** Embeddings of the AI SDK. They request no tool, and count what they read. */
const vercelEmbeddings = endpointFormat({
  embeds: true,
  inCommonNames: (body, path) => ({ ...body, model: new URLSearchParams(path.split('?')[1]).get('ai-model-id') }),
  answer: ({ embeddings }) => (Array.isArray(embeddings) ? { events: [] } : null),
  usage({ usage }) {
    const { tokens } = objectOf(usage);
    return readUsage(tokens === undefined ? {} : { input_tokens: tokens, output_tokens: 0 });
  },
});

type VercelEndpoint = ShapedEndpoint | 'vercel_language' | 'vercel_embeddings';

const { openai_chat, openai_responses, openai_embeddings } = openai.formats;

/** Vercel's AI Gateway: the protocol of its AI SDK below `/v3/ai` (older ones `/v1/ai`), and OpenAI's below `/v1`. */
export const vercel: ProviderDefinition<VercelEndpoint> = {
  base_url: 'https://ai-gateway.vercel.sh',
  base_name: 'AI_GATEWAY_BASE_URL',
  other_base_names: [],
  key_name: 'AI_GATEWAY_API_KEY',
  needs_key: true,
  base_path: '/v3/ai',
  version: /^\/v\d+(?:\/ai)?(?=\/)/,
  readBase: (address) => address.trim().replace(/\/v\d+(?:\/ai)?\/?$/, ''),
  prefix: (root, path) => (/^\/v\d+\//.test(path) ? root : `${root}/v3/ai`),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}`, 'ai-gateway-auth-method': 'api-key' }),
  headers: [
    'ai-gateway-protocol-version',
    'ai-gateway-auth-method',
    'ai-language-model-specification-version',
    'ai-language-model-id',
    'ai-language-model-streaming',
    'ai-embedding-model-specification-version',
    'ai-model-id',
  ],
  headers_in_path: ['ai-language-model-id', 'ai-language-model-streaming', 'ai-model-id'],
  formats: {
    openai_chat,
    openai_responses,
    openai_embeddings,
    vercel_language: vercelLanguage,
    vercel_embeddings: vercelEmbeddings,
  },
  routes: [
    { method: 'POST', path: '/language-model', endpoint: 'vercel_language' },
    { method: 'POST', path: '/embedding-model', endpoint: 'vercel_embeddings' },
    { method: 'GET', path: '/config', endpoint: null },
    { method: 'GET', path: '/credits', endpoint: null },
    ...OPENAI_SHAPED,
  ],
  errorBody: openai.errorBody,
  saysNoModel: ({ type }) => type === 'model_not_found',
};
