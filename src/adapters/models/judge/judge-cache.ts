import type { JudgeCache } from '#adapters/models/ports.ts';
import type { KnownVerdicts } from '#domain/judge/known-verdicts.ts';

/** Remembers the verdicts of this run. */
export function createJudgeCache(): JudgeCache {
  const known = new Map<string, KnownVerdicts>();
  return {
    find: (key) => known.get(key) ?? null,
    keep: (key, verdicts) => void known.set(key, verdicts),
  };
}
