import type { Case } from '#cases/suite/case.ts';
import { type Issue, lineIssue } from '#common/document/issue.ts';
import type { JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { listed, plural } from '#common/words.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { findPhrases } from '#trials/checks/response/find-phrases.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import { idleTrial, usualFields } from './idle-trial.ts';

/** An agent that does nothing, with which a case passes. */
interface DullAgent {
  /** `silent` says nothing; `echo` repeats the question. */
  readonly kind: 'silent' | 'echo';
  /** Demanded fields that it returns, because most cases demand these values. */
  readonly returns: JsonObject;
  /** The first demanded phrase that the question contains; `null`: none is demanded, or the agent says nothing. */
  readonly phrase: string | null;
}

/** A case that does not bite, and the dullest agent with which it passes. */
export interface DullCase {
  readonly evalCase: Case;
  readonly agent: DullAgent;
}

/** A case that a change adds or edits, and that does not bite. */
export interface NewDullCase {
  readonly id: string;
  readonly state: 'new' | 'changed';
  readonly agent: DullAgent;
}

/**
 * The cases of a suite that pass with an agent that does nothing, without those that are derived from others. Every check judges
 * that needs nobody else: where a program, embeddings or a judge must be asked, such an agent does not pass. No run, no model.
 */
export function dullCases(cases: readonly Case[]): readonly DullCase[] {
  const usual = usualFields(cases.map(demandedFields));
  return cases.flatMap((evalCase): readonly DullCase[] => {
    // Spares large suites most of the grading: 10,000 cases take seconds otherwise.
    if (evalCase.variant !== undefined || demandsCall(evalCase)) return [];
    const demanded = demandedFields(evalCase);
    const returned = Object.fromEntries(Object.entries(usual).filter(([key]) => Object.hasOwn(demanded, key)));
    for (const kind of ['silent', 'echo'] as const)
      for (const returns of Object.keys(returned).length === 0 ? [{}] : [{}, returned]) {
        const trial = idleTrial(evalCase, (input) => (kind === 'echo' ? input : null), returns);
        if (gradeByChecks(evalCase, trial, new Map()).outcome !== 'passed') continue;
        return [{ evalCase, agent: { kind, returns, phrase: kind === 'echo' ? phraseInQuestion(evalCase) : null } }];
      }
    return [];
  });
}

/** The cases of a change that are new or changed compared with main, and do not bite. */
export function newDullCases(comparison: Comparison, cases: readonly Case[]): readonly NewDullCase[] {
  const { has_baseline: hasBaseline, condition_differences: conditions } = comparison;
  const compared = new Map(comparison.cases.map((item) => [item.id, item]));
  return dullCases(hasBaseline ? cases : []).flatMap(({ evalCase: { id, bites }, agent }): readonly NewDullCase[] => {
    const { status, regraded = false } = compared.get(id) ?? {};
    if (bites === false) return [];
    if (status === 'new') return [{ id, state: 'new', agent }];
    // Under other conditions no case is comparable, whether or not it is the same.
    const hasOtherInput = status === 'not_comparable' && conditions.length === 0;
    return status === 'changed' || regraded || hasOtherInput ? [{ id, state: 'changed', agent }] : [];
  });
}

/** `New case eff-hello passes with an agent that says nothing.` */
export function newDullCaseWords({ id, state, agent }: NewDullCase): string {
  return `${state === 'new' ? 'New' : 'Changed'} case ${id} passes with ${agentWords(agent, 'an agent that says nothing')}.`;
}

/** The warnings of `validate`, at the line of each case; a case that is declared to only guard is left out. */
export function biteWarnings(dull: readonly DullCase[]): readonly Issue[] {
  return dull
    .filter(({ evalCase }) => evalCase.bites !== false)
    .map(({ evalCase: { id, source }, agent }) => {
      const demand = agent.phrase === null ? 'a phrase, a call or a field' : 'a phrase that is not in it, or a call';
      const words = agentWords(agent, 'an agent that says and does nothing');
      const message = `${id} passes with ${words}; demand ${demand}, or write \`bites: false\` if it only guards`;
      return lineIssue(source, '', message, 'warning');
    });
}

/** The cases that are declared to only guard, as a line of `validate`; empty without any. */
export function guardWords(dull: readonly DullCase[]): readonly string[] {
  const guards = dull.flatMap(({ evalCase }) => (evalCase.bites === false ? [evalCase.id] : []));
  return guards.length === 0
    ? []
    : [`guards only (\`bites: false\`): ${plural(guards.length, 'case')} (${listed(guards, 20)})`];
}

function agentWords({ kind, returns, phrase }: DullAgent, silent: string): string {
  const fields = Object.entries(returns).map(([key, value]) => `${key}: ${jsonText(value)}`);
  const who = kind === 'silent' ? silent : 'an agent that repeats the question';
  const rest = fields.length === 0 ? '' : ` and returns ${fields.join(', ')}`;
  return `${who}${rest}${phrase === null ? '' : `: the question contains ${jsonText(phrase)}`}`;
}

function demandedFields(evalCase: Case): JsonObject {
  return Object.assign({}, ...scopesOf(evalCase).map(({ expect }) => expect.metadata));
}

function demandsCall(evalCase: Case): boolean {
  return scopesOf(evalCase).some(({ expect: { tools } }) => {
    const { calls = [], min_matched: matched = 0, min_calls: least } = tools ?? {};
    return (calls.length > 0 && matched > 0) || (least ?? 0) > 0;
  });
}

/** The first phrase that an answer must contain and its question contains; `null`: there is none. */
export function phraseInQuestion(evalCase: Case): string | null {
  const [first] = scopesOf(evalCase).flatMap(({ turn, expect: { response } }) => {
    const input = evalCase.turns.at(turn === null ? -1 : turn - 1)?.input ?? '';
    return response === undefined ? [] : findPhrases(response.contains, input, response.case_sensitive);
  });
  return first ?? null;
}
