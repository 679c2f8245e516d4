import type { JudgeCache, KnownVerdicts } from '#adapters/models/ports.ts';

/** Remembers the verdicts of this run. */
export function createJudgeCache(): JudgeCache {
  const known = new Map<string, KnownVerdicts>();
  return {
    find: (key) => known.get(key) ?? null,
    keep: (key, verdicts) => void known.set(key, verdicts),
  };
}
