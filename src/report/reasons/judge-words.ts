import { coefficient, decimal, listed, pAgainst, plural, pointInterval, points, pValue } from '#common/words.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import type { AuditNumbers } from '#gate/decision/terms/judge-numbers.ts';
import { LEAST_J } from '#statistics/judge/judge-error.ts';
import { alone, type ReasonWords, undecided, withEvidence } from './words.ts';

/** The drop is real by the second judge. */
export function auditedDrop({ facts: { audit } }: ReasonOf<'audited_drop'>): ReasonWords {
  const headline = `${first(audit)}pass rate fell ${points(audit.drop)} by the second judge, a real drop`;
  return withEvidence(headline, '; ', `${seenByAudit(audit)}, ${pAgainst(audit.p, audit.boundary)}`);
}

/** The second judge does not see what the first one does. */
export function notConfirmedByJudge({ facts, cases }: ReasonOf<'judge_not_confirmed'>): ReasonWords {
  if (facts.kind === 'cases')
    return undecided(alone(`the second judge passes most answers of ${listed(cases)} that the judge failed`));
  const { audit, suite } = facts;
  const what = suite.failed
    ? `the second judge does not confirm the drop of ${points(suite.drop)}`
    : `the second judge's grades don't rule out a drop of ${points(suite.rule_out ?? suite.max_drop)}`;
  const words = withEvidence(`${first(audit)}${what}`, '; ', seenByAudit(audit));
  return audit.differs ? words : undecided(words);
}

const DIFFERS = "the judge treats this change's answers differently";

function first({ differs }: AuditNumbers): string {
  return differs ? `${DIFFERS}: ` : '';
}

function seenByAudit({ drop, ci95: [low, high] }: AuditNumbers): string {
  const change = drop > 0 ? `${points(drop)} lower` : `${points(-drop)} higher`;
  return `by the second judge the pass rate is ${change}, 95 % CI ${pointInterval([-high, -low])}`;
}

/** What an audit says of the first judge. */
export function judgeAudited({ facts: { audit } }: ReasonOf<'judge_audited'>, main: string): string {
  if (audit === null)
    return `audit: the second judge has graded too few trials of both sides, so the first one decides alone; the next run of ${main} grades more`;
  const graded = `(${pValue(audit.p_differs)}, in ${plural(audit.cases, 'case')} graded by both)`;
  if (!audit.differs) return `audit: nothing shows that the judge treats this change's answers differently ${graded}`;
  const direction = audit.stricter_here > 0 ? 'stricter' : 'more lenient';
  return `${DIFFERS}: it is ${points(Math.abs(audit.stricter_here))} ${direction} here than on ${main}, measured by the second judge ${graded}; the second judge's drop decides`;
}

/** Labels show that the judge may not tell good from bad. */
export function judgeCannotTell({ facts: { criteria } }: ReasonOf<'judge_cannot_tell'>): ReasonWords {
  const headline = `this judge can't tell good from bad (${listed(criteria.map(({ id }) => id))})`;
  const known = criteria.map(({ id, error }) => {
    if (error === null) return id;
    const labels = `${error.labels.map(decimal).join(' + ')} labels`;
    return `${id}: J ${coefficient(error.j)} by ${labels}, at least ${coefficient(error.at_least)} with 95 % confidence`;
  });
  return withEvidence(headline, ': ', `${known.join('; ')}; more than ${LEAST_J} is needed`);
}

/** Nothing is known of the judge's errors. */
export function uncalibrated({ facts: { criteria, unusable } }: ReasonOf<'judge_uncalibrated'>): ReasonWords {
  const headline = 'uncalibrated judge: a green can hide a drop';
  return withEvidence(headline, ' (', unusable ?? `no labels say how often it errs on ${listed(criteria)}`);
}

/** What the judge's errors cost in trials. */
export function judgeTax({ facts: { tax, j, cases } }: ReasonOf<'judge_tax'>): string {
  return `judge tax ${decimal(tax)}: in ${plural(cases, 'judged case')} a drop shows only ${coefficient(j)} of its size (J), so ${decimal(tax)} trials tell as much as one with a judge that never errs`;
}
