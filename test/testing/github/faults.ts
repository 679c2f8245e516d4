/** A failure the fake gives instead of its answer, `times` times, to requests that match. */
export type Fault = {
  readonly method: string | null;
  readonly path: string | RegExp | null;
  readonly answer: FaultAnswer;
  /** What was asked for is done all the same. */
  readonly carriedOut: boolean;
  /** Matching requests that are answered before it. */
  after: number;
  times: number;
};

/** `status` answers; `drop` closes the connection without a word; `hang` never answers. */
type FaultAnswer =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body: unknown;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'drop' }
  | { readonly kind: 'hang' };

/** What a test says to make the next matching requests fail. `path` is a prefix or a pattern of path and query. */
export type FaultRequest = {
  readonly method?: string;
  readonly path?: string | RegExp;
  readonly times?: number;
  /** Default 0: how many matching requests are answered before the first that fails. */
  readonly after?: number;
  /** Default 500. */
  readonly status?: number;
  /** JSON, or text sent as it is. Default: GitHub's words for the status. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds; sent as `retry-after`. With status 403 or 429 this plays GitHub's rate limits. */
  readonly retryAfter?: number;
  readonly drop?: boolean;
  readonly hang?: boolean;
  /** Default false: the request is as if it had never come. */
  readonly carriedOut?: boolean;
};

/** Completes a test's wish into a fault. */
export function toFault(request: FaultRequest): Fault {
  return {
    method: request.method?.toUpperCase() ?? null,
    path: request.path ?? null,
    times: request.times ?? 1,
    after: request.after ?? 0,
    carriedOut: request.carriedOut ?? false,
    answer: toAnswer(request),
  };
}

/** Takes the first matching fault with times left, or null. */
export function takeFault(faults: readonly Fault[], method: string, pathAndQuery: string): Fault | null {
  const fault = faults.find((candidate) => candidate.times > 0 && matches(candidate, method, pathAndQuery));
  if (fault === undefined) return null;
  if (fault.after > 0) {
    fault.after -= 1;
    return null;
  }
  fault.times -= 1;
  return fault;
}

function toAnswer(request: FaultRequest): FaultAnswer {
  if (request.drop === true) return { kind: 'drop' };
  if (request.hang === true) return { kind: 'hang' };
  const status = request.status ?? 500;
  const limited = request.retryAfter !== undefined && (status === 403 || status === 429);
  return {
    kind: 'status',
    status,
    body: request.body ?? { message: limited ? SECONDARY_LIMIT : (WORDS[status] ?? 'Fault'), status: String(status) },
    headers: {
      ...(request.retryAfter === undefined ? {} : { 'retry-after': String(request.retryAfter) }),
      ...request.headers,
    },
  };
}

function matches(fault: Fault, method: string, pathAndQuery: string): boolean {
  if (fault.method !== null && fault.method !== method) return false;
  if (fault.path === null) return true;
  return typeof fault.path === 'string' ? pathAndQuery.startsWith(fault.path) : fault.path.test(pathAndQuery);
}

const SECONDARY_LIMIT = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

const WORDS: Readonly<Record<number, string>> = {
  401: 'Bad credentials',
  403: 'Resource not accessible by integration',
  404: 'Not Found',
  410: 'Gone',
  422: 'Validation Failed',
  429: 'API rate limit exceeded',
  500: 'Server Error',
  502: 'Server Error',
  503: 'Service unavailable',
};
