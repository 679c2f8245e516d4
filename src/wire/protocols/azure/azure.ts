import type { ProviderDefinition } from '../format/provider.ts';
import { type OpenaiEndpoint, openai } from '../openai/openai.ts';

/**
 * Azure's deployments of OpenAI's models: OpenAI's routes below `/openai/v1`, `/openai/deployments/NAME` or `/openai`. Each
 * customer has a host; without one in the environment the base is a host that can't exist.
 */
export const azure: ProviderDefinition<OpenaiEndpoint> = {
  base_url: 'https://azure-openai-endpoint.invalid',
  base_name: 'AZURE_OPENAI_ENDPOINT',
  other_base_names: [],
  key_name: 'AZURE_OPENAI_API_KEY',
  other_key_names: ['AZURE_OPENAI_AD_TOKEN'],
  settings: ['OPENAI_API_VERSION'],
  only_if_named: true,
  needs_key: false,
  base_path: '',
  version: /^\/openai(?:\/v1|\/deployments\/[^/]+)?(?=\/)/,
  readBase: (address) => address,
  prefix: (root) => root.replace(/\/openai(?:\/v1)?$/, ''),
  // Tokens of Entra ID are JSON Web Tokens, which all begin like this.
  keyHeaders: (key) => (key.startsWith('eyJ') ? { authorization: `Bearer ${key}` } : { 'api-key': key }),
  headers: openai.headers,
  formats: openai.formats,
  routes: openai.routes,
  errorBody: openai.errorBody,
  saysNoModel: openai.saysNoModel,
};
