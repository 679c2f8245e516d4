import type { ProviderDefinition } from '../format/provider.ts';
import { anthropicMessages } from './anthropic-messages.ts';

/** Anthropic. */
export const anthropic: ProviderDefinition<'anthropic_messages'> = {
  base_url: 'https://api.anthropic.com',
  base_name: 'ANTHROPIC_BASE_URL',
  other_base_names: [],
  key_name: 'ANTHROPIC_API_KEY',
  needs_key: true,
  base_path: '',
  readBase: (address) => address,
  prefix: (root) => `${root.replace(/\/v1$/, '')}/v1`,
  keyHeaders: (key) => ({ 'x-api-key': key }),
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
