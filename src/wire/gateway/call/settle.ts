import { cutEnd } from '#common/cut.ts';
import type { Budget } from '#ports/ports.ts';
import { capUsage, priceUsage } from '#trials/prices/price-usage.ts';
import type { CapPrices } from '#trials/prices/prices.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { Cassettes, StoredResponse } from '#wire/ports.ts';
import type { WireAnswer } from '#wire/protocols/format/wire-format.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { OpenCall } from './open-call.ts';
import type { RunRefusal } from './run-refusal.ts';

/** The accounts that a call is settled in. */
export interface Accounting extends CapPrices {
  readonly budget: Budget;
  readonly cassettes: Cassettes | null;
  readonly refusal: RunRefusal;
  /** Addresses of what this run made at providers: it may delete that. */
  readonly made: Set<string>;
  /** Called after every change of the budget. */
  onSpent(): void;
}

/** What is known of an answer when it is complete or broken off. */
export interface Outcome {
  readonly answer: WireAnswer | null;
  /** There is none, but what the client got may request tools. */
  readonly hides_calls?: boolean;
  readonly fault: CallFault | null;
  /** Without cost. */
  readonly usage: Usage | null;
  /** Everything that the call cost would be in `usage` if the provider reported it at all. */
  readonly whole: boolean;
  /** Characters of a stream that was not complete. */
  readonly streamed?: number;
}

/**
 * Settles a call, once. A complete answer without its counts or price exhausts a cap that needs them, because the cap can no
 * longer be enforced. A broken answer, lost or abandoned by the client, counts the reported usage or else an estimate of its
 * minimum: one lost connection does not end the run, and hanging up does not make calls free. Replayed answers cost nothing.
 */
export function settleCall(call: OpenCall, accounting: Accounting, outcome: Outcome, replayed: boolean): void {
  if (call.record.closed()) return;
  const { answer, fault, whole } = outcome;
  const requested = call.wire?.request.model ?? null;
  const names = { served: answer?.model ?? outcome.usage?.models?.[0] ?? null, requested };
  const reported = outcome.usage;
  // Some providers serve what the request names, and don't repeat it.
  const requestedModels =
    reported?.models === undefined && requested !== null ? { models: [cutEnd(requested, 200)] } : {};
  const named = reported === null ? null : { ...reported, ...requestedModels };
  const usage = named === null ? null : priceUsage(named, names, accounting.prices);
  if (call.wire !== null && !replayed) {
    const counted = whole ? named : atLeast(call, outcome);
    const model = { model: requested ?? names.served, by_base: accounting.base_prices !== undefined };
    accounting.budget.spend(counted === null ? null : capUsage(counted, names, accounting), { ...model, whole });
    accounting.onSpent();
  }
  if (answer !== null && !replayed) accounting.refusal.proved(call.upstream, requested);
  if (answer?.id != null) remember(call, accounting, answer.id);
  // What a provider has counted before the client hung up is only a part.
  const known = fault?.kind === 'aborted' ? null : usage;
  const { hides_calls } = outcome;
  call.record.close({
    answer: answer === null ? null : { ...answer, usage },
    hides_calls,
    fault,
    usage: known,
    replayed,
  });
}

/** Remembers a stored object whose id an answer gives. */
export function remember({ upstream, collection }: OpenCall, { made }: Accounting, id: string): void {
  if (collection !== null) made.add(`${upstream.base_url}${collection}/${id}`);
}

/** Stores an answer for later runs. */
export function keep(call: OpenCall, accounting: Accounting, response: StoredResponse): void {
  const { attempt } = call.context;
  if (attempt !== null) accounting.cassettes?.store(call.request, attempt, response);
}

/**
 * The reported usage, and an estimate for each missing count: the request and the seen part of the answer, at four bytes a token;
 * an unseen answer still had some length.
 */
function atLeast({ body }: OpenCall, { usage, streamed }: Outcome): Usage {
  const input_tokens = usage?.input_tokens ?? Math.ceil(body.length / 4);
  const output_tokens = usage?.output_tokens ?? (streamed === undefined ? UNSEEN_TOKENS : Math.ceil(streamed / 4));
  const total_tokens = usage?.total_tokens ?? input_tokens + output_tokens;
  return { ...usage, input_tokens, output_tokens, total_tokens, cost_usd: null, estimated: true };
}

const UNSEEN_TOKENS = 500;
