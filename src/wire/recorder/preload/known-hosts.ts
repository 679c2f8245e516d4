import { PROVIDERS, type Provider } from '#wire/protocols/providers.ts';

/** Hosts that are a provider's, and the path that comes before the version of its API there. */
export type KnownHosts = { readonly [host: string]: { readonly provider: Provider; readonly root: string } };

/** Every provider's public host, and the one that this run uses for it, as clients name them; without those on this machine. */
export function knownHosts(bases: readonly { readonly provider: Provider; readonly base_url: string }[]): KnownHosts {
  const own = bases.map(({ provider }) => ({ provider, base_url: PROVIDERS[provider].base_url }));
  const rows = [...own, ...bases].flatMap(({ provider, base_url }) => {
    const { host, pathname, protocol } = new URL(base_url);
    if (protocol !== 'https:' || host.endsWith('.invalid')) return [];
    const { base_path } = PROVIDERS[provider];
    const path = pathname.replace(/\/+$/, '');
    const root = base_path !== '' && path.endsWith(base_path) ? path.slice(0, -base_path.length) : path;
    return [[host, { provider, root }] as const];
  });
  return Object.fromEntries(rows);
}
