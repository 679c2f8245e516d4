import * as z from 'zod';
import { code, countSchema, factsWith, text, typographic } from './parts.ts';

const fact = factsWith({ code });

/** What the other checks find: fields, limits, the end of the agent, its workspace, and what programs and models say. */
export const outcomeFacts = () =>
  [
    fact('fields', {
      held: countSchema,
      of: countSchema,
      /** What the agent did not report at all. */
      unreported: z.enum(['metadata', 'state']).nullable(),
      difference: z.object({ path: text, expected: text, actual: text, typographic }).nullable(),
    }),
    fact('retrieved', {
      hits: countSchema,
      of: countSchema,
      k: countSchema,
      needed: countSchema,
      lists: z.object({ expected: text, actual: text }).nullable(),
    }),
    fact('limit', {
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
    fact('end', {
      /** Why the agent did not complete, in its own words; `null`: it did. */
      problem: z.object({ class: text, message: text, output: text.exactOptional() }).nullable(),
    }),
    fact('no_workspace', {}),
    fact('command', {
      command: text,
      expected: z.int(),
      exit: z.int().nullable(),
      /** Why it has no exit code; `null`: it has one. */
      problem: text.nullable(),
      printed: text.nullable(),
    }),
    fact('command_not_run', { command: text, completed: z.boolean() }),
    fact('changes', {
      unit: z.enum(['file', 'line']),
      changed: countSchema,
      most: countSchema,
    }),
    fact('changed_paths', {
      only: text,
      /** The first path that may not change, and how many more there are; `null`: there is none. */
      other: z.object({ path: text, change: text, more: countSchema }).nullable(),
    }),
    fact('too_many_changes', {}),
    fact('criterion', {
      criterion: text,
      met: z.boolean(),
      votes: countSchema,
      agreeing: countSchema,
      quote: text.nullable(),
      score: z.number().exactOptional(),
      least: z.number().exactOptional(),
    }),
    fact('no_verdict', { problem: text.nullable(), quote: text.nullable() }),
    fact('not_judged', {
      why: z.enum(['incomplete', 'no_judge', 'no_embeddings', 'not_run', 'changed']),
    }),
    fact('too_long', { characters: countSchema, most: countSchema }),
    fact('no_embedding', { problem: text }),
    fact('score', { score: z.number(), least: z.number() }),
    fact('unexplained', { passed: z.boolean() }),
    // What a check of the user's own says, or what its program says of it; the end of the program's standard error.
    fact('said', { text, output: text.exactOptional() }),
  ] as const;

/** One of them. */
export type OutcomeFact = z.infer<ReturnType<typeof outcomeFacts>[number]>;
