import type { Attempt } from '#application/ports/ports.ts';
import type { SuiteAgentConfig } from '#domain/config/config.ts';
import { asJson } from '#domain/json-text.ts';
import { findRegex } from '#domain/matching/regex.ts';
import { boundsProblem } from '#domain/messages/value-bounds.ts';
import type { Row } from '#domain/rows/row.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { TurnRecord } from '#domain/trial/trajectory.ts';
import type { ErrorClass, TrialEnd } from '#domain/trial/trial.ts';
import { NOT_TOLD } from '../result/merge-wire.ts';
import { readResult } from '../result/read-result.ts';
import { resultFieldsSchema } from '../result/result-fields.ts';

/** What is known of a round beside its rows. */
export interface RoundFacts {
  readonly config: Pick<SuiteAgentConfig, 'errors'>;
  /** The recorder saw a provider's fault; `null`: nobody recorded. */
  readonly saw_fault: boolean | null;
}

/** The trial that a row is. */
export function rowAttempt(plan: TrialPlan, row: Row, facts: RoundFacts): Omit<Attempt, 'wait_ms'> {
  const turn: TurnRecord = {
    turn: 1,
    input: plan.case.turns[0]?.input ?? '',
    ...accountOf(row),
    latency_ms: row.latency_ms,
  };
  return { ...UNTRIED, end: endOf(row, facts), trajectory: { turns: [turn], log: '', stderr: '' } };
}

/** A trial that its round does not have. */
export function missingAttempt(kind: ErrorClass, message: string): Omit<Attempt, 'wait_ms'> {
  const end: TrialEnd = { kind: 'error', error: { class: kind, message } };
  return { ...UNTRIED, end, trajectory: { turns: [], log: '', stderr: '' } };
}

/** A round is not repeated: an agent that breaks its runner now and then would be measured only where it did not. */
const UNTRIED = { retry: false, replayed: false, user_usage: null } as const;

function endOf(row: Row, facts: RoundFacts): TrialEnd {
  const message = row.message ?? 'it gave no reason';
  if (row.outcome === 'error') return { kind: 'error', error: { class: row.fault ?? 'sandbox', message } };
  if (row.outcome === 'failed' && isProviders(message, facts))
    return { kind: 'error', error: { class: 'provider', message } };
  return { kind: 'completed' };
}

/** A recorder knows better than a text. */
function isProviders(message: string, { config, saw_fault }: RoundFacts): boolean {
  if (saw_fault === false) return false;
  return PROVIDER_FAULT.test(message) || config.errors.some((pattern) => findRegex(pattern, message));
}

const PROVIDER_FAULT =
  /RateLimitError|APIConnectionError|APITimeoutError|InternalServerError|ServiceUnavailable|Overloaded|overloaded_error|ThrottlingException|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|status(?: code)? (?:429|50[0234]|529)/;

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
