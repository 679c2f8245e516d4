import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import type { Trajectory } from './trajectory.ts';

/** A tool call as stored next to a trial: enough to tell whether two trials make the same calls. */
export interface StoredCall {
  readonly tool: string;
  /** Hash of its arguments, equal for texts that differ only in case and outer space. */
  readonly args: string;
}

/** It only tells the calls of one case apart. */
const DIGITS = 16;

/** All calls of a trial in their order; `null`: a turn did not report its calls. */
export function storedCalls({ turns }: Trajectory): readonly StoredCall[] | null {
  const lists = turns.map(({ tool_calls: calls }) => calls);
  if (lists.length === 0 || lists.some((calls) => calls === null)) return null;
  return lists.flatMap((calls) =>
    (calls ?? []).map(({ name, arguments: args }) => ({ tool: name, args: hashJson(plain(args)).slice(0, DIGITS) })),
  );
}

function plain(value: Json): Json {
  if (typeof value === 'string') return value.trim().toLowerCase();
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
