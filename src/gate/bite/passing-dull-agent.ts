import { matchers } from '#cases/matching/matchers/registry.ts';
import type { Case } from '#cases/suite/case.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { findPhrases } from '#trials/checks/response/find-phrases.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import { dullFieldsIn } from './dull-fields.ts';
import { idleTrial, NO_FACTS } from './idle-trial.ts';

/** An agent that does nothing, with which a case passes. */
export interface DullAgent {
  /** `silent` says nothing; `echo` repeats the question. */
  readonly says: 'silent' | 'echo';
  /** Demanded fields that it returns, because most other cases demand these values. */
  readonly returns: JsonObject;
  /** It returns the state with which the case begins. */
  readonly keeps_state: boolean;
  /** The first demanded phrase that stands in the question; `null`: none is demanded, or nothing is said. */
  readonly phrase: string | null;
}

/**
 * Whether a case bites, from the case alone: the dullest agent with which it passes; `null`: neither a silent nor an echoing one passes.
 * Every check judges that needs nobody else: where a program, embeddings or a judge must be asked, neither passes. No run, no model.
 *
 * @param usual metadata that such an agent may return, see {@link usualFieldsIn}
 */
export function passingDullAgent(evalCase: Case, usual: JsonObject = {}): DullAgent | null {
  // Spares large suites most of the grading: 10,000 cases take seconds otherwise.
  if (demandsCall(evalCase)) return null;
  const demandsState = scopesOf(evalCase).some(({ expect }) => expect.state !== undefined);
  const demanded = demandedFields(evalCase);
  const demandsFacts = demandsState || Object.keys(demanded).length > 0;
  for (const says of ['silent', 'echo'] as const)
    for (const facts of demandsFacts ? [NO_FACTS, { metadata: usual, state: evalCase.context }] : [NO_FACTS]) {
      const trial = idleTrial(evalCase, (input) => (says === 'echo' ? input : null), facts);
      if (gradeByChecks(evalCase, trial, new Map()).outcome !== 'passed') continue;
      const returned = Object.entries(facts.metadata ?? {}).filter(([key]) => Object.hasOwn(demanded, key));
      return {
        says,
        returns: Object.fromEntries(returned),
        keeps_state: facts !== NO_FACTS && demandsState,
        phrase: says === 'echo' ? phraseInQuestion(evalCase) : null,
      };
    }
  return null;
}

/** Gives, for a case, the metadata that most other cases of its suite demand. */
export function usualFieldsIn(suite: readonly Case[]): (evalCase: Case) => JsonObject {
  const usual = dullFieldsIn(suite.map(demandedFields));
  return (evalCase) => usual(demandedFields(evalCase));
}

function demandedFields(evalCase: Case): JsonObject {
  const fields = scopesOf(evalCase).flatMap(({ expect }) => Object.entries(expect.metadata ?? {}));
  return Object.fromEntries(fields.filter(([, value]) => isLiteral(value)));
}

function demandsCall(evalCase: Case): boolean {
  return scopesOf(evalCase).some(
    ({ expect: { tools } }) =>
      tools !== undefined && ((tools.calls.length > 0 && tools.min_matched > 0) || (tools.min_calls ?? 0) > 0),
  );
}

function isLiteral(value: Json): boolean {
  return !isJsonObject(value) || Object.keys(value).every((key) => !matchers.has(key));
}

function phraseInQuestion(evalCase: Case): string | null {
  const [first] = scopesOf(evalCase).flatMap(({ turn, expect: { response } }) => {
    const input = evalCase.turns.at(turn === null ? -1 : turn - 1)?.input ?? '';
    return response === undefined ? [] : findPhrases(response.contains, input, response.case_sensitive);
  });
  return first ?? null;
}
