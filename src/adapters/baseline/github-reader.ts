/**
 * What baselines ask of GitHub. The client in adapters/github has this shape; it is repeated here because adapters do
 * not import one another. Neither function throws.
 */
export interface GithubReader {
  /** One REST request: `route` is `METHOD /path/{parameter}`. Retries and timeouts are the client's matter. */
  request(route: string, parameters: GithubParameters, options?: GithubRequestOptions): Promise<GithubAnswer>;
  /** Reads a signed URL without any credentials, refusing more than `maxBytes`. */
  download(url: string, maxBytes: number): Promise<DownloadAnswer>;
}

/** Parameters of a route, by name. */
export interface GithubParameters {
  readonly [name: string]: string | number | boolean;
}

/** How an answer is wanted. */
export interface GithubRequestOptions {
  /** Media type to ask for. */
  readonly accept?: string;
  /** `manual`: a redirect is the answer and its target is in `location`. */
  readonly redirect?: 'manual';
}

/** `status` is null when no answer came. `problem` is a sentence without secrets. */
export type GithubAnswer =
  | { readonly ok: true; readonly status: number; readonly data: unknown; readonly location: string | null }
  | { readonly ok: false; readonly status: number | null; readonly problem: string };

/** The bytes of a download, or why there are none; `problem` is a sentence without secrets. */
export type DownloadAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: string };

/** Who is asked: the repository of the workflow run. */
export interface BaselineRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
}
