import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { plural, wholeNumber } from '#domain/words.ts';

const WHY_CUT: Readonly<Record<ResultsFile['stop']['reason'], string>> = {
  budget: 'its budget was used up',
  cancelled: 'it was cancelled',
  cap: 'it ended early',
  decided: 'it ended early',
};

/**
 * Not all trials ran.
 *
 * @param endedBy which cap of the budget left them out and what to mend; `null`: nobody said
 */
export function cutShort(
  reason: ResultsFile['stop']['reason'],
  judged: number,
  planned: number,
  endedBy: string | null,
): string {
  const why = endedBy === null ? WHY_CUT[reason] : `${endedBy}; it ended`;
  return `can't tell: the run is not complete (${why} after ${wholeNumber(judged)} of ${plural(planned, 'trial')})`;
}

/** Answers that were given before prove nothing about this change. */
export function replayedTrials(replayed: number, judged: number): string {
  return `${wholeNumber(replayed)} of ${plural(judged, 'judged trial')} replayed stored answers, which is no evidence about this change`;
}

/** Not one trial has an outcome; `endedBy` as above. */
export function nothingEvaluated(
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

/** The agent is dead, whatever main's is. */
export function neverCompletes(judged: number, failures: ReadonlyMap<string, number>): string {
  const trials = judged === 1 ? 'the only trial' : `any of ${wholeNumber(judged)} trials`;
  return `the agent did not complete ${trials}${counted(failures)}`;
}

function counted(counts: ReadonlyMap<string, number>): string {
  const parts = [...counts].map(([name, count]) => `${wholeNumber(count)} ${name}`).join(', ');
  return parts === '' ? '' : ` (${parts})`;
}
