import { stringOrNull } from '#trials/messages/content-text.ts';
import { geminiUsage } from '#trials/messages/gemini.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import type { ProviderDefinition } from '../format/provider.ts';
import { withModel } from '../format/read-body.ts';
import { geminiGenerate, modelIn } from './gemini-generate.ts';
import { geminiInteractions } from './gemini-interactions.ts';

/** `embedContent` and `batchEmbedContents`. They request no tool, and older models count nothing. */
const geminiEmbeddings = endpointFormat({
  embeds: true,
  inCommonNames: (body, path) => ({ ...body, model: modelIn(path), stream: false }),
  answer: ({ embedding, embeddings = embedding }) => (embeddings === undefined ? null : { events: [] }),
  usage({ usageMetadata, modelVersion }) {
    const read = geminiUsage(usageMetadata);
    return read && withModel({ ...read, output_tokens: read.output_tokens ?? 0 }, stringOrNull(modelVersion));
  },
});

type GeminiEndpoint = 'gemini_generate' | 'gemini_interactions' | 'gemini_embeddings';

/** The Gemini API. The version of the API is part of the path; clients choose it. */
export const gemini: ProviderDefinition<GeminiEndpoint> = {
  base_url: 'https://generativelanguage.googleapis.com',
  base_name: 'GOOGLE_GEMINI_BASE_URL',
  other_base_names: [],
  key_name: 'GEMINI_API_KEY',
  // Google's clients prefer the one, Vercel's AI SDK and Mastra know only the other.
  other_key_names: ['GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  key_parameter: 'key',
  needs_key: true,
  base_path: '',
  version: /^\/v1(?:alpha|beta)?(?=\/)/,
  readBase: (address) => address,
  prefix: (root, path) => (/^\/v1(?:alpha|beta)?\//.test(path) ? root : `${root}/v1beta`),
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  headers: ['x-goog-api-client'],
  formats: {
    gemini_generate: geminiGenerate,
    gemini_interactions: geminiInteractions,
    gemini_embeddings: geminiEmbeddings,
  },
  routes: [
    ...['/models', '/tunedModels'].flatMap((path) => [
      { method: 'POST' as const, path, action: ':generateContent', endpoint: 'gemini_generate' as const },
      { method: 'POST' as const, path, action: ':streamGenerateContent', endpoint: 'gemini_generate' as const },
      { method: 'GET' as const, path, endpoint: null, names: true as const },
    ]),
    { method: 'POST', path: '/models', action: ':embedContent', endpoint: 'gemini_embeddings' },
    { method: 'POST', path: '/models', action: ':batchEmbedContents', endpoint: 'gemini_embeddings' },
    { method: 'POST', path: '/models', action: ':countTokens', endpoint: null },
    { method: 'POST', path: '/interactions', endpoint: 'gemini_interactions' },
    ...(['GET', 'POST', 'DELETE'] as const).map((method) => ({
      method,
      path: '/interactions',
      endpoint: null,
      below: true as const,
    })),
  ],
  errorBody: (type, message, _code, status) => ({ error: { code: status, message, status: type.toUpperCase() } }),
  saysNoModel: ({ type, message }) => type === 'NOT_FOUND' && /^models\//i.test(message),
  saysNoKey: ({ message }) => /^API key not (?:valid|found)/i.test(message),
  saysExpired: ({ message }) => /^API key expired/i.test(message),
};
