import type { Provider } from '#adapters/models/wire/model-call.ts';
import { PROVIDER_DEFAULTS } from './hosts/provider-defaults.ts';
import type { Upstreams } from './upstream.ts';

/** A provider that would refuse every request of this run, and the variable to set. */
export interface MissingKey {
  readonly provider: Provider;
  readonly key_name: string;
}

/** Providers that live at their own public host, which wants a key, while the environment holds none. */
export function missingKeys(upstreams: Upstreams): readonly MissingKey[] {
  return [upstreams.openai, upstreams.anthropic, upstreams.ollama]
    .filter(({ provider, key, base_url }) => {
      const { needs_key, base_url: own } = PROVIDER_DEFAULTS[provider];
      return needs_key && key === null && new URL(base_url).host === new URL(own).host;
    })
    .map(({ provider, key_name }) => ({ provider, key_name }));
}
