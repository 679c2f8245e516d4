import type { ProviderDefinition } from '../format/provider.ts';
import { OPENAI_SHAPED, openai, type ShapedEndpoint } from '../openai/openai.ts';
import { ollamaChat } from './ollama-chat.ts';

/**
 * `OLLAMA_HOST` as a URL. Ollama reads it as scheme://host:port, of which any two parts may be missing: without a scheme it is
 * http on port 11434; with a scheme the port is the scheme's default. The server's "every address" (0.0.0.0, ::) is this
 * machine for a client. Quotes around it are none of it, and its own cloud is never asked without encryption.
 */
export function ollamaHostUrl(address: string): string {
  const text = address
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .replace(/^ollama\.com$/, 'https://$&');
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const rest = schemed ? text.slice(text.indexOf('://') + 3) : text;
  const scheme = schemed ? text.slice(0, text.indexOf('://')) : 'http';
  const [, authority = '', path = ''] = /^([^/]*)(.*)$/s.exec(rest) ?? [];
  const { host, port } = splitAuthority(authority);
  const ported = port !== '' ? `:${port}` : schemed ? '' : ':11434';
  return `${scheme}://${clientHost(host)}${ported}${path}`;
}

function splitAuthority(authority: string): { readonly host: string; readonly port: string } {
  const bracketed = /^(\[[^\]]*\])(?::(\d*))?$/.exec(authority);
  if (bracketed) return { host: bracketed[1] ?? '', port: bracketed[2] ?? '' };
  // More than one colon and no brackets: an IPv6 address without a port.
  if (authority.split(':').length > 2) return { host: `[${authority}]`, port: '' };
  const [host = '', port = ''] = authority.split(':');
  return { host, port };
}

function clientHost(host: string): string {
  if (host === '' || host === '0.0.0.0') return '127.0.0.1';
  return host === '[::]' ? '[::1]' : host;
}

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
