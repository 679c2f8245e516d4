import type { Report } from '../report.ts';

/**
 * Cases by name: `a`, `a and b`, `a and 3 more`; if they are all cases, and more than two, by their number; in a selection as
 * those that ran.
 */
export function caseNames(ids: readonly string[], { cases, reasons }: Pick<Report, 'cases' | 'reasons'>): string {
  const [first = '', second] = ids;
  if (ids.length <= 2) return second === undefined ? first : `${first} and ${second}`;
  if (ids.length < cases.length) return `${first} and ${ids.length - 1} more`;
  return `all ${ids.length} cases${reasons.some(({ code }) => code === 'selection') ? ' that ran' : ''}`;
}
