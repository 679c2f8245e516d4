import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { plural, shortSha } from '#domain/words.ts';
import { type Finding, finding } from '../finding.ts';
import type { Words } from '../reason-code.ts';

/** That a part of main's cases was not run, because nothing of the change can reach it; green if that is all of them. */
export function carriedFindings(
  { carried = [], cases }: Comparison,
  { carried: left }: Pick<ResultsFile, 'carried'>,
): readonly Finding[] {
  if (carried.length === 0) return [];
  const about = { gate: 'suite', cases: carried.map(({ id }) => id) } as const;
  const tried = cases.filter(({ candidate }) => candidate !== null).length;
  const since = `has changed since ${shortSha(left?.since ?? '')}`;
  return tried === 0
    ? [finding({ ...about, outcome: 'pass', code: 'nothing_reached' }, nothingReached(carried.length, since))]
    : [finding({ ...about, outcome: 'note', code: 'carried' }, partCarried(carried.length, tried, since))];
}

function nothingReached(count: number, since: string): Words {
  const headline = 'nothing that the suite covers has changed';
  const message = `${headline}: none of ${plural(count, 'case')} was run, and no model was asked; nothing that they cover ${since}`;
  return { headline, message };
}

function partCarried(count: number, tried: number, since: string): string {
  const were = count === 1 ? 'was not run: nothing it covers' : 'were not run: nothing they cover';
  return `${count} of ${plural(count + tried, 'case')} ${were} ${since}`;
}
