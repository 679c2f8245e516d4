import * as z from 'zod';
import { code, countSchema, text, typographic } from './parts.ts';

/** What the other checks find: fields, limits, the end of the agent, its workspace, and what programs and models say. */
export const outcomeFacts = [
  z.object({
    kind: z.literal('fields'),
    code,
    held: countSchema,
    of: countSchema,
    /** What the agent did not report at all. */
    unreported: z.enum(['metadata', 'state']).nullable(),
    difference: z.object({ path: text, expected: text, actual: text, typographic }).nullable(),
  }),
  z.object({
    kind: z.literal('retrieved'),
    code,
    hits: countSchema,
    of: countSchema,
    k: countSchema,
    needed: countSchema,
    lists: z.object({ expected: text, actual: text }).nullable(),
  }),
  z.object({
    kind: z.literal('limit'),
    code,
    limit: z.enum([
      'max_input_tokens',
      'max_output_tokens',
      'max_total_tokens',
      'max_steps',
      'max_latency_ms',
      'max_cost_usd',
    ]),
    most: z.number(),
    /** `null`: it was not reported. */
    actual: z.number().nullable(),
    /** `bound`: the actual value is at most this. */
    precision: z.enum(['exact', 'estimated', 'bound']),
    bypassed: z.boolean(),
  }),
  z.object({
    kind: z.literal('end'),
    code,
    /** Why the agent did not complete, in its own words; `null`: it did. */
    problem: z.object({ class: text, message: text, output: text.exactOptional() }).nullable(),
  }),
  z.object({ kind: z.literal('no_workspace'), code }),
  z.object({
    kind: z.literal('command'),
    code,
    command: text,
    expected: z.int(),
    exit: z.int().nullable(),
    /** Why it has no exit code; `null`: it has one. */
    problem: text.nullable(),
    printed: text.nullable(),
  }),
  z.object({ kind: z.literal('command_not_run'), code, command: text, completed: z.boolean() }),
  z.object({
    kind: z.literal('changes'),
    code,
    unit: z.enum(['file', 'line']),
    changed: countSchema,
    most: countSchema,
  }),
  z.object({
    kind: z.literal('changed_paths'),
    code,
    only: text,
    /** The first path that may not change, and how many more there are; `null`: there is none. */
    other: z.object({ path: text, change: text, more: countSchema }).nullable(),
  }),
  z.object({ kind: z.literal('too_many_changes'), code }),
  z.object({
    kind: z.literal('criterion'),
    code,
    criterion: text,
    met: z.boolean(),
    votes: countSchema,
    agreeing: countSchema,
    quote: text.nullable(),
    score: z.number().exactOptional(),
    least: z.number().exactOptional(),
  }),
  z.object({ kind: z.literal('no_verdict'), code, problem: text.nullable(), quote: text.nullable() }),
  z.object({
    kind: z.literal('not_judged'),
    code,
    why: z.enum(['incomplete', 'no_judge', 'no_embeddings', 'not_run', 'changed']),
  }),
  z.object({ kind: z.literal('too_long'), code, characters: countSchema, most: countSchema }),
  z.object({ kind: z.literal('no_embedding'), code, problem: text }),
  z.object({ kind: z.literal('score'), code, score: z.number(), least: z.number() }),
  z.object({ kind: z.literal('unexplained'), code, passed: z.boolean() }),
  // What a check of the user's own says, or what its program says of it; the end of the program's standard error.
  z.object({ kind: z.literal('said'), code, text, output: text.exactOptional() }),
] as const;

/** One of them. */
export type OutcomeFact = z.infer<(typeof outcomeFacts)[number]>;
