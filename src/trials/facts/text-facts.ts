import * as z from 'zod';
import { code, countSchema, factsWith, text, typographic } from './parts.ts';

const fact = factsWith({
  code,
  /** The text that was judged; absent: the answer. */
  place: z.object({ noun: z.enum(['file', 'output']), where: text }).exactOptional(),
  /** How many of several demands hold, if this is the first that does not. */
  among: z.object({ held: countSchema, of: countSchema }).exactOptional(),
});

/** What the checks of an answer, a file or the output of a command find. */
export const textFacts = () =>
  [
    fact('phrases', {
      found: countSchema,
      of: countSchema,
      missing: text.nullable(),
      text: text.nullable(),
    }),
    fact('forbidden_phrases', {
      absent: countSchema,
      of: countSchema,
      found: text.nullable(),
      text: text.nullable(),
    }),
    fact('patterns', {
      /** What is missing would be there in plain typography. */
      typographic,
      found: countSchema,
      of: countSchema,
      missing: text.nullable(),
      text: text.nullable(),
    }),
    fact('equal_text', {
      /** The first character that differs, from 0, with the text around it; `null`: none does. */
      difference: z.object({ at: countSchema, expected: text, actual: text, typographic }).nullable(),
    }),
    fact('not_json', { problem: text, text }),
    fact('schema', {
      /** What the validator says, and where in value and schema; `null`: it says nothing more. */
      violation: z.object({ at: text.nullable(), problem: text, rule: text }).nullable(),
    }),
    fact('invalid_schema', { problem: text }),
    fact('similarity', {
      similarity: z.number(),
      least: z.number(),
      text: text.nullable(),
    }),
    fact('no_answer', {}),
    fact('not_text', {}),
    fact('all_files', { held: countSchema, of: countSchema }),
    fact('no_file', { glob: text }),
    fact('file_exists', { glob: text, path: text }),
    fact('files_match', { glob: text, files: countSchema }),
    fact('too_many_files', { glob: text }),
    fact('not_kept', { glob: text }),
  ] as const;

/** One of them. */
export type TextFact = z.infer<ReturnType<typeof textFacts>[number]>;
