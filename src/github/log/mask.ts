import * as core from '@actions/core';
import type { RunnerVariables } from '#github/event/run-context.ts';

/** Values of the named variables that are long enough to be secrets, and `more`, such as the token. Without repetitions. */
export function secretValues(
  env: RunnerVariables,
  names: readonly string[],
  more: readonly string[],
): readonly string[] {
  const values = [...names.map((name) => env[name] ?? ''), ...more];
  return [...new Set(values.filter(isMaskable))];
}

/**
 * Makes the runner show `***` for these values in logs, annotations and summaries; it does not mask files and comments. Values
 * too short to be secrets are left alone.
 */
export function maskSecrets(values: readonly string[]): void {
  for (const value of values.filter(isMaskable)) core.setSecret(value);
}

function isMaskable(value: string): boolean {
  return value.trim().length >= MIN_LENGTH;
}

/** Shorter values would mask ordinary words, and the runner drops outputs that contain a masked value. */
const MIN_LENGTH = 6;
