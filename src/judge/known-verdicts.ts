import * as z from 'zod';
import { jsonText } from '#common/json-text.ts';
import type { Decided } from './votes.ts';

/** The decision of each criterion of a call, in their order, and the names of the model as it was served. */
export interface KnownVerdicts {
  readonly decided: readonly Decided[];
  readonly models: readonly string[];
}

/** Verdicts as a line of text. */
export function verdictsLine(key: string, { decided, models }: KnownVerdicts): string {
  return jsonText({ key, models, decided });
}

/** Reads such a line; `null` if it is none. Only verdicts are remembered, nothing that is missing. */
export function readVerdictsLine(line: string): { readonly key: string; readonly known: KnownVerdicts } | null {
  try {
    const { key, ...known } = schema.parse(JSON.parse(line));
    return { key, known };
  } catch {
    return null;
  }
}

const schema = z.object({
  key: z.string().length(64),
  models: z.array(z.string().max(512)).max(100),
  decided: z
    .array(
      z.object({
        verdict: z.enum(['met', 'not_met']),
        evidence: z.string().max(20_000).nullable(),
        score: z.number().min(0).max(1).exactOptional(),
        votes: z.int().min(1).max(100),
        met_votes: z.int().min(0).max(100),
        problem: z.null(),
      }),
    )
    .min(1)
    .max(100),
});
