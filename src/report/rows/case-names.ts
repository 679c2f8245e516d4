import { cutEnd } from '#common/cut.ts';
import type { CaseRow, Report } from '../report.ts';

/**
 * Cases as people call them: `a`, `"Cracked mug" and b`, `a and 3 more`; if they are all cases, and more than two, by their
 * number; in a selection as those that ran.
 */
export function caseNames(ids: readonly string[], { cases, reasons }: Pick<Report, 'cases' | 'reasons'>): string {
  const [first = '', second] = ids
    .slice(0, 2)
    .map((id) => caseName(cases.find((row) => row.id === id) ?? { id, name: null }));
  if (ids.length <= 2) return second === undefined ? first : `${first} and ${second}`;
  if (ids.length < cases.length) return `${first} and ${ids.length - 1} more`;
  return `all ${ids.length} cases${reasons.some(({ code }) => code === 'selection') ? ' that ran' : ''}`;
}

/** The name of a case, in quotes; its id if it has none, or spells it out, as those of test runners do. */
export function caseName({ id, name }: Pick<CaseRow, 'id' | 'name'>): string {
  return name === null || letters(id).includes(letters(name)) ? id : `"${cutEnd(name, LONGEST)}"`;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Characters of a name in a sentence. */
const LONGEST = 60;
