import type { CheckResult } from './check.ts';

/** A verdict without the name of its check. */
export type Judgement = Omit<CheckResult, 'name'>;

/** Holds. */
export function holds(score: number | null, reason: string): Judgement {
  return { passed: true, score, code: null, reason };
}

/** Does not hold. */
export function fails(code: string, score: number | null, reason: string): Judgement {
  return { passed: false, score, code, reason };
}

/** Could not be judged: the evidence is missing. */
export function unjudged(code: string, reason: string): Judgement {
  return { passed: null, score: null, code, reason };
}
