import { endpointFormat } from '../format/endpoint-format.ts';
import type { ProviderDefinition, RouteRow } from '../format/provider.ts';
import { wireUsage } from '../format/read-body.ts';
import { withDeployment } from './deployment.ts';
import { openaiChatCompletions } from './openai-chat.ts';
import { openaiResponsesApi, RESPONSES } from './openai-responses.ts';

/** Embeddings: they cost input tokens, and have no text and no calls. They are never streamed. */
const openaiEmbeddings = endpointFormat({
  embeds: true,
  inCommonNames: withDeployment,
  answer: (body) => (Array.isArray(body['data']) ? { named: body, events: [] } : null),
  usage({ usage, model }) {
    const counts = wireUsage(usage, model);
    return (
      counts && {
        ...counts,
        output_tokens: counts.output_tokens ?? 0,
        total_tokens: counts.total_tokens ?? counts.input_tokens,
      }
    );
  },
});

/**
 * A conversation that a model makes shorter. The items it returns were said before, so it has no text and no calls of its own.
 * It is never streamed.
 */
const openaiCompaction = endpointFormat({
  ...RESPONSES,
  answer: (body) => (Array.isArray(body['output']) ? { named: body, events: [] } : null),
});

/** What costs tokens at OpenAI. */
export type OpenaiEndpoint = ShapedEndpoint | 'openai_compact';
/** What costs tokens at every server with OpenAI's protocol. */
export type ShapedEndpoint = 'openai_chat' | 'openai_responses' | 'openai_embeddings';

/** Routes of every server with OpenAI's protocol. */
export const OPENAI_SHAPED: readonly RouteRow<ShapedEndpoint>[] = [
  { method: 'POST', path: '/chat/completions', endpoint: 'openai_chat' },
  { method: 'POST', path: '/responses', endpoint: 'openai_responses' },
  { method: 'POST', path: '/embeddings', endpoint: 'openai_embeddings' },
  { method: 'GET', path: '/models', endpoint: null, names: true },
];

const METHODS = ['GET', 'POST', 'DELETE'] as const;
/** What the provider keeps for an agent: no model works on it. */
const KEPT = ['/responses', '/conversations', '/files', '/vector_stores'];

const NO_MODEL =
  /^(?:the )?(?:requested )?model\b.{0,300}?(?:not found|does not exist|not exist|is not available)|^invalid model (?:id|name)/i;

/** OpenAI, Azure's deployments of its models, and compatible servers. */
export const openai: ProviderDefinition<OpenaiEndpoint> = {
  base_url: 'https://api.openai.com/v1',
  base_name: 'OPENAI_BASE_URL',
  // The name that clients used before version 1 of OpenAI's SDK; LangChain still does.
  other_base_names: ['OPENAI_API_BASE'],
  key_name: 'OPENAI_API_KEY',
  needs_key: true,
  base_path: '/v1',
  readBase: (address) => address,
  prefix: (root) => (root === '' ? '/v1' : root),
  // Azure takes its keys in its own header.
  keyHeaders: (key, { host }) => ({
    authorization: `Bearer ${key}`,
    ...(/\.azure\.com(?::\d+)?$/.test(host) ? { 'api-key': key } : {}),
  }),
  headers: ['openai-beta', 'openai-organization', 'openai-project'],
  formats: {
    openai_chat: openaiChatCompletions,
    openai_responses: openaiResponsesApi,
    openai_compact: openaiCompaction,
    openai_embeddings: openaiEmbeddings,
  },
  routes: [
    ...OPENAI_SHAPED,
    { method: 'POST', path: '/responses/compact', endpoint: 'openai_compact' },
    { method: 'POST', path: '/moderations', endpoint: null },
    ...KEPT.flatMap((path) => METHODS.map((method) => ({ method, path, endpoint: null, below: true as const }))),
  ],
  errorBody: (type, message, code) => ({ error: { message, type, param: null, code } }),
  saysNoModel: ({ message }) => NO_MODEL.test(message),
};
