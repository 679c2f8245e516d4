import type { RunCounts } from '#statistics/counts/between-runs.ts';
import { fewDigits, type LeanTrial } from '#trials/trial/lean-trial.ts';
import type { LeanCase } from './lean-results.ts';

/** A judged trial; `error` trials are missing, not failed. */
export type ScoredTrial<Trial extends LeanTrial = LeanTrial> = Trial & { readonly outcome: 'passed' | 'failed' };

/** The judged trials of a case, by index: in whatever order a file lists them, sums over them are the same to the last bit. */
export function scoredTrials<Trial extends LeanTrial>({
  trials,
}: {
  readonly trials: readonly Trial[];
}): readonly ScoredTrial<Trial>[] {
  return trials.filter((trial) => isScored(trial)).toSorted((left, right) => left.index - right.index);
}

/**
 * The judged trials of a case that may enter a test: a replayed trial repeats an earlier answer, and so does one that a
 * cache answered, the agent's own or one between it and its model, so they are no evidence.
 */
export function evidence<Trial extends LeanTrial>(item: {
  readonly trials: readonly Trial[];
}): readonly ScoredTrial<Trial>[] {
  return withoutRepeatedAnswers(liveTrials(item.trials));
}

/**
 * The evidence of one case from several runs, by run and in their order.
 *
 * @param runs nearest first: if several runs got the same answer, the nearest one's trial counts
 */
export function pooledEvidence<Trial extends LeanTrial>(
  runs: readonly (readonly Trial[])[],
): readonly (readonly ScoredTrial<Trial>[])[] {
  const seen = new Set<string>();
  return runs.map((trials) => withoutRepeatedAnswers(liveTrials(trials), seen));
}

/**
 * Trials with one answer of a model are one trial: the first of them counts, so in index order more trials never change what fewer
 * said. Replayed ones repeat nothing.
 *
 * @param seen answers of trials before these; those of these are added
 */
export function withoutRepeatedAnswers<Trial extends ScoredTrial>(
  trials: readonly Trial[],
  seen: Set<string> = new Set(),
): readonly Trial[] {
  return trials.filter((trial) => {
    if (trial.source === 'replayed') return true;
    const isNew = !repeatsAnswer(trial, seen);
    for (const answer of answersOf(trial)) seen.add(answer);
    return isNew;
  });
}

/**
 * Whether the answer came from a cache: the provider's ids are those of an earlier answer, or the agent called no model and said word for word
 * what it had said when it did. Calls of tools tell nothing: without a model call nobody may have seen them.
 *
 * @param seen {@link answersOf} the trials of the same case before it
 */
export function repeatsAnswer(trial: LeanTrial, seen: ReadonlySet<string>): boolean {
  return (trial.steps === 0 ? saidBy(trial) : idsOf(trial)).some((answer) => seen.has(answer));
}

/** What a later trial can repeat of one: the ids of the provider's answers, and the agent's words if it called a model for them. */
export function answersOf(trial: LeanTrial): readonly string[] {
  return (trial.steps ?? 0) > 0 ? [...idsOf(trial), ...saidBy(trial)] : idsOf(trial);
}

function idsOf({ response_ids_hash: ids = null }: LeanTrial): readonly string[] {
  return ids === null ? [] : [ids];
}

/** What it said, as an answer that a trial without a model call can repeat; empty without one. */
export function saidBy({ output_hash: words, completed }: LeanTrial): readonly string[] {
  return words === null || completed === false ? [] : [`said ${fewDigits(words)}`];
}

/** What it said, and the calls of tools that it made: equal for trials in which these are equal. `null`: neither is known. */
export function saidAndDid({ output_hash: words, tools_hash: calls }: LeanTrial): string | null {
  return words === null && calls === null ? null : `${fewDigits(words)} ${fewDigits(calls)}`;
}

/** How many of some judged trials passed. */
export function runCounts(trials: readonly ScoredTrial[]): RunCounts {
  return { passed: trials.filter(({ outcome }) => outcome === 'passed').length, scored: trials.length };
}

/** Whether a trial had to run: a budget or a signal did not cut it. */
export function wasDue({ error }: Pick<LeanTrial, 'error'>): boolean {
  return error?.class !== 'budget' && error?.class !== 'cancelled';
}

/**
 * The trials of a case that were due and have no outcome, by index.
 *
 * @param complete the run was not cut short, so that all planned ones were due
 */
export function missingIndexes({ planned_trials: last, trials }: LeanCase, complete: boolean): readonly number[] {
  const planned = trials.filter(({ index }) => index <= last);
  if (!complete) return planned.filter((trial) => trial.outcome === 'error' && wasDue(trial)).map(({ index }) => index);
  const judged = new Set(planned.filter(isScored).map(({ index }) => index));
  return Array.from({ length: last }, (_, i) => i + 1).filter((index) => !judged.has(index));
}

/** The judged trials of a case whose answers were made in this run, by index. */
export function liveTrials<Trial extends LeanTrial>(trials: readonly Trial[]): readonly ScoredTrial<Trial>[] {
  return scoredTrials({ trials }).filter(({ source }) => source !== 'replayed');
}

function isScored<Trial extends LeanTrial>(trial: Trial): trial is ScoredTrial<Trial> {
  return trial.outcome !== 'error';
}
