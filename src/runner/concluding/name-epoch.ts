import { epochOf } from '#gate/baseline/epoch/epoch.ts';
import type { EpochChange } from '#gate/baseline/epoch/epoch-change.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { driftWarnings } from '#report/drift-warnings.ts';

/** A run of main with its epoch. */
export interface NamedEpoch {
  readonly results: ResultsFile;
  /** Sentences for people who watch main. */
  readonly warnings: readonly string[];
  /** What changed on main with this run. */
  readonly changes: readonly EpochChange[];
}

/**
 * Says to which epoch of main a run belongs, and warns if it differs from the runs before it.
 *
 * @param before earlier runs of main; `null`: this is no run of main
 */
export function nameEpoch(results: ResultsFile, before: BaselineLookup | null): NamedEpoch {
  if (before === null) return { results, warnings: [], changes: [] };
  const earlier = before.kind === 'found' ? before.runs.map((run) => run.results) : [];
  const { epoch, changes } = epochOf(results, earlier);
  return { results: { ...results, epoch }, warnings: driftWarnings(changes), changes };
}
