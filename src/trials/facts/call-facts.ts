import * as z from 'zod';
import { code, countSchema, factsWith, text, texts, typographic } from './parts.ts';

/** Places of an expected call and of the call that stands for it, each from 0 among those of its turn, or of the trial; `null`: none. */
const place = z.object({ expected: countSchema.nullable(), made: countSchema.nullable() });

/** Where an expected call and the one that was made differ. */
const difference = z.object({
  name: text,
  /** Of the argument; `null`: the status of the call. */
  path: text.nullable(),
  expected: text,
  /** `null`: no result was seen. */
  actual: text.nullable(),
  /** The argument is missing, and only this other one has its value. */
  renamed: z.object({ from: text, to: text }).exactOptional(),
  typographic,
});

const fact = factsWith({
  code,
  /** The first call that is really wrong; absent: no single one is. */
  wrong: place.exactOptional(),
  /** No call came through the recorder, so that its list of calls is in doubt. */
  bypassed: z.literal(true).exactOptional(),
});

/** What the checks of tool calls and plan steps find. */
export const callFacts = () =>
  [
    fact('calls_made', {
      made: countSchema,
      of: countSchema,
      /** The share that is needed. */
      share: z.number(),
      missing: texts,
      called: texts,
      /** Which made call stands for which expected one, as the check has paired them. */
      pairs: z
        .array(z.tuple([countSchema, countSchema]).readonly())
        .max(1_000)
        .readonly(),
    }),
    fact('arguments', {
      matched: countSchema,
      of: countSchema,
      share: z.number(),
      difference: difference.nullable(),
      /** Name of an expected call for which no call is left; `null`: there is none. */
      unmatched: text.nullable(),
    }),
    fact('status', {
      ended: countSchema,
      matched: countSchema,
      difference: difference.nullable(),
    }),
    fact('order', {
      in_order: countSchema,
      matched: countSchema,
      expected: texts,
      called: texts,
    }),
    fact('positions', {
      in_place: countSchema,
      expected_calls: countSchema,
      made_calls: countSchema,
      expected: texts,
      called: texts,
    }),
    fact('none_made', { expected_calls: countSchema, of: z.enum(['order', 'status']) }),
    fact('extra', { expected: countSchema, made: countSchema, unexpected: texts }),
    fact('parallel', {
      together: countSchema,
      groups: countSchema,
      /** Groups whose calls share no model turn, each as the names of its calls. */
      apart: texts,
    }),
    fact('before', {
      kept: countSchema,
      pairs: countSchema,
      broken: z
        .object({
          first: text,
          second: text,
          /** Places of the first call of each, from 0; `null`: it was not called. */
          first_at: countSchema.nullable(),
          second_at: countSchema,
        })
        .nullable(),
    }),
    fact('forbidden', {
      forbidden: countSchema,
      made: countSchema,
      call: z.object({ name: text, glob: text, arguments: text }).nullable(),
    }),
    fact('number', {
      made: countSchema,
      least: countSchema.nullable(),
      most: countSchema.nullable(),
    }),
    fact('no_calls', { made: countSchema, called: texts }),
    fact('unreported', {
      what: z.enum([
        'tool_calls',
        'indistinct_calls',
        'untraced_calls',
        'tools_not_offered',
        'tool_calls_at_end',
        'tool_calls_of_client',
        'plan',
        'retrieved',
      ]),
    }),
  ] as const;

/** One of them. */
export type CallFact = z.infer<ReturnType<typeof callFacts>[number]>;
