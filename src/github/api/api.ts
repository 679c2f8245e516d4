import * as z from 'zod';
import type { Clock } from '#ports/ports.ts';
import { downloadCapped } from './download.ts';
import { type Failure, failureOf } from './failure.ts';
import { createPatience } from './patience.ts';
import { retrying } from './retry.ts';

/**
 * A client of GitHub's REST API. It never throws, follows no redirect to another host, never prints the token, and waits for
 * silent answers no longer than its patience allows, over all of its requests.
 */
export interface GithubApi {
  /** `route` is `METHOD /path/{parameter}`. */
  request(route: string, parameters: ApiParameters, options?: ApiRequestOptions): Promise<ApiAnswer>;
  /** The login behind the token (`github-actions[bot]`), null when GitHub does not say. */
  login(): Promise<string | null>;
  /** Reads a signed URL without credentials; refuses more than `maxBytes`. */
  download(url: string, maxBytes: number): Promise<ApiDownload>;
}

/** The part of the client that reading needs: no function throws. */
export type GithubReader = Pick<GithubApi, 'request' | 'download'>;

/** The repository of a request. */
export interface GithubRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
}

/** Parameters of a route, by name. */
export interface ApiParameters {
  readonly [name: string]: ApiValue;
}

/** A parameter of a route, or a part of one. */
type ApiValue = string | number | boolean | readonly ApiValue[] | ApiParameters;

/** Options of one request. */
interface ApiRequestOptions {
  /** Media type to request. */
  readonly accept?: string;
  /** `manual`: a redirect is the answer, with its target in `location`. Otherwise GETs follow it on the same host. */
  readonly redirect?: 'manual';
}

/** `status` is null when no answer came and 429 for every rate limit. `problem` is a sentence part without secrets. */
export type ApiAnswer = Answered | Failure;

/** An answer of GitHub, not validated. */
interface Answered {
  readonly ok: true;
  readonly status: number;
  readonly data: unknown;
  readonly location: string | null;
}

/** The bytes of a download, or why there are none. */
type ApiDownload = { readonly ok: true; readonly bytes: Uint8Array } | Failure;

/** Where the API is, whose token is used, and how long an answer may take (ms). */
export interface GithubApiOptions {
  readonly token: string;
  /** `GITHUB_API_URL`. */
  readonly apiUrl: string;
  /** `GITHUB_GRAPHQL_URL`. */
  readonly graphqlUrl: string;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
  /** For one attempt of a request. */
  readonly timeoutMs?: number;
}

/** The one client of a run; @actions/github is loaded at the first request. */
export function githubApi(options: GithubApiOptions): GithubApi {
  let loading: ReturnType<typeof createOctokit> | null = null;
  const octokit = () => {
    loading ??= createOctokit(options.token, options.apiUrl);
    return loading;
  };
  const common = { clock: options.clock, signal: options.signal, patience: createPatience() };

  async function attempt(
    route: string,
    parameters: object,
    accept: string | undefined,
    signal: AbortSignal,
  ): Promise<ApiAnswer> {
    try {
      const { request } = await octokit();
      const headers = accept === undefined ? {} : { headers: { accept } };
      const answer = await request(route, {
        ...parameters,
        ...headers,
        request: { redirect: 'manual', signal },
      });
      return { ok: true, status: answer.status, data: answer.data, location: answer.headers.location ?? null };
    } catch (error) {
      return failureOf(error, route, options);
    }
  }

  async function request(
    route: string,
    parameters: ApiParameters,
    requestOptions: ApiRequestOptions = {},
  ): Promise<ApiAnswer> {
    const send = (to: string, what: ApiParameters) =>
      retrying((signal) => attempt(to, what, requestOptions.accept, signal), options.timeoutMs ?? TIMEOUT_MS, common);
    let answer = await send(route, parameters);
    for (let hop = 0; answer.ok && isRedirect(answer) && requestOptions.redirect !== 'manual'; hop += 1) {
      const target = hop < MAX_REDIRECTS ? redirectTarget(route, answer, options.apiUrl) : null;
      if (target === null) return { ok: false, status: answer.status, problem: ELSEWHERE, retry: 'never' };
      answer = await send(target, {});
    }
    return answer;
  }

  return {
    request,
    async login() {
      const answer = await request(`POST ${options.graphqlUrl}`, { query: '{ viewer { login } }' });
      return answer.ok ? viewerLogin(answer.data) : null;
    },
    download(url, maxBytes) {
      const fetchOnce = async (signal: AbortSignal): Promise<ApiDownload> => {
        const { fetch } = await octokit();
        return downloadCapped(url, { fetch, maxBytes, apiUrl: options.apiUrl, signal });
      };
      return retrying(fetchOnce, DOWNLOAD_TIMEOUT_MS, common);
    },
  };
}

function isRedirect({ status }: Answered): boolean {
  return [301, 302, 307, 308].includes(status);
}

/** Where a GET may be redirected: only within the API's own origin, as for renamed repositories. */
function redirectTarget(route: string, answer: Answered, apiUrl: string): string | null {
  if (!route.startsWith('GET ') || answer.location === null || !URL.canParse(answer.location, apiUrl)) return null;
  const target = new URL(answer.location, apiUrl);
  return target.origin === new URL(apiUrl).origin ? `GET ${target.href}` : null;
}

const ELSEWHERE =
  "GitHub redirects this request, and the redirect can't be followed; was the repository renamed or moved?";
/** GitHub itself ends a request after ten seconds. */
const TIMEOUT_MS = 15_000;
const DOWNLOAD_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** The login in GitHub's answer to `{ viewer { login } }`; null when there is none. */
function viewerLogin(data: unknown): string | null {
  const answer = viewerSchema.safeParse(data);
  return answer.success ? answer.data.data.viewer.login : null;
}

const viewerSchema = z.object({ data: z.object({ viewer: z.object({ login: z.string().min(1).max(100) }) }) });

/** Loads @actions/github and returns its request function and its proxy-aware fetch, which sends no credentials. */
async function createOctokit(token: string, apiUrl: string) {
  const { defaults, GitHub, getOctokitOptions } = await import('@actions/github/lib/utils');
  const options = getOctokitOptions(token, { baseUrl: apiUrl, userAgent: 'agent-eval-action', log: SILENT });
  const proxied: typeof fetch = defaults.request?.fetch ?? fetch;
  return { request: new GitHub(options).request, fetch: proxied };
}

/** Octokit's own log would go to standard output, where the runner looks for commands. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
