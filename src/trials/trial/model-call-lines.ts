import * as z from 'zod';
import type { ModelCallRecord } from './model-call-record.ts';
import { segmentHash } from './request-segment.ts';
import type { TurnRecord, Usage } from './trajectory.ts';

/** A model call in a line of trajectories.jsonl: its request as a difference, because each one repeats the one before. */
type StoredCall = Omit<ModelCallRecord, 'request'> & {
  readonly request: { readonly same: number; readonly new: readonly string[] } | null;
};

/** A turn in a line of trajectories.jsonl. */
export type StoredTurn = Omit<TurnRecord, 'model_calls'> & { readonly model_calls?: readonly StoredCall[] | null };

/** The form in which a turn is stored. */
export function storedTurn({ model_calls: calls, ...turn }: TurnRecord): StoredTurn {
  if (calls === undefined) return turn;
  let before: readonly string[] = [];
  const stored = calls?.map(({ request, ...call }): StoredCall => {
    if (request === null) return { ...call, request };
    const same = commonLength(before, request);
    before = request;
    return { ...call, request: { same, new: request.slice(same) } };
  });
  return { ...turn, model_calls: stored ?? null };
}

/** The turn again. A request that refers to more than the one before has is unknown. */
export function turnOfStored({ model_calls: calls, ...turn }: StoredTurn): TurnRecord {
  if (calls === undefined) return turn;
  let before: readonly string[] = [];
  const read = calls?.map(({ request, ...call }): ModelCallRecord => {
    if (request === null || request.same > before.length || before.length > MOST_SEGMENTS)
      return { ...call, request: null };
    before = [...before.slice(0, request.same), ...request.new];
    return { ...call, request: before };
  });
  return { ...turn, model_calls: read ?? null };
}

/** More parts than any honest request has: a short line must not stand for very long lists. */
const MOST_SEGMENTS = 10_000;

function commonLength(left: readonly string[], right: readonly string[]): number {
  const differs = right.findIndex((hash, place) => left[place] !== hash);
  return differs === -1 ? Math.min(left.length, right.length) : Math.min(differs, left.length);
}

/** What a stored call looks like. */
export function storedCallSchema(usage: z.ZodType<Usage>): z.ZodType<StoredCall> {
  return z.object({
    step: z.int().min(1),
    model: z.string().nullable(),
    started_ms: z.number().min(0),
    duration_ms: z.number().min(0),
    usage: usage.nullable(),
    cancelled: z.literal(true).exactOptional(),
    request: z.object({ same: z.int().min(0), new: z.array(segmentHash) }).nullable(),
  });
}
