import type { Method } from '#wire/protocols/format/provider.ts';
import { type Endpoint, PROVIDER_NAMES, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import { route, SERVED } from '#wire/protocols/route.ts';

/** The target of a request. */
export type RequestTarget = { readonly token: string; readonly provider: Provider | null } & (
  | {
      readonly kind: 'served';
      readonly provider: Provider;
      readonly method: Method;
      /** With the query, as the gateway expects it. */
      readonly path: string;
      readonly endpoint: Endpoint | null;
    }
  /** What a framework or client tells its maker; no model is asked. `asked`: for people, harmless text. */
  | { readonly kind: 'telemetry'; readonly message: string; readonly label: string }
  /** Clients check whether a server is there: `HEAD /` of Ollama's, `OPTIONS`. */
  | { readonly kind: 'greeting'; readonly status: 200 | 204 }
  | { readonly kind: 'wrong_method'; readonly allow: string; readonly message: string }
  /** `asked`: for people, harmless text; `null`: of no provider. */
  | { readonly kind: 'unserved'; readonly message: string; readonly label: string | null }
);

/**
 * Reads `/TOKEN/PROVIDER/…`; slashes that clients double when they join URLs count once.
 *
 * @param providers those whose variables the processes got
 */
export function readTarget(method: string, url: string, providers: readonly Provider[]): RequestTarget {
  const [pathname = '', ...queries] = url.replace(/^https?:\/\/[^/]*/i, '').split('?');
  const [token = '', name = '', ...below] = pathname.split('/').filter((segment) => segment !== '');
  // Azure's JavaScript client prefers OpenAI's variable to its own; no other client sends the version of the API.
  const isAzure =
    name === 'openai' && providers.includes('azure') && queries.some((query) => /(?:^|&)api-version=/.test(query));
  const provider = isAzure ? 'azure' : (PROVIDER_NAMES.find((known) => known === name) ?? null);
  const rest = isAzure ? ['openai', ...below.slice(below[0] === 'v1' ? 1 : 0)] : below;
  const query = queries.length === 0 ? '' : `?${queries.join('?')}`;
  if (method === 'OPTIONS') return { kind: 'greeting', token, provider, status: 204 };
  if (method === 'HEAD') return { kind: 'greeting', token, provider, status: 200 };
  if (provider === null) return { kind: 'unserved', token, provider, message: NO_PROVIDER, label: null };
  const path = `/${rest.join('/')}`;
  if (method === 'GET' && rest.length === 0) return { kind: 'greeting', token, provider, status: 200 };

  const known = METHODS.find((item) => item === method);
  const own = known === undefined ? null : route(provider, known, path);
  if (own !== null && known !== undefined) {
    return { kind: 'served', token, provider, method: known, path: own.path + query, endpoint: own.endpoint };
  }
  const allow = METHODS.filter((other) => route(provider, other, path) !== null).join(', ');
  if (allow !== '') {
    const message = `agent-eval: ${path} takes ${allow}, not ${method}`;
    return { kind: 'wrong_method', token, provider, allow, message };
  }
  const request = `${method} ${path.slice(0, 200)} of ${provider}`;
  if (TELEMETRY.test(`${provider}${path}`))
    return { kind: 'telemetry', token, provider, message: NO_TELEMETRY, label: request.replace(/[^\w ./:~%+-]/g, '?') };
  const message = `agent-eval: the recorder does not serve ${request}; it serves ${SERVED[provider]}`;
  return { kind: 'unserved', token, provider, message, label: request.replace(/[^\w ./:~%+-]/g, '?') };
}

/** Traces of the OpenAI Agents SDK; events and metrics of Claude Code. */
const TELEMETRY =
  /^(?:openai\/v1\/traces(?:\/|$)|anthropic\/(?:v1\/)?(?:api\/)?(?:event_logging|claude_code|claude_cli|statsig|telemetry)(?:\/|$))/;
const NO_TELEMETRY =
  'agent-eval: the recorder takes no telemetry, and no model call is lost; switch it off in the agent, as by OPENAI_AGENTS_DISABLE_TRACING=1';

const METHODS: readonly Method[] = ['GET', 'POST', 'DELETE'];

const PATHS = PROVIDER_NAMES.map((name) => `/${name}${PROVIDERS[name].base_path}`);
const NO_PROVIDER = `agent-eval: the path contains no provider; after the token, it must continue with ${PATHS.slice(0, -1).join(', ')} or ${PATHS.at(-1)}, as the base URL in the environment does`;
