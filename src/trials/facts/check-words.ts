import { callWords } from './call-words.ts';
import { type CheckFact, isCallFact, isTextFact } from './check-fact.ts';
import { type CheckFinding, sentenceOf } from './finding.ts';
import { outcomeWords } from './outcome-words.ts';
import { textWords } from './text-words.ts';

/** What a check finds as one sentence part, from which its score can be recomputed. May contain untrusted text. */
export function checkWords(fact: CheckFact): string {
  return sentenceOf(findingOf(fact));
}

/** What is wrong, without how much holds: `status: expected "ok", got "failed"`. */
export function wrongWords(fact: CheckFact): string {
  const { count, detail } = findingOf(fact);
  return detail ?? count ?? '';
}

/** The same of a turn, of several. */
export function ofTurn(turn: number | null, words: string): string {
  return turn === null ? words : `turn ${turn}: ${words}`;
}

function findingOf(fact: CheckFact): CheckFinding {
  if (isCallFact(fact)) return callWords(fact);
  return isTextFact(fact) ? textWords(fact) : outcomeWords(fact);
}
