import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { plural, wholeNumber } from '#domain/words.ts';
import { type Finding, finding } from '../finding.ts';
import type { Surroundings } from '../surroundings.ts';
import { errorClasses, tally } from './error-classes.ts';

/**
 * Findings about the candidate's run itself: a run that was cut short or replayed can't pass, and one in which the agent
 * answered nothing at all is red, even if main's agent is as dead and nothing got worse.
 */
export function runFindings(
  { cases, complete, stop, agent }: ResultsFile,
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
      : [
          finding(
            { ...about, code: 'incomplete' },
            { why: stop.reason, judged: judged.length, planned, ended_by: endedBy },
          ),
        ]),
    ...(replayed.length > 0
      ? [finding({ ...about, code: 'replayed' }, replayedTrials(replayed.length, judged.length))]
      : []),
    ...neverAsked(judged, agent),
    ...(judged.length > 0 && judged.every(({ completed }) => completed === false)
      ? [finding({ ...about, outcome: 'fail', code: 'never_completes' }, neverCompletes(judged.length, kinds(judged)))]
      : []),
  ];
}

/**
 * An agent whose model calls are counted made none in the whole run: whatever its answers were judged by, its model was not in
 * them. One trial without a call may be fine.
 */
function neverAsked(judged: readonly TrialRecord[], { conditions }: ResultsFile['agent']): readonly Finding[] {
  const counted = conditions['capture'] === 'wire' || conditions['capture'] === 'model';
  const answered = judged.filter(({ completed }) => completed !== false);
  const asked = judged.some(({ steps, usage }) => (steps ?? 0) > 0 || (usage.total_tokens ?? 0) > 0);
  if (!counted || asked || answered.length === 0) return [];
  const words = `can't tell: the agent answered ${plural(answered.length, 'trial')} and never called a model, so nothing of its model was measured`;
  return [finding({ outcome: 'inconclusive', gate: 'suite', code: 'never_asked' }, words)];
}

/** The finding that replaces all others: not one trial of the candidate was judged. */
export function nothingEvaluatedFinding(
  { cases, stop }: ResultsFile,
  { ended_by: endedBy }: Surroundings,
): Finding | null {
  const trials = cases.flatMap((item) => item.trials);
  if (trials.some(({ outcome }) => outcome !== 'error')) return null;
  return finding(
    { outcome: 'error', gate: 'suite', code: 'nothing_evaluated' },
    stop.reason === 'cancelled' && endedBy === null
      ? CANCELLED_AT_ONCE
      : nothingEvaluated(cases.length, trials.length, errorClasses(trials), endedBy),
  );
}

function kinds(trials: readonly TrialRecord[]): ReadonlyMap<string, number> {
  return tally(trials.flatMap(({ failure }) => failure?.kind ?? []));
}

/** Stored answers prove nothing about this change. */
function replayedTrials(replayed: number, judged: number): string {
  return `${wholeNumber(replayed)} of ${plural(judged, 'judged trial')} replayed stored answers, which are not evidence about this change`;
}

const CANCELLED_AT_ONCE = 'the run was cancelled before any trial ended';

/** Not one trial has an outcome; `endedBy` as above. */
function nothingEvaluated(
  cases: number,
  trials: number,
  errors: ReadonlyMap<string, number>,
  endedBy: string | null,
): string {
  if (cases === 0) return 'nothing was evaluated: the results hold no case';
  const why = endedBy === null ? '' : `: ${endedBy}`;
  if (trials === 0) return `nothing was evaluated: no trial ran${why}`;
  const which = trials === 1 ? 'the only trial' : `all ${wholeNumber(trials)} trials`;
  return `nothing was evaluated: ${which} ended in errors${counted(errors)}${why}`;
}

/** The agent answers nothing, whatever main's does. */
function neverCompletes(judged: number, failures: ReadonlyMap<string, number>): string {
  const trials = judged === 1 ? 'the only trial' : `any of ${wholeNumber(judged)} trials`;
  return `the agent did not complete ${trials}${counted(failures)}`;
}

function counted(counts: ReadonlyMap<string, number>): string {
  const parts = [...counts].map(([name, count]) => `${wholeNumber(count)} ${name}`).join(', ');
  return parts === '' ? '' : ` (${parts})`;
}
