import type { Case } from '#cases/suite/case.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { dullAgentWords, dullCases } from './dull-cases.ts';
import type { DullAgent } from './passing-dull-agent.ts';

/** A case that a change adds or edits, and that does not bite. */
export interface NewDullCase {
  readonly id: string;
  readonly change: 'new' | 'changed';
  readonly agent: DullAgent;
}

/** The cases of a change that are new beside main, or are other ones than there, and that an agent passes which does nothing. */
export function newDullCases(comparison: Comparison, cases: readonly Case[]): readonly NewDullCase[] {
  if (!comparison.has_baseline) return [];
  const changes = new Map(comparison.cases.flatMap((compared) => changeOf(compared, comparison)));
  return dullCases(cases).flatMap(({ evalCase: { id, bites }, agent }) => {
    const change = changes.get(id);
    return change === undefined || bites === false ? [] : [{ id, change, agent }];
  });
}

function changeOf(
  { id, status, regraded }: ComparedCase,
  { condition_differences: conditions }: Comparison,
): readonly (readonly [string, NewDullCase['change']])[] {
  if (status === 'new') return [[id, 'new']];
  // Under other conditions no case is comparable, whether or not it is the same.
  const hasOtherInput = status === 'not_comparable' && conditions.length === 0;
  return status === 'changed' || regraded || hasOtherInput ? [[id, 'changed']] : [];
}

/** `New case eff-hello passes with an agent that says nothing.` */
export function newDullCaseWords({ id, change, agent }: NewDullCase): string {
  return `${change === 'new' ? 'New' : 'Changed'} case ${id} passes with ${dullAgentWords(agent, 'an agent that says nothing')}.`;
}
