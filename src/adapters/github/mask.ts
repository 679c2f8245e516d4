import * as core from '@actions/core';
import type { Environment } from './run-context.ts';

/** Values of the named variables that are long enough to be secrets; with `more` such as the token. No repetitions. */
export function secretValues(env: Environment, names: readonly string[], more: readonly string[]): readonly string[] {
  const values = [...names.map((name) => env[name] ?? ''), ...more];
  return [...new Set(values.filter((value) => value.trim().length >= MIN_LENGTH))];
}

/** Has the runner show `***` for them in logs, annotations and summaries; files and comments it does not mask. */
export function maskSecrets(values: readonly string[]): void {
  for (const value of values) core.setSecret(value);
}

/** Shorter values would mask ordinary words, and outputs that hold a masked value are dropped by the runner. */
const MIN_LENGTH = 6;
