import { mean } from './mean.ts';

/**
 * Unbiased sample variance (divisor n − 1), in two passes so that large equal offsets cost no digits; `null` for fewer than two
 * values.
 */
export function sampleVariance(values: readonly number[]): number | null {
  const centre = mean(values);
  if (centre === null || values.length < 2) return null;
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}
