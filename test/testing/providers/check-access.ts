import { isSignedBy, type SignedRequest } from './aws-signature.ts';
import type { Provider } from './provider.ts';
import { Refusal } from './refusal.ts';

/** Refuses a wrong or missing key, or a signature that none of the keys made, and Anthropic's missing version. `keys`: `null` accepts every key. @throws Refusal with 401 or 400 */
export function checkAccess(
  provider: Provider,
  { headers, ...request }: SignedRequest,
  keys: readonly string[] | null,
): void {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  const own = headers[OWN_HEADERS[provider]];
  const key = (typeof own === 'string' && own !== '' ? own : bearer) ?? null;
  const known = key !== null && (keys === null || keys.includes(key));
  switch (provider) {
    case 'openai':
      if (!known) throw openaiRefusal(key);
      return;
    case 'azure':
      if (!known)
        throw new Refusal(
          401,
          'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
          { code: '401' },
        );
      return;
    case 'openrouter':
      if (!known) throw new Refusal(401, key === null ? 'No auth credentials found' : 'User not found.');
      return;
    case 'vercel':
      if (!known) throw new Refusal(401, 'Invalid API key', { type: 'authentication_error' });
      return;
    case 'anthropic':
      if (key === null) throw new Refusal(401, 'x-api-key header is required');
      if (!known) throw new Refusal(401, 'invalid x-api-key');
      if (headers['anthropic-version'] === undefined) throw new Refusal(400, 'anthropic-version: header is required');
      return;
    case 'gemini':
      if (key === null)
        throw new Refusal(
          403,
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        );
      if (!known) throw new Refusal(400, 'API key not valid. Please pass a valid API key.');
      return;
    case 'bedrock': {
      if (headers.authorization === undefined)
        throw new Refusal(403, 'Missing Authentication Token', { type: 'MissingAuthenticationTokenException' });
      if (key !== null && !known)
        throw new Refusal(403, 'Authentication failed: Please make sure your API Key is valid.');
      if (key === null && keys !== null && !keys.some((secret) => isSignedBy(secret, { headers, ...request })))
        throw new Refusal(
          403,
          'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
          { type: 'InvalidSignatureException' },
        );
      return;
    }
    case 'ollama':
      if (keys !== null && !known) throw new Refusal(401, 'unauthorized');
  }
}

const OWN_HEADERS: Readonly<Record<Provider, string>> = {
  openai: 'api-key',
  azure: 'api-key',
  anthropic: 'x-api-key',
  gemini: 'x-goog-api-key',
  openrouter: 'api-key',
  vercel: 'api-key',
  bedrock: 'api-key',
  ollama: 'api-key',
};

/** OpenAI repeats the ends of a wrong key. */
function openaiRefusal(key: string | null): Refusal {
  if (key === null)
    return new Refusal(
      401,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    );
  const masked = key.length < 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
  return new Refusal(
    401,
    `Incorrect API key provided: ${masked}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    { code: 'invalid_api_key' },
  );
}
