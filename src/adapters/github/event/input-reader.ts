import { MAX_DURATION_MS, parseDuration } from '#domain/document/duration.ts';
import { parseTrialRange, type TrialRange } from '#domain/trial/trial-range.ts';
import type { Environment } from './run-context.ts';

/** Reads inputs one by one; what is wrong with them gathers in `problems`, and a harmless value is given instead. */
export interface InputReader {
  readonly problems: string[];
  /** Trimmed; empty when absent. */
  text(name: string): string;
  matching(name: string, pattern: RegExp, expected: string): string;
  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T;
  oneOfOrNull<const T extends string>(name: string, allowed: readonly T[]): T | null;
  /** A whole number from 1 to `max`, null when absent; `otherwise` says what holds then. */
  count(name: string, max: number, otherwise: string): number | null;
  /** A whole number from 1 to `max` or two of them such as `3-10`, null when absent; `otherwise` says what holds then. */
  trialRange(name: string, max: number, otherwise: string): TrialRange | null;
  /** A number above 0 in plain decimals, null when absent. */
  amount(name: string): number | null;
  /** Milliseconds of a duration such as `20m`, null when absent. */
  duration(name: string): number | null;
  /** Separated by commas or new lines; no empty items, no repetitions. */
  list(name: string): readonly string[];
  /** A path that stays inside the folder it is relative to. */
  path(name: string, fallback: string): string;
}

/**
 * Takes inputs from the variables in which the runner hands them over, by the rule of @actions/core's getInput:
 * `INPUT_` and the name in capitals, spaces as underscores.
 */
export function inputReader(env: Environment): InputReader {
  const problems: string[] = [];
  const text = (name: string) => (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim();
  const refuse = (name: string, expected: string) =>
    void problems.push(`${name}: is ${JSON.stringify(text(name).slice(0, 100))}; expected ${expected}`);

  function oneOfOrNull<const T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = text(name);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined && value !== '') refuse(name, words(allowed));
    return found ?? null;
  }

  return {
    problems,
    text,
    matching(name, pattern, expected) {
      if (pattern.test(text(name))) return text(name);
      refuse(name, expected);
      return '';
    },
    oneOf: (name, allowed, fallback) => oneOfOrNull(name, allowed) ?? fallback,
    oneOfOrNull,
    count(name, max, otherwise) {
      const value = text(name);
      if (value === '') return null;
      if (/^\d{1,15}$/.test(value) && Number(value) >= 1 && Number(value) <= max) return Number(value);
      refuse(name, `a whole number from 1 to ${max}, or nothing for ${otherwise}`);
      return null;
    },
    trialRange(name, max, otherwise) {
      const value = text(name);
      if (value === '') return null;
      const range = parseTrialRange(value, max);
      if (range !== null) return range;
      refuse(
        name,
        `a whole number from 1 to ${max}, two with the smaller one first such as "3-10", or nothing for ${otherwise}`,
      );
      return null;
    },
    amount(name) {
      const value = text(name);
      if (value === '') return null;
      if (/^\d{1,9}(?:\.\d{1,9})?$/.test(value) && Number(value) > 0) return Number(value);
      refuse(name, 'a number above 0 such as "2.50", without a currency, or nothing for no cap');
      return null;
    },
    duration(name) {
      const value = text(name);
      if (value === '') return null;
      const milliseconds = parseDuration(value);
      if (milliseconds !== null && milliseconds >= 1 && milliseconds <= MAX_DURATION_MS) return milliseconds;
      refuse(name, 'a duration with its unit such as "20m", "90s" or "2h", at most 24h, or nothing for no cap');
      return null;
    },
    list: (name) => splitList(text(name)),
    path(name, fallback) {
      const value = text(name);
      if (value === '') return fallback;
      if (isInside(value)) return value;
      refuse(name, 'a path relative to the repository that does not leave it, with forward slashes');
      return fallback;
    },
  };
}

/** Items of a list written on one line with commas or on several lines. */
function splitList(text: string): readonly string[] {
  const items = text.split(/[,\n]/).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}

/** True for a relative path with forward slashes that does not climb. */
export function isInside(path: string): boolean {
  if (path.startsWith('/') || /[\\\u0000-\u001f]/.test(path) || /^[A-Za-z]:/.test(path)) return false;
  return !path.split('/').includes('..');
}

function words(allowed: readonly string[]): string {
  const quoted = allowed.map((value) => `"${value}"`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
