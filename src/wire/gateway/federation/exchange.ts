import { oidcFederationProvider } from '@anthropic-ai/sdk/lib/credentials/oidc-federation';
import { WorkloadIdentityAuth } from 'openai/auth/workload-identity-auth';
import { errorMessage } from '#common/error-message.ts';
import { isJsonObject } from '#common/json.ts';
import type { OutboundProxy } from '#wire/outbound/outbound-proxy.ts';
import { FEDERATIONS, type Federated } from '#wire/protocols/federations.ts';
import { TransportError } from '../http/exchange.ts';
import { readWhole } from '../http/read-whole.ts';
import { createTransport } from '../http/transport.ts';
import { claimsOf, ExchangeError, type ExchangeFault, parsed, saidOf } from './exchange-error.ts';
import type { Exchanged } from './held-token.ts';
import { identityToken, maskToken } from './identity-token.ts';

/** What an exchange is made with. */
export interface ExchangeTerms {
  readonly provider: Federated;
  /** The values of its variables. */
  readonly ids: { readonly [name: string]: string };
  readonly environment: { readonly [name: string]: string | undefined };
  readonly proxy: OutboundProxy;
}

/**
 * Shows a fresh identity token to a provider, by its own client, for a token of the provider.
 *
 * @throws ExchangeError
 */
export async function exchangeToken({ provider, ids, environment, proxy }: ExchangeTerms): Promise<Exchanged> {
  const federation = FEDERATIONS[provider];
  const fail = (fault: ExchangeFault) => new ExchangeError(fault, federation, environment);
  const host = new URL(federation.exchange_url).hostname;
  const identity = await within(
    identityToken(federation, environment).catch((error: unknown) => {
      throw fail({ kind: 'identity', message: errorMessage(error) });
    }),
    () => fail({ kind: 'silent', host: 'GitHub' }),
  );
  const heard: Heard = { status: null, body: null, lost: null };
  const fetch = fetchBy(proxy, heard);
  try {
    const token = await within(BY_CLIENT[provider](identity, ids, fetch), () => fail({ kind: 'silent', host }));
    const life_ms = 1000 * Number((isJsonObject(heard.body) ? heard.body['expires_in'] : null) ?? UNSAID_SECONDS);
    if (!(life_ms > 0)) throw new Error('the token has already ended');
    await maskToken(token, environment);
    return { token, life_ms };
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    const { status, body, lost } = heard;
    if (status === null) throw fail({ kind: 'lost', message: lost ?? errorMessage(error) });
    const said = status < 400 ? errorMessage(error) : saidOf(body);
    if (status < 400 || status >= 500 || status === 408 || status === 429) throw fail({ kind: 'broken', status, said });
    throw fail({ kind: 'refused', status, said, claims: claimsOf(identity) });
  }
}

/** How long anybody may take to answer; ExchangeError says it. */
const LIMIT_MS = 10_000;
/** What the vendors' clients take where an answer does not say it. */
const UNSAID_SECONDS = 3600;

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
type Ids = ExchangeTerms['ids'];

/** Each provider's own client; it sends one request. */
const BY_CLIENT: Readonly<Record<Federated, (identity: string, ids: Ids, fetch: Fetch) => Promise<string>>> = {
  openai: (identity, ids, fetch) => {
    const config = {
      identityProviderId: ids['OPENAI_IDENTITY_PROVIDER_ID'] ?? '',
      serviceAccountId: ids['OPENAI_SERVICE_ACCOUNT_ID'] ?? '',
      provider: { tokenType: 'jwt', getToken: async () => identity },
    } as const;
    return new WorkloadIdentityAuth(config, fetch).getToken();
  },
  anthropic: async (identity, ids, fetch) => {
    const ask = oidcFederationProvider({
      identityTokenProvider: () => identity,
      federationRuleId: ids['ANTHROPIC_FEDERATION_RULE_ID'] ?? '',
      organizationId: ids['ANTHROPIC_ORGANIZATION_ID'] ?? '',
      serviceAccountId: ids['ANTHROPIC_SERVICE_ACCOUNT_ID'],
      workspaceId: ids['ANTHROPIC_WORKSPACE_ID'],
      baseURL: new URL(FEDERATIONS.anthropic.exchange_url).origin,
      fetch,
    });
    return (await ask()).token;
  },
  // It has no client for this.
  openrouter: async (identity, ids, fetch) => {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: identity,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      federation_policy_id: ids['OPENROUTER_FEDERATION_POLICY_ID'] ?? '',
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = parsed(
      await (await fetch(FEDERATIONS.openrouter.exchange_url, { method: 'POST', headers, body })).text(),
    );
    const token = isJsonObject(answer) ? answer['access_token'] : null;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw new Error('the answer has no access_token');
    return token;
  },
};

/** What came over the wire, whatever the client makes of it. */
interface Heard {
  status: number | null;
  body: ReturnType<typeof parsed>;
  lost: string | null;
}

/** Sends requests as every other request to a provider is sent. */
function fetchBy(proxy: OutboundProxy, heard: Heard): Fetch {
  return async (url, { headers, body } = {}) => {
    const { origin, pathname: path } = new URL(String(url));
    const transport = createTransport(proxy);
    try {
      const sent = { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' };
      const request = { method: 'POST', origin, path, headers: sent, body: String(body) } as const;
      const exchange = await transport.send(request, AbortSignal.timeout(LIMIT_MS + 1000));
      const bytes = await readWhole(exchange, MAX_BYTES);
      heard.status = exchange.status;
      heard.body = parsed(new TextDecoder().decode(bytes));
      return new Response(new Uint8Array(bytes), {
        status: exchange.status,
        headers: { 'content-type': 'application/json' },
      });
    } catch (error) {
      if (error instanceof TransportError) heard.lost = error.message;
      throw error;
    } finally {
      await transport.close();
    }
  };
}

const MAX_BYTES = 1024 * 1024;

/** The result of `work`, if it comes in time. */
async function within<T>(work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
