import { FEDERATIONS, isFederated, lacksFor } from '#common/federations.ts';
import { OLLAMA_URL } from '#config/model-agent-config.ts';
import { outboundProxy } from '#wire/outbound/outbound-proxy.ts';
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import { isAllowedHost } from './allowed-host.ts';
import type { Upstream, Upstreams } from './call/upstream.ts';
import { heldToken } from './federation/held-token.ts';
import { isLoopback, readBaseUrl } from './hosts/base-url.ts';

/** Sources of the hosts. */
export interface UpstreamSources {
  /** The environment of this process, which the workflow controls. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Base URLs in the config, which the pull request controls. */
  readonly config_base_urls: { readonly [provider in Provider]?: string | null };
  /** The input `allowed-hosts`. */
  readonly allowed_hosts: readonly string[];
}

/**
 * Decides each provider's host and which hosts get the real key. The host of the workflow's environment (or the provider's own)
 * gets it; a base URL of the config must be loopback or in `allowed-hosts` and gets a dummy, unless it is the very URL that the
 * workflow uses. Ollama's models get a dummy too.
 */
export function resolveUpstreams(
  sources: UpstreamSources,
): { readonly upstreams: Upstreams } | { readonly problem: string } {
  const upstreams: Partial<Record<Provider, Upstream>> = {};
  for (const provider of PROVIDER_NAMES) {
    const resolved = resolve(provider, sources);
    if ('problem' in resolved) return resolved;
    upstreams[provider] = resolved;
  }
  return { upstreams: { ...(upstreams as Record<Provider, Upstream>), proxy: outboundProxy(sources.environment) } };
}

function resolve(provider: Provider, sources: UpstreamSources): Upstream | { readonly problem: string } {
  const trusted = trustedUpstream(provider, sources.environment);
  if ('problem' in trusted) return trusted;
  const address = sources.config_base_urls[provider]?.trim() ?? '';
  if (address === '') return trusted;
  if (address === OLLAMA_URL) return ollamaAs(trusted, sources);
  return configUpstream(provider, address, trusted, sources.allowed_hosts);
}

function trustedUpstream(
  provider: Provider,
  environment: UpstreamSources['environment'],
): Upstream | { readonly problem: string } {
  const definition = PROVIDERS[provider];
  const { base_url, base_name, key_name: first, other_key_names, signing_names } = definition;
  const address = environment[base_name]?.trim() ?? '';
  const url = address === '' ? (definition.regionalBase?.(environment) ?? base_url) : definition.readBase(address);
  const base = readBaseUrl(url);
  if ('problem' in base) return { problem: `${base_name} in the environment ${base.problem}` };

  const signing = definition.signing?.(environment, base.url.host) ?? null;
  const names = signing === null ? [first, ...(other_key_names ?? [])] : (signing_names ?? []);
  const key_name = names.find((name) => environment[name]?.trim()) ?? first;
  // The workflow named no host on this machine, where the agent itself may be listening.
  const nobodys = address === '' && isLoopback(base.url);
  const key = (nobodys ? null : environment[key_name]?.trim()) || null;
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    return { problem: `${key_name} contains characters that a request header can't contain; set the secret again` };
  }
  if (key !== null && base.url.protocol !== 'https:' && !isLoopback(base.url)) {
    return {
      problem: `${base_name} ${base.text} would send ${key_name} over the network unencrypted; use https, or leave ${key_name} unset`,
    };
  }
  return {
    provider,
    base_url: base.text,
    host: base.url.host,
    key,
    ...(signing !== null && { signing }),
    key_name,
    ...(key === null && signing === null && base.url.host === new URL(base_url).host
      ? tokenOf(provider, environment)
      : {}),
    trusted: true,
  };
}

/** The token that a job without a key logs in for, at the provider's own address alone. */
function tokenOf(provider: Provider, environment: UpstreamSources['environment']): Pick<Upstream, 'held' | 'lacks'> {
  if (!isFederated(provider)) return {};
  const lacks = lacksFor(FEDERATIONS[provider], environment);
  if (lacks === null) return {};
  if (lacks.length > 0) return { lacks };
  return { held: heldToken({ provider, environment, proxy: outboundProxy(environment) }) };
}

function configUpstream(
  provider: Provider,
  address: string,
  trusted: Upstream,
  allowedHosts: readonly string[],
): Upstream | { readonly problem: string } {
  const { base_name, key_name } = PROVIDERS[provider];
  const base = readBaseUrl(PROVIDERS[provider].readBase(address));
  if ('problem' in base)
    return { problem: `the base URL ${JSON.stringify(address)} of ${provider} in the config ${base.problem}` };
  if (base.text === trusted.base_url) return trusted;
  if (!isLoopback(base.url) && !isAllowedHost(base.url, allowedHosts)) {
    return {
      problem: `the config sends requests for ${provider} to ${base.text}, a host that the workflow does not allow; add ${base.url.host} to the input allowed-hosts, or name the URL as ${base_name} in the environment (in a workflow: under env)`,
    };
  }
  return { provider, base_url: base.text, host: base.url.host, key: DUMMY_KEY, key_name, trusted: false };
}

/** Ollama where it speaks the API of another provider. The workflow names the host, but the key is not Ollama's. */
function ollamaAs(other: Upstream, { environment }: UpstreamSources): Upstream | { readonly problem: string } {
  const ollama = trustedUpstream('ollama', environment);
  if ('problem' in ollama) return ollama;
  const base_url = PROVIDERS.ollama.prefix(ollama.base_url, '');
  const { provider, key_name } = other;
  return { provider, base_url, host: ollama.host, key: DUMMY_KEY, key_name, trusted: false };
}

const DUMMY_KEY = 'agent-eval-dummy-key--a-host-named-by-the-config-gets-no-real-one';
