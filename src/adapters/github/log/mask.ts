import * as core from '@actions/core';
import type { Environment } from '#adapters/github/event/run-context.ts';

/** Values of the named variables that are long enough to be secrets; with `more` such as the token. No repetitions. */
export function secretValues(env: Environment, names: readonly string[], more: readonly string[]): readonly string[] {
  const values = [...names.map((name) => env[name] ?? ''), ...more];
  return [...new Set(values.filter(isMaskable))];
}

/**
 * Has the runner show `***` for them in logs, annotations and summaries; files and comments it does not mask. Values too
 * short to be secrets are left alone.
 */
export function maskSecrets(values: readonly string[]): void {
  for (const value of values.filter(isMaskable)) core.setSecret(value);
}

function isMaskable(value: string): boolean {
  return value.trim().length >= MIN_LENGTH;
}

/** Shorter values would mask ordinary words, and outputs that hold a masked value are dropped by the runner. */
const MIN_LENGTH = 6;
