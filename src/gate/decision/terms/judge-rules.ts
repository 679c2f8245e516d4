import { type CaseJudge, caseJudge } from '#statistics/judge/case-judge.ts';
import { canTell, isExact, type JudgeError } from '#statistics/judge/judge-error.ts';

/** What a policy knows of the judge of its cases. */
export interface JudgeRules {
  /** What a pass is worth if nothing is known of the judge's errors on some criterion. */
  readonly uncalibrated: 'allow' | 'inconclusive';
  /** Identity of the judge that was calibrated; absent: none was. */
  readonly of?: string;
  /** Its error on each criterion that has labels, by its id. */
  readonly criteria: { readonly [criterion: string]: JudgeError };
  /** Why the labels of a calibration don't count, a sentence part; absent: they do, or there are none. */
  readonly unusable?: string;
  /** A second, dearer judge grades some trials of judged cases again; absent: none does. */
  readonly audit?: { readonly model: string };
}

/** What a policy without a calibration knows. */
export const NOTHING_KNOWN: JudgeRules = { uncalibrated: 'inconclusive', criteria: {} };

/** A case by what judges it. */
export interface JudgedCase {
  /** Criteria of a judge that its trials have to meet, one of each turn by itself; absent or empty: no judge decides it. */
  readonly criteria?: readonly string[];
}

/** What is known of the judge of a case. */
export type JudgeOfCase =
  /** Nothing of its outcomes errs, as far as anybody knows. */
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly judge: CaseJudge }
  /** Some of its criteria have no labels. */
  | { readonly kind: 'uncalibrated'; readonly criteria: readonly string[] }
  /** Labels show that the judge may not tell good from bad on some of its criteria; `judge`: as far as its errors can be corrected. */
  | { readonly kind: 'cannot_tell'; readonly criteria: readonly string[]; readonly judge: CaseJudge | null };

/** What a policy knows about the judge of a case. A judge that can't tell is worse than an unknown one. */
export function judgeOfCase({ criteria = [] }: JudgedCase, rules: JudgeRules = NOTHING_KNOWN): JudgeOfCase {
  const known = criteria.map((id) => ({
    id,
    error: Object.hasOwn(rules.criteria, id) ? rules.criteria[id] : undefined,
  }));
  const blind = known.filter(({ error }) => error !== undefined && !canTell(error));
  const errors = known.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, error }]));
  const isKnown = errors.length === criteria.length;
  if (blind.length > 0) {
    const judge = isKnown && errors.every(({ error }) => error.j > 0) ? caseJudge(errors) : null;
    return { kind: 'cannot_tell', criteria: blind.map(({ id }) => id), judge };
  }
  if (!isKnown) {
    const unknown = known.flatMap(({ id, error }) => (error === undefined ? [id] : []));
    return { kind: 'uncalibrated', criteria: unknown };
  }
  const erring = errors.filter(({ error }) => !isExact(error));
  return erring.length === 0 ? { kind: 'none' } : { kind: 'known', judge: caseJudge(erring) };
}

/** Whether nothing says what a pass of a case is worth: labels show that its judge may not tell, or there are none and the policy does not allow that. */
export function isUnfounded(item: JudgedCase, rules: JudgeRules = NOTHING_KNOWN): boolean {
  const { kind } = judgeOfCase(item, rules);
  return kind === 'cannot_tell' || (kind === 'uncalibrated' && rules.uncalibrated !== 'allow');
}

/** What corrects the outcomes of a case; `null`: nothing errs in them, or nobody knows how. */
export function correctionOf(item: JudgedCase, rules: JudgeRules | undefined): CaseJudge | null {
  const known = judgeOfCase(item, rules);
  return 'judge' in known ? known.judge : null;
}
