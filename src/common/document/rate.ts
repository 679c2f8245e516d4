import * as z from 'zod';
import { foundValue } from './found-value.ts';
import type { RawIssue } from './zod-messages.ts';

/** A share from 0 to 1. Percentages are refused with the rate that was probably meant. */
export const rateSchema = z
  .number({ error: rateMessage })
  .min(0, { error: rateMessage })
  .max(1, { error: rateMessage });

function rateMessage({ input }: RawIssue): string {
  if (input === undefined) return 'missing; expected a rate from 0 to 1';
  const rate = rateMeant(input);
  return `expected a rate from 0 to 1, found ${foundValue(input)}${rate === null ? '' : `; rates are 0–1: write ${rate}`}`;
}

/** The rate that `90`, `"90"` or `"90%"` probably means (0.9); `null` if unknown. */
export function rateMeant(input: unknown): number | null {
  const [, digits, percent] = /^\s*([0-9]+(?:\.[0-9]+)?)\s*(%?)\s*$/.exec(String(input)) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  const rate = percent === '%' || number > 1 ? number / 100 : number;
  return rate <= 1 ? rate : null;
}
