import { hashJson } from '#domain/hash-json.ts';
import type { ModelCall } from '../model-call.ts';

/**
 * SHA-256 (hex) of the ids that the provider gave the answers of these calls; equal for two turns only when a cache served the answers of one
 * again. In whatever order, for calls side by side arrive as it happens. `null` when a call has no id that tells it from all others, or
 * there is no call.
 *
 * @param steps the calls that count, tries of one once
 */
export function responseIdsHash(steps: readonly ModelCall[]): string | null {
  const ids = steps.map(({ answer }) => uniqueId(answer?.id ?? null)).filter((id) => id !== null);
  return steps.length > 0 && ids.length === steps.length ? hashJson(ids.sort()) : null;
}

/**
 * What an id must have behind its prefix to be given once only. Vendors give 20 characters and more; some compatible servers draw
 * one of 999 (`chatcmpl-417`), count, tell the time, or always say the same.
 */
const SHORTEST = 16;

function uniqueId(id: string | null): string | null {
  return id !== null && id.replace(/^[a-z]+[-_]/, '').length >= SHORTEST ? id : null;
}
