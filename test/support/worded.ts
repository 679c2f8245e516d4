import type { CheckResult } from '#trials/checks/terms/check.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import { checkWords } from '#trials/facts/check-words.ts';

/** A result with what people read of its fact: the class of the failure and the sentence. */
export function worded<Result extends Omit<CheckResult, 'name'>>({ fact, ...result }: Result) {
  return { ...result, code: fact.code, reason: checkWords(fact) };
}

/** What a check of the user's own says. */
export function saying(text: string, code: string | null = null): CheckFact {
  return { kind: 'said', code, text };
}

/** A result as people read it. */
export type Worded = Omit<CheckResult, 'fact'> & { readonly code: string | null; readonly reason: string };
