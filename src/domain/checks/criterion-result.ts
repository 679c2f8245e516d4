import { cutEnd } from '#domain/cut.ts';
import { type JudgedCriterion, judgeCheckName } from '#domain/judge/judged.ts';
import type { CheckResult } from './check.ts';
import { fails, holds, unjudged } from './judgement.ts';

/** What a judge said, or why it said nothing: `code` is then the class of the error or of the problem, `reason` a sentence part. */
export type JudgeSaid =
  | { readonly judged: JudgedCriterion; readonly problem: string | null }
  | { readonly judged: null; readonly code: string; readonly problem: string };

/** The result of the check of a criterion. */
export function criterionResult(criterion: string, said: JudgeSaid): CheckResult {
  const name = judgeCheckName(criterion);
  if (said.judged === null) return { name, ...unjudged(said.code, said.problem) };
  const { verdict, evidence, votes, met_votes } = said.judged;
  const quote = evidence === null ? '' : `: “${cutEnd(evidence, MOST_QUOTED)}”`;
  const by = votes === 1 ? '' : ` (${verdict === 'met' ? met_votes : votes - met_votes} of ${votes} votes)`;
  switch (verdict) {
    case 'met':
      return { name, ...holds(1, `the judge finds "${criterion}" met${by}${quote}`) };
    case 'not_met':
      return { name, ...fails('not_met', 0, `the judge finds "${criterion}" not met${by}${quote}`) };
    default:
      return { name, ...unjudged(verdict, `${said.problem ?? 'the judge gave no verdict'}${quote}`) };
  }
}

const MOST_QUOTED = 500;
