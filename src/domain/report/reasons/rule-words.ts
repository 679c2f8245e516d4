import type { FactsOf } from '#domain/gate/reason-code.ts';
import { listed, plural, wholeNumber } from '#domain/words.ts';

/** What the change does to cases that main has. */
export function caseChanged(facts: FactsOf['case_changed'], cases: readonly string[]): string {
  switch (facts.kind) {
    case 'demands_less': {
      const of = (wanted: string) => facts.lost.flatMap(({ kind, words }) => (kind === wanted ? [words] : []));
      const others = of('rewritten');
      const also = others.length === 0 ? [] : [`also: ${others.join('; ')}`];
      return `this change demands less of case ${cases.join(', ')}: ${[...of('less'), ...also].join('; ')}`;
    }
    case 'others_demand_less':
      return `this change also demands less of ${named(cases)}`;
    case 'rewritten':
      return `this change rewrites the expectations of ${named(cases)}; can't tell whether they demand less`;
    case 'extended':
      return `this change adds to the expectations of ${named(cases)} and drops nothing that main demands`;
    case 'other_input':
      return `this change rewrites the input of ${named(cases)}: there is nothing on main to compare ${cases.length === 1 ? 'it' : 'them'} with`;
  }
}

/** The first names of a list, and the number of the rest. */
function named(names: readonly string[]): string {
  return listed(names, MOST_NAMED);
}

const MOST_NAMED = 8;

const WHY_CUT: Readonly<Record<FactsOf['incomplete']['why'], string>> = {
  budget: 'its budget was used up',
  cancelled: 'it was cancelled',
  cap: 'it ended early',
  decided: 'it ended early',
};

/** Not all trials ran. */
export function cutShort({ why, judged, planned, ended_by: endedBy }: FactsOf['incomplete']): string {
  const how = endedBy === null ? WHY_CUT[why] : `${endedBy}; it ended`;
  return `can't tell: the run is not complete (${how} after ${wholeNumber(judged)} of ${plural(planned, 'trial')})`;
}
