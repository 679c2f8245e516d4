import * as z from 'zod';
import { duration } from '#common/words.ts';
import type { Clock } from '#ports/ports.ts';
import { type Failure, failureOf } from './failure.ts';
import { oneLine } from './one-line.ts';

/** The time that one client may still spend waiting for a silent GitHub, over all of its requests. */
interface GithubPatience {
  /** How long an attempt that wants `ms` may take; `null`: no time is left, so don't make it. */
  limit(ms: number): number | null;
  /** Records an attempt that got no answer for so many ms. */
  unanswered(ms: number): void;
  /** Whether there is time for a pause of `ms` before another attempt; if so, the pause is subtracted from what is left. */
  pause(ms: number): boolean;
}

/** Without it, a GitHub that never answers would hold a job for minutes at every single request. */
function createPatience(): GithubPatience {
  let silence = MOST_SILENCE_MS;
  let pauses = MOST_PAUSES_MS;
  return {
    limit: (ms) => (silence === 0 ? null : Math.min(ms, silence)),
    unanswered(ms) {
      silence = Math.max(0, silence - ms);
    },
    pause(ms) {
      if (ms > pauses) return false;
      pauses -= ms;
      return true;
    },
  };
}

/** Most time spent waiting for answers that don't come. */
const MOST_SILENCE_MS = 45_000;
/** Most time spent in pauses before retries; enough for one pause after a rate limit without a time. */
const MOST_PAUSES_MS = 60_000;

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

/** Bytes of a URL, or why they could not be read. */
type Download = { readonly ok: true; readonly bytes: Uint8Array } | Failure;

interface DownloadOptions {
  readonly fetch: typeof fetch;
  readonly maxBytes: number;
  /** Unencrypted addresses are allowed only if the API itself is unencrypted. */
  readonly apiUrl: string;
  readonly signal: AbortSignal;
}

/** Fetches a signed URL: no credentials, no redirects, at most `maxBytes` in memory. No message contains the URL. */
async function downloadCapped(url: string, options: DownloadOptions): Promise<Download> {
  if (!URL.canParse(url)) return refuse('its address is malformed');
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== new URL(options.apiUrl).protocol)
    return refuse(`its address is ${protocol}, not https:`);
  try {
    const response = await options.fetch(url, { redirect: 'error', signal: options.signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      return {
        ...refuse(`the storage answered ${response.status}`, response.status),
        retry: response.status >= 500 ? 'backoff' : 'never',
      };
    }
    return await readCapped(response, options.maxBytes);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = cause instanceof Error ? cause.message : String(cause);
    return { ...refuse(`the storage gave no answer (${oneLine(words.replaceAll(url, '…'), 200)})`), retry: 'backoff' };
  }
}

async function readCapped(response: Response, maxBytes: number): Promise<Download> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) return refuse(`it is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

function refuse(problem: string, status: number | null = null): Failure {
  return { ok: false, status, problem, retry: 'never' };
}

/** What all attempts share. */
interface Retrying {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Once aborted, no further attempt is made. */
  readonly signal: AbortSignal;
  /** Shared by all requests of a client. */
  readonly patience: GithubPatience;
}

/**
 * Tries up to four times, but waits for silence only twice: one request that is never answered must leave time for the others.
 * The failure says how long to pause; the client's patience limits all pauses.
 *
 * @param timeoutMs for one attempt
 */
async function retrying<T extends { readonly ok: true }>(
  attempt: (signal: AbortSignal) => Promise<T | Failure>,
  timeoutMs: number,
  { clock, signal, patience }: Retrying,
): Promise<T | Failure> {
  let silences = 0;
  for (let tries = 1; ; tries += 1) {
    const limit = patience.limit(timeoutMs);
    if (limit === null) return GIVEN_UP;
    const began = clock.now();
    const timeout = AbortSignal.timeout(limit);
    const answer = await attempt(AbortSignal.any([signal, timeout]));
    if (!answer.ok && answer.status === null) patience.unanswered(timeout.aborted ? limit : clock.now() - began);
    if (timeout.aborted) silences += 1;
    const isLast = tries === MAX_TRIES || silences === MAX_SILENCES;
    const pause = answer.ok ? null : pauseMs(answer, tries);
    if (pause === null || isLast || signal.aborted || !patience.pause(pause)) return answer;
    await clock.sleep(pause, signal);
  }
}

function pauseMs({ retry }: Failure, tries: number): number | null {
  if (retry === 'never') return null;
  return retry === 'backoff' ? 1000 * 2 ** (tries - 1) : retry;
}

const MAX_TRIES = 4;
const MAX_SILENCES = 2;

const GIVEN_UP: Failure = {
  ok: false,
  status: null,
  problem: `the request was not sent, because GitHub has not answered other requests for ${duration(MOST_SILENCE_MS)}`,
  retry: 'never',
};
