import * as z from 'zod';
import { jsonOrUndefined } from '#common/json-text.ts';
import { sha256Hex } from '#common/sha256.ts';
import type { RequestSegment } from './model-call-record.ts';
import type { Trajectory } from './trajectory.ts';

/** A segment with its hash. */
export function requestSegment(kind: RequestSegment['kind'], label: string, text: string): RequestSegment {
  const hash = sha256Hex(`${kind}\n${label}\n${text}`).slice(0, HASH_LENGTH);
  return { hash, kind, label, text };
}

/** A trajectory whose model calls name their segments by other hashes. */
export function renameSegments(trajectory: Trajectory, nameOf: (hash: string) => string): Trajectory {
  const turns = trajectory.turns.map((turn) =>
    turn.model_calls === undefined || turn.model_calls === null
      ? turn
      : {
          ...turn,
          model_calls: turn.model_calls.map((call) => ({ ...call, request: call.request?.map(nameOf) ?? null })),
        },
  );
  return { ...trajectory, turns };
}

/** Reads one line of requests.jsonl; `null` if it is no segment. */
export function parseRequestSegment(line: string): RequestSegment | null {
  const parsed = segmentSchema.safeParse(jsonOrUndefined(line));
  return parsed.success ? parsed.data : null;
}

/** 128 bits, in hexadecimal digits. */
const HASH_LENGTH = 32;

/** What a hash may look like where it is read. */
export const segmentHash = z.string().regex(/^[0-9a-f]{8,64}$/);

const segmentSchema = z.object({
  hash: segmentHash,
  kind: z.enum(['settings', 'system', 'tool', 'message']),
  label: z.string(),
  text: z.string(),
}) satisfies z.ZodType<RequestSegment>;
