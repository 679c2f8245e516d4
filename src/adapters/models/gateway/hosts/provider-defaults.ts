import type { Provider } from '#adapters/models/wire/model-call.ts';

/** What is known of a provider before anyone names a host. */
export interface ProviderDefaults {
  readonly base_url: string;
  /** The variable of the workflow's environment that names another base. */
  readonly base_name: string;
  readonly key_name: string;
  /** Whether the provider's own host answers nobody without a key. */
  readonly needs_key: boolean;
}

/** The hosts and variables of the providers we speak to. */
export const PROVIDER_DEFAULTS: { readonly [provider in Provider]: ProviderDefaults } = {
  openai: {
    base_url: 'https://api.openai.com/v1',
    base_name: 'OPENAI_BASE_URL',
    key_name: 'OPENAI_API_KEY',
    needs_key: true,
  },
  anthropic: {
    base_url: 'https://api.anthropic.com',
    base_name: 'ANTHROPIC_BASE_URL',
    key_name: 'ANTHROPIC_API_KEY',
    needs_key: true,
  },
  ollama: {
    base_url: 'http://127.0.0.1:11434',
    base_name: 'OLLAMA_HOST',
    key_name: 'OLLAMA_API_KEY',
    needs_key: false,
  },
};
