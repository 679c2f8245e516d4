import * as z from 'zod';
import { code, countSchema, text, typographic } from './parts.ts';

const common = {
  code,
  /** The text that was judged; absent: the answer. */
  place: z.object({ noun: z.enum(['file', 'output']), where: text }).exactOptional(),
  /** How many of several demands hold, if this is the first that does not. */
  among: z.object({ held: countSchema, of: countSchema }).exactOptional(),
};

/** What the checks of an answer, a file or the output of a command find. */
export const textFacts = [
  z.object({
    kind: z.literal('phrases'),
    ...common,
    found: countSchema,
    of: countSchema,
    missing: text.nullable(),
    text: text.nullable(),
  }),
  z.object({
    kind: z.literal('forbidden_phrases'),
    ...common,
    absent: countSchema,
    of: countSchema,
    found: text.nullable(),
    text: text.nullable(),
  }),
  z.object({
    kind: z.literal('patterns'),
    ...common,
    /** What is missing would be there in plain typography. */
    typographic,
    found: countSchema,
    of: countSchema,
    missing: text.nullable(),
    text: text.nullable(),
  }),
  z.object({
    kind: z.literal('equal_text'),
    ...common,
    /** The first character that differs, from 0, with the text around it; `null`: none does. */
    difference: z.object({ at: countSchema, expected: text, actual: text, typographic }).nullable(),
  }),
  z.object({ kind: z.literal('not_json'), ...common, problem: text, text }),
  z.object({
    kind: z.literal('schema'),
    ...common,
    /** What the validator says, and where in value and schema; `null`: it says nothing more. */
    violation: z.object({ at: text.nullable(), problem: text, rule: text }).nullable(),
  }),
  z.object({ kind: z.literal('invalid_schema'), ...common, problem: text }),
  z.object({
    kind: z.literal('similarity'),
    ...common,
    similarity: z.number(),
    least: z.number(),
    text: text.nullable(),
  }),
  z.object({ kind: z.literal('no_answer'), ...common }),
  z.object({ kind: z.literal('not_text'), ...common }),
  z.object({ kind: z.literal('all_files'), ...common, held: countSchema, of: countSchema }),
  z.object({ kind: z.literal('no_file'), ...common, glob: text }),
  z.object({ kind: z.literal('file_exists'), ...common, glob: text, path: text }),
  z.object({ kind: z.literal('files_match'), ...common, glob: text, files: countSchema }),
  z.object({ kind: z.literal('too_many_files'), ...common, glob: text }),
  z.object({ kind: z.literal('not_kept'), ...common, glob: text }),
] as const;

/** One of them. */
export type TextFact = z.infer<(typeof textFacts)[number]>;
