import type { CaseDecision } from '../decision.ts';
import { type Finding, finding } from '../finding.ts';
import type { ComparedCode } from '../reason-code.ts';
import type { RepeatedTests } from './confirm-failures.ts';
import type { Confirmation } from './confirmation.ts';
import { confirmedFailure, type Told, untouched } from './confirmed-failure.ts';
import { unconfirmedOpen, unconfirmedStands } from './sentences.ts';

/** Failures that stored runs decide, so that main as it is today has a say. */
const CONFIRMABLE: Readonly<Record<ComparedCode, true>> = {
  suite_drop: true,
  case_broken: true,
  recall_drop: true,
  increase: true,
};

/**
 * What findings come to, once it is known how main does today. A failure that fresh trials of main confirm stays, and says so; one that they
 * do not confirm is told as a note where something else is red, and leaves the verdict open where nothing is: it never turns into a pass.
 * Floors, zero tolerance and whatever else is not read against stored runs are left as they are, so all findings of a decision can be given.
 *
 * @param cases the tests of single cases that the findings were made of
 * @param repeated what `confirmFailures` gave for the same tests
 */
export function withConfirmation(
  findings: readonly Finding[],
  cases: readonly CaseDecision[],
  confirmation: Confirmation,
  repeated: RepeatedTests | null,
): readonly Finding[] {
  const told = findings.map((found): Told => {
    if (!isConfirmable(found)) return untouched(found);
    if (confirmation.kind === 'unavailable' && confirmation.required) return unanswered(found, confirmation.reason);
    if (repeated === null) return untouched(found);
    return confirmedFailure(found, cases, repeated, confirmation.kind === 'done' && confirmation.required);
  });
  const red = told.some(({ stays }) => stays.some(({ outcome }) => outcome === 'fail'));
  const outcome = red ? 'note' : 'inconclusive';
  const unconfirmed = confirmation.kind === 'void' || (confirmation.kind === 'unavailable' && !confirmation.required);
  return [
    ...told.flatMap(({ stays, taken_back }) => [
      ...stays,
      ...taken_back.map((found): Finding => ({ ...found, outcome })),
    ]),
    ...(unconfirmed && findings.some(isConfirmable)
      ? [finding({ outcome: 'note', gate: 'baseline', code: 'unconfirmed' }, unconfirmedStands(confirmation.reason))]
      : []),
  ];
}

function isConfirmable({ outcome, code }: Finding): boolean {
  return outcome === 'fail' && Object.hasOwn(CONFIRMABLE, code);
}

function unanswered({ gate, tag, cases, headline }: Finding, reason: string): Told {
  const about = { outcome: 'inconclusive', code: 'unconfirmed', gate, tag, cases } as const;
  return { stays: [], taken_back: [finding(about, unconfirmedOpen(headline, reason))] };
}
