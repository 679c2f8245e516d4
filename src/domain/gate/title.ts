import type { Finding } from './finding.ts';

/** The line that says it all: the first reason in its short form, how many more there are, and what limits it. */
export function titleOf(ordered: readonly Finding[]): string {
  const [first, ...others] = ordered;
  if (first === undefined) return 'nothing was found';
  const equals = others.filter(({ outcome }) => outcome === first.outcome).length;
  const more = equals === 0 ? '' : ` (and ${equals} more ${equals === 1 ? 'reason' : 'reasons'})`;
  const few = others.find(({ code }) => code === 'few_comparable');
  return `${first.headline}${more}${few === undefined ? '' : `; ${few.headline}`}`;
}
