import { plural } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ExecutionPorts } from '#runner/trials/execute-suite.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { furtherTrials, runFurtherTrials } from './further-trials.ts';
import type { TryAgain } from './try-again.ts';

/**
 * Runs the change's fresh trials alone: the job that merges runs main's, on a machine that never ran the change.
 *
 * @param known trials that earlier runs of the same content made, by case id
 */
export function tryChangeAgain(
  suite: LoadedSuite,
  known: ReadonlyMap<string, readonly TrialRecord[]>,
  ports: ExecutionPorts,
): TryAgain {
  return async (order, { results }) => {
    if (ports.signal.aborted) return null;
    const change = { suite, results, known };
    const further = furtherTrials(change, order);
    ports.progress.note(
      `Trying ${plural(order.cases.length, 'case')} again: ${plural(order.stage, 'fresh trial')} each; the job with mode: merge runs main's`,
    );
    const ran = await runFurtherTrials(change, further, ports);
    const fresh = { kind: 'unavailable', reason: ran.ended ?? "the job with mode: merge runs main's side" } as const;
    return { results: ran.results, fresh, notes: [] };
  };
}
