import { captureOf } from '#config/capture.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { ExecutionOptions } from './execute-suite.ts';

/** How often an attempt is repeated if the machinery or the provider fails. */
const MAX_TRIES = 3;

/** The trials of a runner's rounds wait for these; all of one round must be asked for together. */
const ROUNDS_AHEAD = 25;
const MOST_WAITING = 50_000;

/**
 * How to execute a suite, on either side of a comparison.
 *
 * @param run_attempt of the workflow run
 * @param resumed finished trials of an interrupted run, by case id
 */
export function executionOptions(
  { config, cases }: LoadedSuite,
  run_attempt: number,
  resumed: ReadonlyMap<string, readonly TrialRecord[]> = new Map(),
): ExecutionOptions {
  const isReported = ['agent', 'imported'].includes(captureOf(config.agent));
  return {
    concurrency:
      config.agent.kind === 'suite' ? Math.min(MOST_WAITING, cases.length * ROUNDS_AHEAD) : config.concurrency,
    max_tries: MAX_TRIES,
    run_attempt,
    usage_estimate: config.usage_estimate !== null,
    ...(isReported && { own_prices: config.prices }),
    stores_calls: config.gate.behaviour !== undefined,
    resumed,
  };
}
