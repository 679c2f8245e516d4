import * as z from 'zod';
import { trialSchema } from './trial-schema.ts';

/** Upper bounds; an honest file stays far below them. */
const CAPS = { arms: 100, cases: 20_000, trials: 10_000, models: 1_000 } as const;

const nameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/, 'expected the name of an arm');

const otherSchema = z.object({
  name: nameSchema,
  problem: z.string().max(10_000).nullable().default(null),
  treatment_hash: z.string().max(256).default(''),
  models: z.array(z.string().max(512)).max(CAPS.models).default([]),
  cases: z
    .array(z.object({ id: z.string().max(128), trials: z.array(trialSchema).max(CAPS.trials) }))
    .max(CAPS.cases)
    .default([]),
});

/** `arms` of results.json. */
export const armsSchema = z
  .object({ own: nameSchema, others: z.array(otherSchema).max(CAPS.arms) })
  .describe(
    'The arms of the agent: the one that is judged, whose trials are those of `cases`, and the others with theirs',
  );
