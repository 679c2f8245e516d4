import type { Case } from '#cases/suite/case.ts';
import type { Issue } from '#common/document/issue.ts';
import { jsonText } from '#common/json-text.ts';
import { listed, plural } from '#common/words.ts';
import { type DullAgent, passingDullAgent, usualFieldsIn } from './passing-dull-agent.ts';

/** A case that does not bite, and the agent that shows it. */
export interface DullCase {
  readonly evalCase: Case;
  readonly agent: DullAgent;
}

/** The cases of a suite that pass with an agent that does nothing, without those that are derived from others. */
export function dullCases(cases: readonly Case[]): readonly DullCase[] {
  const usual = usualFieldsIn(cases);
  return cases.flatMap((evalCase) => {
    const agent = evalCase.variant === undefined ? passingDullAgent(evalCase, usual(evalCase)) : null;
    return agent === null ? [] : [{ evalCase, agent }];
  });
}

/** What `validate` warns of, at the line of the case; a case that is said to guard only is left out. */
export function biteWarnings(dull: readonly DullCase[]): readonly Issue[] {
  return dull
    .filter(({ evalCase }) => evalCase.bites !== false)
    .map(({ evalCase, agent }) => ({
      severity: 'warning',
      ...evalCase.source,
      column: 1,
      path: '',
      message: `${evalCase.id} passes with ${dullAgentWords(agent)}; ${whatToDemand(agent)}, or write \`bites: false\` if it only guards`,
    }));
}

/** The cases that are said to guard only, as a line of `validate`; none if there are none. */
export function guardWords(dull: readonly DullCase[]): readonly string[] {
  const guards = dull.flatMap(({ evalCase }) => (evalCase.bites === false ? [evalCase.id] : []));
  return guards.length === 0
    ? []
    : [`not biting, and said to: ${plural(guards.length, 'case')} (${listed(guards, 20)})`];
}

/**
 * Names the agent.
 *
 * @param silent how the silent one is called
 */
export function dullAgentWords(
  { says, returns, keeps_state, phrase }: DullAgent,
  silent = 'an agent that says and does nothing',
): string {
  const beside = [
    ...Object.entries(returns).map(([key, value]) => `returns ${key}: ${jsonText(value)}`),
    ...(keeps_state ? ['leaves the state as it is'] : []),
  ];
  const rest = beside.length === 0 ? '' : ` and ${beside.join(', ')}`;
  if (says === 'silent') return `${silent}${rest}`;
  return `an agent that repeats the question${rest}${phrase === null ? '' : `: ${jsonText(phrase)} stands in it`}`;
}

function whatToDemand({ says, returns, phrase }: DullAgent): string {
  if (says === 'echo')
    return phrase === null ? 'demand a phrase or a call' : 'demand a phrase that is not in it, or a call';
  return Object.keys(returns).length === 0 ? 'demand a phrase, a call or a field' : 'demand a phrase or a call';
}
