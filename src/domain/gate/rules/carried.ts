import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { plural, shortSha } from '#domain/words.ts';
import { type Finding, finding } from '../finding.ts';

/** That a part of main's cases was not run, because nothing of the change can reach it; green if that is all of them. */
export function carriedFindings(
  { carried = [], cases }: Comparison,
  { carried: left }: Pick<ResultsFile, 'carried'>,
): readonly Finding[] {
  if (carried.length === 0) return [];
  const ids = carried.map(({ id }) => id);
  const tried = cases.filter(({ candidate }) => candidate !== null).length;
  const since = `has changed since ${shortSha(left?.since ?? '')}`;
  if (tried === 0) {
    const headline = 'nothing that the suite covers has changed';
    const message = `${headline}: none of ${plural(carried.length, 'case')} was run, and no model was asked; nothing that they cover ${since}`;
    return [finding({ outcome: 'pass', gate: 'suite', code: 'nothing_reached', cases: ids }, { headline, message })];
  }
  const were = carried.length === 1 ? 'was not run: nothing it covers' : 'were not run: nothing they cover';
  const message = `${carried.length} of ${plural(carried.length + tried, 'case')} ${were} ${since}`;
  return [finding({ outcome: 'note', gate: 'suite', code: 'carried', cases: ids }, message)];
}
