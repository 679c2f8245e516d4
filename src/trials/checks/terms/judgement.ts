import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { CheckResult } from './check.ts';

/** A verdict without the name of its check. */
export type Judgement = Omit<CheckResult, 'name'>;

/** Holds. */
export function holds(score: number | null, fact: Stated<CheckFact>): Judgement {
  return { passed: true, score, fact: { ...fact, code: null } };
}

/** Does not hold. */
export function fails(code: string, score: number | null, fact: Stated<CheckFact>): Judgement {
  return { passed: false, score, fact: { ...fact, code } };
}

/** Could not be judged: the evidence is missing. */
export function unjudged(code: string, fact: Stated<CheckFact>): Judgement {
  return { passed: null, score: null, fact: { ...fact, code } };
}

/** A fact before it is known whether it is a failure. */
export type Stated<Fact> = Fact extends CheckFact ? Omit<Fact, 'code'> : never;
