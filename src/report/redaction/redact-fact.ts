import { type CheckFact, checkFactSchema } from '#trials/facts/check-fact.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import { redactObject } from './redact-json.ts';

/** Removes secrets from every text of what a check found; a fact without any stays the same object. */
export function redactFact(fact: CheckFact, redact: (text: string) => string): CheckFact {
  const { kind, code } = fact;
  let isChanged = false;
  const clean = redactObject({ ...fact }, (text) => {
    const after = redact(text);
    isChanged ||= after !== text;
    return after;
  });
  if (!isChanged) return fact;
  const read = checkFactSchema.safeParse({ ...clean, kind, code });
  return read.success ? read.data : { kind: 'said', code, text: redact(checkWords(fact)) };
}
