import { findRegex } from '#cases/matching/texts/regex.ts';
import { asJson } from '#common/json-text.ts';
import type { Attempt } from '#ports/ports.ts';
import { boundsProblem } from '#trials/messages/value-bounds.ts';
import type { Row, RowFault } from '#trials/rows/row.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import type { ErrorClass, TrialEnd } from '#trials/trial/trial.ts';
import { isLost } from '#wire/protocols/turn/fold-calls.ts';
import { NOT_TOLD } from '../result/merge-wire.ts';
import { readResult } from '../result/read-result.ts';
import { resultFieldsSchema } from '../result/result-fields.ts';
import { isOfProvider, isTimeout, lineOfException } from './provider-exception.ts';
import type { RanRound } from './run-round.ts';

/**
 * The trial that a row is.
 *
 * @param errors patterns of the team that show a provider's fault
 */
export function rowAttempt(
  plan: TrialPlan,
  row: Row,
  calls: RanRound['calls'],
  errors: readonly string[],
): Omit<Attempt, 'wait_ms'> {
  const input = plan.case.turns[0]?.input ?? '';
  const turn: TurnRecord = { turn: 1, input, ...accountOf(row), latency_ms: row.latency_ms };
  const unanswered = calls?.filter(isLost).length ?? 0;
  return {
    ...{ ...UNTRIED, end: endOf(row, calls, errors), trajectory: { turns: [turn], log: '', stderr: '' } },
    ...(unanswered > 0 && { unanswered_calls: unanswered }),
  };
}

/** A trial that its round does not have. */
export function missingAttempt(kind: ErrorClass, message: string): Omit<Attempt, 'wait_ms'> {
  const end: TrialEnd = { kind: 'error', error: { class: kind, message } };
  return { ...UNTRIED, end, trajectory: { turns: [], log: '', stderr: '' } };
}

/** A round is not repeated: an agent that breaks its runner now and then would be measured only where it did not. */
const UNTRIED = { retry: false, replayed: false, user_usage: null } as const;

function endOf(row: Row, calls: RanRound['calls'], errors: readonly string[]): TrialEnd {
  const fault = faultOf(row, calls, errors);
  if (fault === null) return { kind: 'completed' };
  return { kind: 'error', error: { class: fault, message: row.message ?? 'it gave no reason' } };
}

/** What the row says of its turn, and its outcome in the metadata, where the check reads it. */
function accountOf({ turn, outcome, message, scores }: Row): Omit<TurnRecord, 'turn' | 'input' | 'latency_ms'> {
  const fields = boundsProblem(turn) === null ? resultFieldsSchema.safeParse(turn) : null;
  const read =
    fields?.success === true
      ? readResult({ ...fields.data, output: fields.data.output ?? null }, NOTHING_SENT, null)
      : null;
  const account = read?.kind === 'read' ? read.account : NOT_TOLD;
  return { ...account, metadata: { ...account.metadata, reported: asJson({ outcome, message, scores }) } };
}

const NOTHING_SENT = { before: [], input: '', first: true };

/**
 * Whose fault it is that a row is no trial; `null`: it is one. In this order it is told by the recorder, by the class of the exception, by the
 * field of its format, and by the team's own patterns. What a message quotes decides nothing: it may be the agent's.
 *
 * @param errors patterns of the team, matched on the line of the exception
 */
export function faultOf(row: Row, calls: RanRound['calls'], errors: readonly string[]): RowFault | null {
  if (row.outcome !== 'failed' && row.outcome !== 'error') return null;
  const line = lineOfException(row.message ?? '');
  const hasFaults = calls?.some(isLost) ?? false;
  const isServed = calls !== null && !hasFaults;
  const isLate = isTimeout(line) && (hasFaults || (calls?.some(wasHeldBack) ?? false));
  const isProviders =
    isLate || (!isServed && (isOfProvider(line) || errors.some((pattern) => findRegex(pattern, line))));
  if (row.outcome === 'failed') return isProviders ? 'provider' : null;
  return row.fault ?? (isProviders ? 'provider' : 'sandbox');
}

/** It waited for our limiter, or was sent again. */
function wasHeldBack({ tries, wait_ms: wait }: NonNullable<RanRound['calls']>[number]): boolean {
  return tries > 1 || wait > 0;
}
