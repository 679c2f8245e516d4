import type { Case } from '#cases/suite/case.ts';
import { errorMessage } from '#common/error-message.ts';
import { groupBy } from '#common/group-by.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { GradedBy } from '#gate/baseline/results/case-facts.ts';
import { idleTrial } from '#gate/bite/idle-trial.ts';
import { anotherCall, surroundingsOf, withTurn } from '#gate/bite/mutants/original.ts';
import { type SuggestedCase, suggestCase } from '#gate/bite/suggest-case.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { type Regrader, storedTrials } from '../regrade/regrade-run.ts';
import { trialsToBreak } from './break-stored.ts';

/** What suggesting needs. */
export interface SuggestPorts extends Pick<Regrader, 'baselines' | 'signal'> {
  /** Hears what is not as it should be, a sentence. */
  note(sentence: string): void;
}

type TriedSuite = Pick<LoadedSuite, 'cases'> & GradedBy;

/**
 * Suggests expectations from what main did, for cases that have none.
 *
 * @param ids of cases to suggest them for all the same; none: those without expectations
 */
export async function suggestCases(
  runs: readonly StoredRun[],
  suite: TriedSuite,
  ids: readonly string[],
  ports: SuggestPorts,
): Promise<readonly SuggestedCase[]> {
  const all: Trial[] = [];
  for (const run of runs) all.push(...(await trialsOf(run, suite, ports)));
  const trials = groupBy(all, (trial) => trial.case_id);
  const around = surroundingsOf(suite.cases, trials);
  return suite.cases
    .filter((evalCase) => (ids.length === 0 ? isBare(evalCase) : ids.includes(evalCase.id)))
    .map((evalCase) => suggestCase(evalCase, trials.get(evalCase.id) ?? [], around));
}

function isBare({ expect: { completes: _, ...expect }, turns, variant }: Case): boolean {
  return variant === undefined && Object.keys(expect).length === 0 && turns.every((turn) => turn.expect === null);
}

async function trialsOf(run: StoredRun, suite: TriedSuite, ports: SuggestPorts): Promise<readonly Trial[]> {
  const byId = new Map(suite.cases.map((evalCase) => [evalCase.id, evalCase]));
  const regradables = trialsToBreak(run, suite);
  const whole = new Map<TrialRecord, Trial>();
  try {
    for await (const { record, trial } of storedTrials(run, regradables, ports)) whole.set(record, trial);
  } catch (error) {
    ports.signal.throwIfAborted();
    ports.note(
      `the trajectories of a run ${errorMessage(error)}, so only the names of the tools are known of its trials`,
    );
  }
  return regradables.flatMap(({ head, trials: records }) =>
    records.flatMap((record) => whole.get(record) ?? trialOfNames(byId.get(head.id), record)),
  );
}

/** What is known of a trial whose trajectory is not stored whole; none: nothing. */
function trialOfNames(evalCase: Case | undefined, { calls, failure }: TrialRecord): readonly Trial[] {
  if (calls == null || evalCase === undefined) return [];
  const tool_calls = calls.map(({ tool }) => anotherCall(tool));
  const trial = withTurn(
    idleTrial(evalCase, () => null),
    1,
    { tool_calls },
  );
  const kind = failure?.kind ?? 'check';
  return [kind === 'check' ? trial : { ...trial, end: { kind: 'failed', failure: { kind, message: '' } } }];
}
