import type { ProviderDefinition } from '../format/provider.ts';
import { OPENAI_SHAPED, openai, type ShapedEndpoint } from '../openai/openai.ts';
import { ollamaChat } from './ollama-chat.ts';
import { ollamaHostUrl } from './ollama-host.ts';

type OllamaEndpoint = 'ollama_chat' | ShapedEndpoint;

const { openai_chat, openai_responses, openai_embeddings } = openai.formats;

/** Ollama: its own chat, and OpenAI's endpoints below `/v1`. */
export const ollama: ProviderDefinition<OllamaEndpoint> = {
  base_url: 'http://127.0.0.1:11434',
  base_name: 'OLLAMA_HOST',
  other_base_names: [],
  key_name: 'OLLAMA_API_KEY',
  needs_key: false,
  base_path: '',
  readBase: ollamaHostUrl,
  prefix(root, path) {
    const bare = root.replace(/\/v1$/, '');
    return path.startsWith('/api/') ? bare : `${bare}/v1`;
  },
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  headers: [],
  formats: { openai_chat, openai_responses, openai_embeddings, ollama_chat: ollamaChat },
  routes: [
    { method: 'POST', path: '/api/chat', endpoint: 'ollama_chat' },
    { method: 'GET', path: '/api/tags', endpoint: null },
    { method: 'POST', path: '/api/show', endpoint: null },
    { method: 'GET', path: '/api/version', endpoint: null },
    ...OPENAI_SHAPED,
  ],
  errorBody: (_type, message) => ({ error: message }),
  saysNoModel: openai.saysNoModel,
};
