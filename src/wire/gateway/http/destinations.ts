import type { Provider } from '#wire/protocols/providers.ts';
import { upstreamUrl } from '#wire/protocols/upstream-url.ts';
import type { Upstream } from '../call/upstream.ts';

/** The target of a path, in the parts that the HTTP client needs. */
export interface Destination {
  readonly origin: string;
  /** With its query. */
  readonly path: string;
}

/** Destinations by provider and path; the few that a run uses are computed once. */
export function createDestinations(): (upstream: Upstream, path: string) => Destination {
  const known = new Map<string, Destination>();
  return (upstream, path) => {
    const key = keyOf(upstream.provider, path);
    const entry = known.get(key);
    if (entry !== undefined) return entry;
    const url = new URL(upstreamUrl(upstream.provider, upstream.base_url, path));
    const destination = { origin: url.origin, path: `${url.pathname}${url.search}` };
    if (known.size < MAX_KNOWN) known.set(key, destination);
    return destination;
  };
}

function keyOf(provider: Provider, path: string): string {
  return `${provider} ${path}`;
}

const MAX_KNOWN = 100;
