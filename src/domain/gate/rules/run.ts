import type { ResultsFile } from '#domain/baseline/results-file.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { type Finding, finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';
import { cutShort, neverCompletes, nothingEvaluated, replayedTrials } from '../words/run.ts';
import { tally } from './error-classes.ts';

/**
 * What the candidate's run itself takes away: a run that was cut short or replayed can't pass, and one in which the agent answered
 * nothing at all is red, also where main's agent is as dead and nothing got worse.
 */
export function runFindings(
  { cases, complete, stop }: ResultsFile,
  { ended_by: endedBy }: Surroundings,
): readonly Finding[] {
  const trials = cases.flatMap((item) => item.trials);
  const judged = trials.filter(({ outcome }) => outcome !== 'error');
  const replayed = judged.filter(({ source }) => source === 'replayed');
  const about = { outcome: 'inconclusive', gate: 'suite' } as const;
  const planned = cases.reduce((sum, { planned_trials }) => sum + planned_trials, 0);
  return [
    ...(complete
      ? []
      : [finding({ ...about, code: 'incomplete' }, cutShort(stop.reason, judged.length, planned, endedBy))]),
    ...(replayed.length > 0
      ? [finding({ ...about, code: 'replayed' }, replayedTrials(replayed.length, judged.length))]
      : []),
    ...(judged.length > 0 && judged.every(({ completed }) => completed === false)
      ? [finding({ ...about, outcome: 'fail', code: 'never_completes' }, neverCompletes(judged.length, kinds(judged)))]
      : []),
  ];
}

/** The finding that leaves no other: not one trial of the candidate was judged. */
export function nothingEvaluatedFinding({ cases }: ResultsFile, { ended_by: endedBy }: Surroundings): Finding | null {
  const trials = cases.flatMap((item) => item.trials);
  if (trials.some(({ outcome }) => outcome !== 'error')) return null;
  return finding(
    { outcome: 'error', gate: 'suite', code: 'nothing_evaluated' },
    nothingEvaluated(cases.length, trials.length, errorClasses(trials), endedBy),
  );
}

function errorClasses(trials: readonly TrialRecord[]): ReadonlyMap<string, number> {
  return tally(trials.flatMap(({ error }) => error?.class ?? []));
}

function kinds(trials: readonly TrialRecord[]): ReadonlyMap<string, number> {
  return tally(trials.flatMap(({ failure }) => failure?.kind ?? []));
}
