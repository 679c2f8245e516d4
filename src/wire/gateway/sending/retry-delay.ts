import { backOffMs } from '#common/back-off.ts';

/**
 * Milliseconds until a refused request may be sent again, from the answer's headers: `retry-after-ms` (exact; OpenAI and Azure
 * send it) before `retry-after` (RFC 9110: seconds or a date). `null` if there is neither.
 * @param now wall time in milliseconds since 1970, for dates
 */
export function retryAfterMs(headers: { readonly [name: string]: string }, now: number): number | null {
  const exact = nonNegative(headers['retry-after-ms']);
  if (exact !== null) return exact;
  const header = headers['retry-after'];
  const seconds = nonNegative(header);
  if (seconds !== null) return seconds * 1000;
  const date = header === undefined || !/[a-z]/i.test(header) ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function nonNegative(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

/** Milliseconds before the next try if the host names none. */
export function ownDelayMs(failed: number, random: number): number {
  return backOffMs(failed, random, LONGEST_MS);
}

const LONGEST_MS = 30_000;
