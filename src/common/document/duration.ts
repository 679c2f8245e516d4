import * as z from 'zod';
import { expected } from './zod-messages.ts';

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const DURATION = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)$/;

/** The longest duration: the platform's timers allow 24 days, and a day is enough. */
export const MAX_DURATION_MS = 24 * MILLISECONDS.h;

/** Milliseconds of `500ms`, `60s`, `1.5m` or `1h`, rounded; `null` if the text is none of these. */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  if (amount === undefined || (unit !== 'ms' && unit !== 's' && unit !== 'm' && unit !== 'h')) return null;
  return Math.round(Number(amount) * MILLISECONDS[unit]);
}

/** A duration with its unit, from 1 ms to 24 h; parsed as milliseconds. */
export const durationSchema = z
  .string({ error: expected('a duration with its unit, such as 60s, 500ms, 2m or 1h') })
  .regex(DURATION, { error: expected('a duration with its unit, such as 60s, 500ms, 2m or 1h') })
  .refine((text) => inRange(parseDuration(text)), { error: 'expected a duration from 1ms to 24h', abort: true })
  .transform((text) => parseDuration(text) ?? 0);

function inRange(duration: number | null): boolean {
  return duration === null || (duration >= 1 && duration <= MAX_DURATION_MS);
}
