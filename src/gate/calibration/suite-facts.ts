import { checkFloorsOn } from '#gate/decision/rules/floors/check.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { judgeOfCase } from '#gate/decision/terms/judge-rules.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { CaseJudge } from '#statistics/judge/case-judge.ts';

/** What a policy makes of a suite, whatever its trials are. */
export interface QuickFacts {
  readonly policy: Policy;
  readonly cases: readonly PairedCase[];
  /** Their places, from 0. */
  readonly every: readonly number[];
  readonly judges: readonly (CaseJudge | null)[];
  /** A judge without labels decides a case, and the policy lets nothing of it be green. */
  readonly is_open: boolean;
  /** Places of the cases of each tag with rules. */
  readonly tags: ReadonlyMap<string, readonly number[]>;
  readonly has_floors: boolean;
}

/**
 * Reads a suite.
 *
 * @returns `null` if a verdict on it depends on more than counts and sums: a second judge, or a judge that can't tell
 */
export function quickFacts(cases: readonly PairedCase[], policy: Policy): QuickFacts | null {
  const judged = cases.map((item) => judgeOfCase(item, policy.judge));
  const isPlain = policy.judge?.audit === undefined && judged.every(({ kind }) => kind !== 'cannot_tell');
  if (!isPlain) return null;
  const uncalibrated = policy.judge?.uncalibrated ?? 'inconclusive';
  return {
    policy,
    cases,
    every: cases.map((_, at) => at),
    judges: judged.map((item) => (item.kind === 'known' ? item.judge : null)),
    is_open: uncalibrated !== 'allow' && judged.some(({ kind }) => kind === 'uncalibrated'),
    tags: new Map(
      Object.keys(policy.tags).map((tag) => [tag, cases.flatMap((item, at) => (item.tags.includes(tag) ? [at] : []))]),
    ),
    has_floors: checkFloorsOn({ candidate: [], paired: [] }, policy).length > 0,
  };
}
