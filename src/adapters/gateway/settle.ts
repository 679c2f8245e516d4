import type { Budget, Cassettes, StoredResponse } from '#application/model-ports.ts';
import { priceUsage } from '#domain/prices/price-usage.ts';
import type { Prices } from '#domain/prices/prices.ts';
import type { Usage } from '#domain/trial/trajectory.ts';
import type { CallFault, WireAnswer } from '#domain/wire/model-call.ts';
import type { OpenCall } from './open-call.ts';
import type { RunRefusal } from './run-refusal.ts';

/** Where the accounts of calls are kept. */
export interface Books {
  readonly budget: Budget;
  readonly prices: Prices;
  readonly cassettes: Cassettes | null;
  readonly refusal: RunRefusal;
  /** Called after every change of the budget. */
  onSpent(): void;
}

/** What is known of an answer when it is complete or broken off. */
export interface Outcome {
  readonly answer: WireAnswer | null;
  readonly fault: CallFault | null;
  /** Without cost. */
  readonly usage: Usage | null;
  /** Everything that the call cost would be in `usage`, if it were told at all. */
  readonly whole: boolean;
}

/**
 * Writes a call into the books, once. A whole answer without its counts or price exhausts a cap that needs them, as it
 * can no longer be held. Of a broken answer, lost or left by the client, only what the wire told counts:
 * otherwise one dropped connection would end the run. Replayed answers cost nothing.
 */
export function settle(call: OpenCall, books: Books, outcome: Outcome, replayed: boolean): void {
  if (call.record.closed()) return;
  const { answer, fault, whole } = outcome;
  const requested = call.wire?.request.model ?? null;
  const names = { served: answer?.model ?? outcome.usage?.models?.[0] ?? null, requested };
  const usage = outcome.usage === null ? null : priceUsage(outcome.usage, names, books.prices);
  if (call.wire !== null && !replayed) {
    books.budget.spend(usage, { model: requested ?? names.served, whole });
    books.onSpent();
  }
  if (answer !== null && !replayed) books.refusal.proved(call.upstream, requested);
  call.record.close({ answer: answer === null ? null : { ...answer, usage }, fault, usage, replayed });
}

/** Keeps an answer for later runs. */
export function keep(call: OpenCall, books: Books, response: StoredResponse): void {
  const { attempt } = call.context;
  if (attempt !== null) books.cassettes?.store(call.request, attempt, response);
}
