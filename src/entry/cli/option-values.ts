import { InvalidArgumentError } from 'commander';
import { parseAllowedHost } from '#domain/config/allowed-host.ts';
import { MAX_DURATION_MS, parseDuration } from '#domain/document/duration.ts';
import { MAX_TRIALS } from '#domain/suite/schemas/trial-count-schema.ts';
import { parseTrialRange, type TrialRange } from '#domain/trial/trial-range.ts';

/** Items separated by commas or new lines. */
export function list(value: string): readonly string[] {
  return value
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Names of environment variables. @throws InvalidArgumentError */
export function names(value: string): readonly string[] {
  const given = list(value);
  const wrong = given.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`"${wrong}" is no name of a variable; expected names such as OPENAI_API_KEY.`);
  return given;
}

/** Hosts, each with or without a port, as `URL.host` writes them. @throws InvalidArgumentError */
export function hosts(value: string): readonly string[] {
  return list(value).map((written) => {
    const host = parseAllowedHost(written);
    if (host !== null) return host;
    throw new InvalidArgumentError(
      `"${written}" is no host; expected names such as llm.example.com or 10.0.0.7:8080, without scheme, path and wildcard.`,
    );
  });
}

/** A whole number from 1. @throws InvalidArgumentError */
export function count(most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < 1 || number > most)
      throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
    return number;
  };
}

/** A number of trials or a range of it, such as 3-10. @throws InvalidArgumentError */
export function trials(value: string): TrialRange {
  const range = parseTrialRange(value, MAX_TRIALS);
  if (range === null)
    throw new InvalidArgumentError(
      `Expected a whole number from 1 to ${MAX_TRIALS}, or two with the smaller one first such as 3-10.`,
    );
  return range;
}

/** A number above 0. @throws InvalidArgumentError */
export function amount(value: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(value) || Number(value) === 0)
    throw new InvalidArgumentError('Expected a number above 0 such as 2.50, without a currency.');
  return Number(value);
}

/** Milliseconds of a duration such as 20m. @throws InvalidArgumentError */
export function duration(value: string): number {
  const milliseconds = parseDuration(value);
  if (milliseconds === null || milliseconds < 1 || milliseconds > MAX_DURATION_MS)
    throw new InvalidArgumentError('Expected a duration with its unit such as 20m, 90s or 2h, at most 24h.');
  return milliseconds;
}
