import * as z from 'zod';
import type { Clock } from '#ports/ports.ts';
import { oneLine } from './one-line.ts';

/** A request that failed. */
export interface Failure {
  readonly ok: false;
  /** Null when no answer came, 429 for every rate limit. */
  readonly status: number | null;
  /** `403 Resource not accessible by integration`: a sentence part without secrets. */
  readonly problem: string;
  /** Whether a retry may help: never, after a growing pause, or after so many ms. */
  readonly retry: 'never' | 'backoff' | number;
}

interface FailureContext {
  readonly token: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Turns what Octokit threw into a failure. A POST that GitHub may have carried out is never sent again. */
export function failureOf(error: unknown, route: string, context: FailureContext): Failure {
  const safe = (text: string) => oneLine(text.replaceAll(context.token, '***'), 300);
  const again = route.startsWith('POST ') ? 'never' : 'backoff';
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success)
    return { ok: false, status: null, problem: `no answer (${safe(networkWords(error))})`, retry: again };
  const { status, response } = parsed.data;
  const problem = `${status} ${safe(answerWords(response.data))}`;
  const limit = rateLimitMs(status, response, context.clock.now());
  if (limit !== null) return { ok: false, status: 429, problem: `${problem} (rate limit)`, retry: limit };
  return { ok: false, status, problem, retry: status >= 500 ? again : 'never' };
}

/** How long GitHub asks to wait, in ms; null if this is no rate limit. Secondary limits without a time: a minute. */
function rateLimitMs(status: number, response: Response, now: number): number | null {
  const { headers } = response;
  const after = Number(headers['retry-after'] ?? Number.NaN);
  const exhausted = headers['x-ratelimit-remaining'] === '0';
  const limited =
    status === 429 ||
    (status === 403 && (!Number.isNaN(after) || exhausted || SECONDARY.test(answerWords(response.data))));
  if (!limited) return null;
  if (!Number.isNaN(after)) return after * 1000;
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000;
  return exhausted && !Number.isNaN(reset) ? Math.max(1000, reset - now) : 60_000;
}

/** GitHub's message and the first of its details. */
function answerWords(data: unknown): string {
  const body = bodySchema.safeParse(data);
  if (!body.success) return 'without a message';
  const [detail] = body.data.errors ?? [];
  const more = detailSchema.safeParse(detail);
  return more.success ? `${body.data.message}: ${more.data.message}` : body.data.message;
}

function networkWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.name === 'TimeoutError' ? 'it took too long' : cause.message;
}

const SECONDARY = /secondary rate limit|abuse detection/i;

const errorSchema = z.object({
  status: z.number().int(),
  response: z.object({
    data: z.unknown(),
    headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()),
  }),
});
type Response = z.infer<typeof errorSchema>['response'];

const bodySchema = z.object({ message: z.string(), errors: z.array(z.unknown()).optional().catch(undefined) });
const detailSchema = z.object({ message: z.string() });
