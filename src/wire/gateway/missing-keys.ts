import { isOwnHost, PROVIDER_NAMES, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import type { Upstreams } from './call/upstream.ts';

/** A provider that would refuse every request of this run, and the variable to set. */
export interface MissingKey {
  readonly provider: Provider;
  readonly key_name: string;
}

/** Providers at their own public host, which requires a key, for which the environment has none. */
export function missingKeys(upstreams: Upstreams): readonly MissingKey[] {
  return PROVIDER_NAMES.map((provider) => upstreams[provider])
    .filter(
      ({ provider, key, host, held }) =>
        PROVIDERS[provider].needs_key && key === null && held === undefined && isOwnHost(provider, host),
    )
    .flatMap(({ provider, key_name, lacks = [key_name] }) => lacks.map((name) => ({ provider, key_name: name })));
}
