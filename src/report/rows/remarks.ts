import { decimal, listed, wholeNumber } from '#common/words.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { byFailureType } from '#gate/history/failure-types.ts';
import { mean as meanOf } from '#statistics/mean.ts';
import { quantile } from '#statistics/quantile.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** A trial with this many times the tokens of its case's other trials is reported: it may be a loop, and no mean shows it. */
const FAR = 10;

/** With fewer others the usual tokens of the case are unknown. */
const FEWEST_OTHERS = 2;

/** Sentences that name single trials with far more tokens than the others of their case here and on main, the farthest first. */
export function outlierRemarks({ cases }: Comparison, branch: string): readonly string[] {
  const outliers = cases.flatMap(({ id, candidate, baseline }) => {
    const here = candidate === null ? [] : tokensOf(candidate);
    const main = baseline === null ? [] : tokensOf(baseline);
    return here.flatMap((trial) => {
      const beside = here.filter((other) => other !== trial);
      const others = [...beside, ...main].map(({ tokens }) => tokens);
      const usual = others.length < FEWEST_OTHERS ? null : quantile(others, 0.5);
      if (usual === null || usual <= 0 || trial.tokens < FAR * usual) return [];
      return [
        { id, ...trial, times: trial.tokens / usual, usual, of: othersWords(beside.length, main.length, branch) },
      ];
    });
  });
  const farthest = outliers.toSorted((left, right) => right.times - left.times || (left.id < right.id ? -1 : 1));
  const remarks = farthest.slice(0, MOST_LISTED).map(({ id, index, tokens, times, usual, of }) => {
    return `case ${id}: trial ${index} took ${wholeNumber(tokens)} tokens, ${wholeNumber(times)} × the ${wholeNumber(usual)} of ${of}`;
  });
  const more = farthest.slice(MOST_LISTED).map(({ id, index }) => `${id} (trial ${index})`);
  return more.length === 0
    ? remarks
    : [...remarks, `also with far more tokens than their other trials: ${listed(more)}`];
}

/** A case is named if each of its trials takes at least this many times what each of main's took. */
const GROWN = 2;

/** With fewer trials on a side, that one is above the other says nothing. */
const FEWEST_TRIALS = 3;

/** Sentences that name cases whose every trial takes far more tokens than any of main's, the farthest first: in a mean over many cases nobody sees them. */
export function grownRemarks({ cases }: Comparison, branch: string): readonly string[] {
  const grown = cases.flatMap(({ id, status, candidate, baseline }) => {
    if (status !== 'comparable' || candidate === null || baseline === null) return [];
    const [here, main] = [candidate, baseline].map((side) => tokensOf(side).map(({ tokens }) => tokens));
    if (here === undefined || main === undefined || Math.min(here.length, main.length) < FEWEST_TRIALS) return [];
    const [mean, usual] = [meanOf(here) ?? 0, meanOf(main) ?? 0];
    if (usual === 0 || Math.min(...here) < GROWN * Math.max(...main)) return [];
    return [{ id, mean, usual, times: mean / usual }];
  });
  const farthest = grown.toSorted((left, right) => right.times - left.times || (left.id < right.id ? -1 : 1));
  const named = farthest.slice(0, MOST_LISTED).map(({ id, mean, usual, times }) => {
    return `${id} takes ${decimal(times)} × ${branch}'s tokens (${wholeNumber(usual)} → ${wholeNumber(mean)} per trial)`;
  });
  const more = farthest.slice(MOST_LISTED).map(({ id }) => id);
  return more.length === 0 ? named : [...named, `also at least ${GROWN} × ${branch}'s tokens: ${listed(more)}`];
}

/** How many cases of each failure type fail; nothing if none of a type does. */
export function typeRemarks(cases: readonly CaseRecord[]): readonly string[] {
  const judged = cases.filter((item) => scoredTrials(item).length > 0);
  const counts = Object.entries(byFailureType(judged, (item) => [item.trials.some(hasFailed) ? 1 : 0, 1]));
  const failing = counts.filter(([, [failed]]) => failed > 0).toSorted(([, [left]], [, [right]]) => right - left);
  return failing.length === 0
    ? []
    : [
        `cases that fail, by failure type: ${listed(failing.map(([type, [failed, of]]) => `${type} ${failed} of ${of}`))}`,
      ];
}

function hasFailed({ outcome }: TrialRecord): boolean {
  return outcome === 'failed';
}

const MOST_LISTED = 3;

/** Which trials are the usual ones. */
function othersWords(here: number, main: number, branch: string): string {
  if (here === 0) return `${branch}'s trials`;
  return main === 0 ? 'its other trials' : `its other trials here and ${branch}'s`;
}

function tokensOf(item: NonNullable<Comparison['cases'][number]['candidate']>) {
  return scoredTrials(item).flatMap(({ index, usage }) =>
    usage.total_tokens === null ? [] : [{ index, tokens: usage.total_tokens }],
  );
}
