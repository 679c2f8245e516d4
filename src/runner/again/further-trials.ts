import { plural } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { NextTrials } from '#gate/decision/next-trials.ts';
import { lastOfLooks } from '#gate/decision/terms/fresh-sides.ts';
import { type Execution, type ExecutionPorts, executeSuite } from '#runner/trials/execute-suite.ts';
import { executionOptions } from '#runner/trials/execution-options.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { planTrial } from '#trials/trial/plan-trials.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { trialList } from '#trials/trial/trial-schedule.ts';

/** The change, whose fresh trials come after those of its looks. */
export interface Change {
  readonly suite: LoadedSuite;
  readonly results: ResultsFile;
  /** Trials that earlier runs of the same content made, by case id; they are not run again. */
  readonly known: ReadonlyMap<string, readonly TrialRecord[]>;
}

/**
 * The fresh trials of the change that it does not have yet. Round by round over the cases, as a run makes them, so that a trial finds its process
 * equally used whatever its case.
 */
export function furtherTrials({ suite, results }: Change, { stage, cases }: NextTrials): readonly TrialPlan[] {
  const seeds = { tree: results.commit.sha ?? '', side: results.run.side };
  const after = lastOfLooks(results);
  const has = new Map(results.cases.map(({ id, trials }) => [id, new Set(trials.map(({ index }) => index))]));
  const ids = new Set(cases);
  const rounds = suite.cases
    .filter(({ id }) => ids.has(id))
    .flatMap((evalCase) =>
      Array.from({ length: stage }, (_, round) => ({ round, evalCase, index: after(evalCase.id) + round + 1 })),
    );
  return rounds
    .filter(({ evalCase, index }) => has.get(evalCase.id)?.has(index) !== true)
    .sort((left, right) => left.round - right.round)
    .map(({ evalCase, index }) => planTrial(evalCase, index, seeds));
}

/** Runs them, with the agent as it is open now. `ended`: why some are missing, a sentence part; `null`: none are. */
export async function runFurtherTrials(
  { suite, results, known }: Change,
  further: readonly TrialPlan[],
  ports: ExecutionPorts,
): Promise<{ readonly results: ResultsFile; readonly ended: string | null }> {
  if (further.length === 0) return { results, ended: null };
  const options = executionOptions(suite, results.run.attempt, known);
  const execution = await executeSuite(trialList(further, results.looks), ports, options);
  return { results: withFurtherTrials(results, execution.records), ended: whyEnded(further.length, execution) };
}

/** Those that the results don't have yet. */
export function withFurtherTrials(
  results: ResultsFile,
  records: ReadonlyMap<string, readonly TrialRecord[]>,
): ResultsFile {
  const cases = results.cases.map((item) => {
    const has = new Set(item.trials.map(({ index }) => index));
    const others = (records.get(item.id) ?? []).filter(({ index }) => !has.has(index));
    return { ...item, trials: [...item.trials, ...others].sort((left, right) => left.index - right.index) };
  });
  return { ...results, cases };
}

/** Whether the change answered in any of its fresh trials. */
export function answers(results: ResultsFile): boolean {
  const after = lastOfLooks(results);
  return results.cases.some(({ id, trials }) =>
    trials.some(({ index, completed }) => completed === true && index > after(id)),
  );
}

function whyEnded(count: number, { records, exhausted, unavailable, cancelled }: Execution): string | null {
  const ran = [...records.values()].flat().length;
  if (ran === count) return null;
  const why = unavailable?.message ?? exhausted ?? (cancelled ? 'the run was cancelled' : 'the run ended');
  return `${ran} of ${plural(count, 'fresh trial')} of this change ran: ${why}`;
}
