import { setTimeout as wait } from 'node:timers/promises';
import { identityTokenFromFile, identityTokenFromValue } from '@anthropic-ai/sdk/lib/credentials/identity-token';
import { oidcFederationProvider } from '@anthropic-ai/sdk/lib/credentials/oidc-federation';
import { WorkloadIdentityAuth } from 'openai/auth/workload-identity-auth';
import { errorMessage } from '#common/error-message.ts';
import { FEDERATIONS, type Federated, ID_TOKEN_VARIABLES, identityNames } from '#common/federations.ts';
import { isJsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { OutboundProxy } from '#wire/outbound/outbound-proxy.ts';
import { readWhole } from '../http/read-whole.ts';
import { createTransport } from '../http/transport.ts';
import { type TokenAnswer, withoutIdentity, withoutToken } from './exchange-error.ts';

/** What an exchange is made with. */
export interface ExchangeTerms {
  readonly provider: Federated;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly proxy: OutboundProxy;
}

/** What an exchange brings. */
export interface Exchanged {
  readonly token: string;
  readonly life_ms: number;
}

/**
 * Shows a fresh identity token to a provider, by its own client, for a token of the provider.
 *
 * @throws ExchangeError
 */
export async function exchangeToken({ provider, environment, proxy }: ExchangeTerms): Promise<Exchanged> {
  const federation = FEDERATIONS[provider];
  const read = (name: string) => environment[name]?.trim() ?? '';
  const identity = await within(identityToken(provider, read)).catch((error: unknown) => {
    throw withoutIdentity(errorMessage(error), federation);
  });
  let answer: TokenAnswer | undefined;
  const fetch: Fetch = async (url, init) => {
    answer = await post(String(url), init, proxy);
    return new Response(answer.text, { status: answer.status, headers: { 'content-type': 'application/json' } });
  };
  try {
    const token = await within(BY_CLIENT[provider](identity, read, fetch));
    if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('the answer has no access_token');
    const body = jsonOrUndefined(answer?.text ?? '');
    // Without a word it is what the vendors' clients take.
    const life_ms = 1000 * Number((isJsonObject(body) ? body['expires_in'] : null) ?? 3600);
    if (!(life_ms > 0)) throw new Error('the token has already ended');
    if (read('GITHUB_ACTIONS') === 'true') (await import('@actions/core')).setSecret(token);
    return { token, life_ms };
  } catch (error) {
    throw withoutToken(errorMessage(error), answer, identity, federation);
  }
}

type Read = (name: string) => string;
type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** GitHub's identity token in a job that may ask for it, otherwise that of the file or the variable. */
async function identityToken(provider: Federated, read: Read): Promise<string> {
  const { audience, file, token } = identityNames(FEDERATIONS[provider]);
  // It masks the token, too.
  if (ID_TOKEN_VARIABLES.every(read))
    return (await import('@actions/core')).getIDToken(read(audience) || FEDERATIONS[provider].audience);
  return (read(file) ? identityTokenFromFile(read(file)) : identityTokenFromValue(read(token)))();
}

/** Each provider's own client; it sends one request. */
const BY_CLIENT: Readonly<Record<Federated, (identity: string, read: Read, fetch: Fetch) => Promise<string>>> = {
  openai: (identity, read, fetch) => {
    const config = {
      identityProviderId: read('OPENAI_IDENTITY_PROVIDER_ID'),
      serviceAccountId: read('OPENAI_SERVICE_ACCOUNT_ID'),
      provider: { tokenType: 'jwt', getToken: async () => identity },
    } as const;
    return new WorkloadIdentityAuth(config, fetch).getToken();
  },
  anthropic: async (identity, read, fetch) => {
    const ask = oidcFederationProvider({
      identityTokenProvider: () => identity,
      federationRuleId: read('ANTHROPIC_FEDERATION_RULE_ID'),
      organizationId: read('ANTHROPIC_ORGANIZATION_ID'),
      serviceAccountId: read('ANTHROPIC_SERVICE_ACCOUNT_ID'),
      workspaceId: read('ANTHROPIC_WORKSPACE_ID'),
      baseURL: new URL(FEDERATIONS.anthropic.exchange_url).origin,
      fetch,
    });
    return (await ask()).token;
  },
  // It has no client for this.
  openrouter: async (identity, read, fetch) => {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: identity,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      federation_policy_id: read('OPENROUTER_FEDERATION_POLICY_ID'),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(FEDERATIONS.openrouter.exchange_url, { headers, body: form.toString() });
    const answer = jsonOrUndefined(await response.text());
    return isJsonObject(answer) ? String(answer['access_token'] ?? '') : '';
  },
};

/** Sends a request as every other request to a provider is sent. */
async function post(url: string, { headers, body }: RequestInit = {}, proxy: OutboundProxy): Promise<TokenAnswer> {
  const { origin, pathname: path } = new URL(url);
  const transport = createTransport(proxy);
  try {
    const sent = { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' };
    const request = { method: 'POST', origin, path, headers: sent, body: String(body) } as const;
    const exchange = await transport.send(request, AbortSignal.timeout(LIMIT_MS + 1000));
    const text = new TextDecoder().decode(await readWhole(exchange, MAX_BYTES));
    return { status: exchange.status, text, date: exchange.headers['date'] ?? '' };
  } finally {
    await transport.close();
  }
}

const MAX_BYTES = 1024 * 1024;

/** The result of `work`, if it comes in time. */
async function within<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const limit = wait(LIMIT_MS, null, { signal: late.signal }).then(() => {
    throw new Error(`no answer within ${LIMIT_MS / 1000} seconds`);
  });
  return Promise.race([work, limit]).finally(() => late.abort());
}

/** How long anybody may take to answer. */
const LIMIT_MS = 10_000;
