import type { CaseDecision } from '../decision.ts';
import { type Finding, finding } from '../finding.ts';
import type { ComparedCode } from '../reason-code.ts';
import type { RepeatedTests } from './confirm-failures.ts';
import type { Confirmation } from './confirmation.ts';
import { confirmedFailure, type Settled, untouched } from './confirmed-failure.ts';

/** Failures against stored runs, which main as it is today can withdraw. */
const CONFIRMABLE: Readonly<Record<ComparedCode, true>> = {
  suite_drop: true,
  case_broken: true,
  recall_drop: true,
  increase: true,
};

/**
 * Findings after main's fresh trials are known. A failure that they confirm stays, and says so; one that they do not confirm
 * becomes a note if something else is red, and otherwise leaves the verdict open: it never turns into a pass. Floors, zero
 * tolerance and everything else that does not compare with stored runs stay as they are, so the findings may be all those of a
 * decision.
 *
 * @param cases the tests of single cases that the findings were made of
 * @param repeated the result of `confirmFailures` for the same tests
 */
export function withConfirmation(
  findings: readonly Finding[],
  cases: readonly CaseDecision[],
  confirmation: Confirmation,
  repeated: RepeatedTests | null,
): readonly Finding[] {
  const settled = findings.map((found): Settled => {
    if (!failsByComparison(found)) return untouched(found);
    if (confirmation.kind === 'unavailable' && confirmation.required) return unanswered(found, confirmation.reason);
    if (repeated === null) return untouched(found);
    return confirmedFailure(found, cases, repeated, confirmation.kind === 'done' && confirmation.required);
  });
  const red = settled.some(({ stays }) => stays.some(({ outcome }) => outcome === 'fail'));
  const outcome = red ? 'note' : 'inconclusive';
  const unconfirmed = confirmation.kind === 'void' || (confirmation.kind === 'unavailable' && !confirmation.required);
  return [
    ...settled.flatMap(({ stays, taken_back }) => [
      ...stays,
      ...taken_back.map((found): Finding => ({ ...found, outcome })),
    ]),
    ...(unconfirmed && findings.some(failsByComparison)
      ? [
          finding(
            { outcome: 'note', gate: 'baseline', code: 'unconfirmed' },
            { reason: confirmation.reason, failure: null },
          ),
        ]
      : []),
  ];
}

/** Whether a finding is red by comparison with stored runs of main. */
export function failsByComparison({ outcome, code }: Pick<Finding, 'outcome' | 'code'>): boolean {
  return outcome === 'fail' && Object.hasOwn(CONFIRMABLE, code);
}

function unanswered(failure: Finding, reason: string): Settled {
  const { gate, tag, cases } = failure;
  const about = { outcome: 'inconclusive', code: 'unconfirmed', gate, tag, cases } as const;
  return { stays: [], taken_back: [finding(about, { reason, failure })] };
}
