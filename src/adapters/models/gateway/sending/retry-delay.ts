/**
 * Milliseconds until a refused request may be sent again, from the answer's headers: `retry-after-ms` (exact; OpenAI and Azure
 * send it) before `retry-after` (RFC 9110: seconds or a date). `null` if there is neither.
 * @param now wall time in milliseconds since 1970, for dates
 */
export function retryAfterMs(headers: { readonly [name: string]: string }, now: number): number | null {
  const exact = nonNegative(headers['retry-after-ms']);
  if (exact !== null) return exact;
  const written = headers['retry-after'];
  const seconds = nonNegative(written);
  if (seconds !== null) return seconds * 1000;
  const date = written === undefined || !/[a-z]/i.test(written) ? Number.NaN : Date.parse(written);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function nonNegative(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

/**
 * Milliseconds before the next try if the host names none: doubling from half a second up to 30 s, and between half of that and
 * all of it, so that callers refused together do not return together.
 * @param failed tries so far, from 1
 * @param random 0 to 1
 */
export function backOffMs(failed: number, random: number): number {
  const full = Math.min(FIRST_MS * 2 ** (failed - 1), LONGEST_MS);
  return full * (0.5 + 0.5 * random);
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
