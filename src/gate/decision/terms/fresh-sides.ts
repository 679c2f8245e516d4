import { compare } from '#gate/baseline/comparison/compare.ts';
import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { answersOf, repeatsAnswer } from '#gate/baseline/results/evidence.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { lastLook } from '#trials/trial/looks.ts';
import { collectEvidence } from './collect-evidence.ts';
import type { PairedCase } from './evidence.ts';

/** The number of the last trial of a case that its looks can use: fresh ones come after it. */
export function lastOfLooks(candidate: Pick<LeanResults, 'looks' | 'cases'>): (id: string) => number {
  const planned = new Map(candidate.cases.map((item) => [item.id, item.planned_trials]));
  return (id) => Math.max(lastLook(candidate), planned.get(id) ?? 0);
}

/**
 * The fresh trials of both sides, numbered from 1. Main's run under other conditions, and cases that differ, don't count; nor do answers that a
 * cache repeated, which the looks or main's stored runs already have.
 *
 * @param today fresh trials of main
 * @param comparison with its stored runs
 */
export function freshSides(
  candidate: LeanResults,
  today: LeanResults,
  comparison: LeanComparison,
): readonly PairedCase[] {
  const after = lastOfLooks(candidate);
  const here = {
    ...candidate,
    appended: false,
    cases: candidate.cases.map((item) => {
      const seen = new Set(item.trials.flatMap((trial) => (trial.index > after(item.id) ? [] : answersOf(trial))));
      const fresh = item.trials.filter((trial) => trial.index > after(item.id) && !repeatsAnswer(trial, seen));
      const trials = fresh.map((trial) => ({ ...trial, index: trial.index - after(item.id) }));
      return { ...item, planned_trials: trials.reduce((most, { index }) => Math.max(most, index), 0), trials };
    }),
  };
  const stored = new Map(comparison.cases.map(({ id, baseline_id: before, runs }) => [before ?? id, runs.flat()]));
  const main = today.cases.map((item) => {
    const known = new Set((stored.get(item.id) ?? []).flatMap(answersOf));
    return { ...item, trials: item.trials.filter((trial) => !repeatsAnswer(trial, known)) };
  });
  return collectEvidence(compare(here, [{ ...today, cases: main }]), here).paired;
}
