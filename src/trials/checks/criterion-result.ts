import { cutEnd } from '#common/cut.ts';
import type { JudgeCriterion } from '#judge/criterion.ts';
import { type JudgedCriterion, judgeCheckName } from '#judge/judged.ts';
import type { CheckResult } from './terms/check.ts';
import { fails, holds, unjudged } from './terms/judgement.ts';

/** What a judge said, or why it said nothing: `code` is then the class of the error or of the problem, `reason` a sentence part. */
export type JudgeSaid =
  | { readonly judged: JudgedCriterion; readonly problem: string | null }
  | { readonly judged: null; readonly code: string; readonly problem: string };

/** The result of the check of a criterion. */
export function criterionResult(
  { id: criterion, min_score: least }: JudgeCriterion,
  judgement: JudgeSaid,
): CheckResult {
  const name = judgeCheckName(criterion);
  if (judgement.judged === null)
    return { name, ...unjudged(judgement.code, { kind: 'said', text: judgement.problem }) };
  const { verdict, evidence, score, votes, met_votes } = judgement.judged;
  const quote = evidence && cutEnd(evidence, MOST_QUOTED);
  if (verdict !== 'met' && verdict !== 'not_met')
    return { name, ...unjudged(verdict, { kind: 'no_verdict', problem: judgement.problem, quote }) };
  const met = verdict === 'met';
  const fact = {
    kind: 'criterion',
    criterion,
    met,
    votes,
    agreeing: met ? met_votes : votes - met_votes,
    quote,
    ...(score !== undefined && least !== undefined && { score, least }),
  } as const;
  return { name, ...(met ? holds(score ?? 1, fact) : fails('not_met', score ?? 0, fact)) };
}

const MOST_QUOTED = 500;
