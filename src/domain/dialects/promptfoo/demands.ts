import type { DocumentPath } from '#domain/document/located-document.ts';
import { gatherDemands } from '../conversion/demands.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, type Placed, place } from '../conversion/placed.ts';
import { literal } from '../conversion/reference.ts';
import type { DialectProblem } from '../dialect.ts';
import type { Assertion, Meaning, Phrase } from './assertion.ts';
import { meaningOf } from './assertions.ts';
import { joinTools } from './tool-assertions.ts';

/** All assertions of a test as expectations; what can't be expressed is a problem at its place, with the nearest thing. */
export function demandsOf(
  assertions: readonly Assertion[],
  origin: DocumentPath,
  problems: DialectProblem[],
): Placed | undefined {
  const refuse = (path: DocumentPath, message: string) => problems.push({ severity: 'error', path, message });
  const meanings = assertions.map((assertion): Meaning => {
    const meaning = meaningOf(assertion);
    if ('nearest' in meaning) refuse(assertion.origin, `${shown(assertion)} has no equal here: ${meaning.nearest}`);
    return meaning;
  });
  const tools = joinTools(meanings.flatMap((meaning) => ('tools' in meaning ? [meaning.tools] : [])));
  if (tools === null)
    refuse(origin, "these assertions about tools don't fit one list of calls; write them as `tools: {calls: […]}`");
  const response = phrasesDemand(meanings.flatMap((meaning) => ('phrases' in meaning ? meaning.phrases : [])));
  if (response === null)
    refuse(
      origin,
      'not-contains beside not-icontains: `not_contains` is case-sensitive as a whole; keep one of the two',
    );
  const parts = [
    response ?? {},
    tools ?? {},
    ...meanings.map((meaning) => ('demand' in meaning ? meaning.demand : {})),
  ];
  const joined = joinDemands(parts, origin, problems);
  return gatherDemands(origin, [joined]) ?? (assertions.length === 0 ? place({ completes: true }, origin) : undefined);
}

function shown({ type, negated }: Assertion): string {
  return `\`${negated ? 'not-' : ''}${type}\``;
}

/**
 * Phrases of an answer. `case_sensitive` holds for all of them: those that must occur in the other case become patterns. `null`:
 * phrases that must not occur are of both cases.
 */
function phrasesDemand(phrases: readonly Phrase[]): DraftObject | null {
  const absent = phrases.filter(({ negated }) => negated);
  const present = phrases.filter(({ negated }) => !negated);
  const ignoresCase = (absent[0] ?? present[0])?.ignores_case ?? true;
  if (absent.some(({ ignores_case }) => ignores_case !== ignoresCase)) return null;
  const like = present.filter(({ ignores_case }) => ignores_case === ignoresCase);
  const unlike = present.filter(({ ignores_case }) => ignores_case !== ignoresCase);
  const placed = (list: readonly Phrase[], of: (text: string) => string) =>
    list.length === 0 ? undefined : list.map(({ text, origin }) => place(of(text), origin));
  if (phrases.length === 0) return {};
  return {
    response: {
      contains: placed(like, (text) => text),
      not_contains: placed(absent, (text) => text),
      matches: placed(unlike, (text) => (ignoresCase ? literal(text) : `(?i)${literal(text)}`)),
      case_sensitive: like.length + absent.length > 0 && !ignoresCase ? true : undefined,
    },
  };
}
