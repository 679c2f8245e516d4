import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { ExecutionOptions } from './execute-suite.ts';

/** How often an attempt is repeated if the machinery or the provider fails. */
const MAX_TRIES = 3;

/**
 * How to execute a suite, on either side of a comparison.
 *
 * @param run_attempt of the workflow run
 * @param resumed finished trials of an interrupted run, by case id
 */
export function executionOptions(
  { config }: LoadedSuite,
  run_attempt: number,
  resumed: ReadonlyMap<string, readonly TrialRecord[]> = new Map(),
): ExecutionOptions {
  return {
    concurrency: config.concurrency,
    max_tries: MAX_TRIES,
    run_attempt,
    usage_estimate: config.usage_estimate !== null,
    resumed,
  };
}
