import type { ProviderDefinition } from '../format/provider.ts';
import { anthropicMessages } from './anthropic-messages.ts';

/** Holds a token in place of a key. */
const TOKEN_NAME = 'ANTHROPIC_AUTH_TOKEN';
/** What Anthropic's clients send with its tokens. */
const TOKEN_BETA = 'oauth-2025-04-20';

/** Anthropic. */
export const anthropic: ProviderDefinition<'anthropic_messages'> = {
  base_url: 'https://api.anthropic.com',
  base_name: 'ANTHROPIC_BASE_URL',
  other_base_names: [],
  key_name: 'ANTHROPIC_API_KEY',
  other_key_names: [TOKEN_NAME],
  needs_key: true,
  base_path: '',
  readBase: (address) => address,
  prefix: (root) => `${root.replace(/\/v1$/, '')}/v1`,
  keyHeaders: (key, { key_name, client }) => {
    if (key_name !== null && key_name !== TOKEN_NAME) return { 'x-api-key': key };
    const betas = (client['anthropic-beta'] ?? '').split(',').map((beta) => beta.trim());
    // Somebody else's server may have tokens of its own, and know no such header.
    const asked = key_name === null || key.startsWith('sk-ant-oat') ? [...betas, TOKEN_BETA] : betas;
    const beta = [...new Set(asked)].filter((name) => name !== '').join(',');
    return { authorization: `Bearer ${key}`, ...(beta !== '' && { 'anthropic-beta': beta }) };
  },
  headers: ['anthropic-version', 'anthropic-beta'],
  formats: { anthropic_messages: anthropicMessages },
  routes: [
    { method: 'POST', path: '/messages', endpoint: 'anthropic_messages' },
    { method: 'POST', path: '/messages/count_tokens', endpoint: null },
    { method: 'GET', path: '/models', endpoint: null, names: true },
  ],
  errorBody: (type, message) => ({ type: 'error', error: { type, message } }),
  saysNoModel: ({ type, message }) => type === 'not_found_error' && /^model\b/i.test(message),
};
