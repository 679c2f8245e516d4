import { listed } from '#common/words.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import { ofTurn, wrongWords } from '#trials/facts/check-words.ts';
import { isWhole } from '#trials/facts/parts.ts';
import type { CaseRow } from '../report.ts';
import { whyOf } from './why.ts';

/** What is wrong, for a reader who has the conversation beside it: `says nothing of "30 days"`. */
export function plainWords(fact: CheckFact): string {
  const isAlone = !('place' in fact || 'among' in fact || 'bypassed' in fact);
  if (isAlone && fact.kind === 'phrases' && fact.missing !== null) return `says nothing of ${fact.missing}`;
  if (isAlone && fact.kind === 'forbidden_phrases' && fact.found !== null) return `says ${fact.found}, and must not`;
  if (!isAlone || fact.kind !== 'calls_made' || fact.missing.length === 0) return wrongWords(fact);
  const names = [...new Set(fact.missing)];
  const isCalled = !isWhole(fact.called) || names.some((name) => fact.called.includes(name));
  return `${isCalled ? 'one more call of ' : ''}${listed(names)} ${isCalled || names.length === 1 ? 'is' : 'are'} missing`;
}

/** Why a case fails, and in how many of its trials: `lookup_order is missing in 9 of 10`; `null`: nothing failed. */
export function plainWhy(row: Pick<CaseRow, 'cause' | 'failures' | 'errors' | 'candidate'>): string | null {
  const [why, failure] = [whyOf(row), row.failures[0]];
  if (why?.kind !== 'check' || failure === undefined || row.candidate === null) return why?.text ?? null;
  const [line = ''] = ofTurn(failure.turn, plainWords(failure.fact)).split('\n', 1);
  return `${line} in ${failure.trials} of ${row.candidate.scored}`;
}
