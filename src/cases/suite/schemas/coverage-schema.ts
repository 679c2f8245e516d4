import * as z from 'zod';
import { isGlob } from '#cases/matching/glob.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { CoverageRules } from '../coverage/coverage-rules.ts';
import { tagSchema } from './tag-schema.ts';

/** Most globs of one list. */
const MOST_GLOBS = 200;

const globSchema = z.string({ error: expected('a glob such as src/agents/**') }).superRefine((glob, context) => {
  const message = problemOf(glob);
  if (message !== null) context.addIssue({ code: 'custom', message, input: glob });
});

/** Globs of files, from the folder of the config. */
export const globsSchema = z
  .array(globSchema, { error: expected('a list of globs such as [src/agents/**, prompts/**]') })
  .min(1)
  .max(MOST_GLOBS);

/** `covers:` of a config: globs for every case, or those of every case and of tags. */
export const coversSchema = z.union(
  [
    globsSchema.transform((every_case): Omit<CoverageRules, 'ignores'> => ({ every_case, tags: {} })),
    strictMapping({
      every_case: globsSchema.describe('Files that every case depends on').exactOptional(),
      tags: z
        .record(tagSchema, globsSchema)
        .describe('Files that the cases with a tag depend on, by tag')
        .exactOptional(),
    })
      .refine((covers) => Object.keys(covers).length > 0, 'covers nothing; write a list of globs, or remove the key')
      .transform(
        (covers): Omit<CoverageRules, 'ignores'> => ({ every_case: covers.every_case ?? [], tags: covers.tags ?? {} }),
      ),
  ],
  { error: expected('a list of globs such as [src/agents/**], or {every_case, tags}') },
);

function problemOf(glob: string): string | null {
  if (glob.trim() === '') return 'expected a glob, found an empty text';
  if (/\p{Cc}/u.test(glob)) return 'a glob may not hold control characters';
  if (glob.includes('\\')) return 'write "/" between folders; backslashes are refused';
  if (/^(\/|[A-Za-z]:|~)/.test(glob) || glob.includes('://'))
    return 'absolute paths are refused; write it relative to the folder of the config';
  if (glob.startsWith('!')) return 'exclusions are not supported; name only the files that you mean';
  if (/[{,]\.\.|\*.*\/\.\.(\/|$)/.test(glob)) return 'write ".." only at the beginning';
  return isGlob(glob, 'path') ? null : 'no file can match this glob; correct its brackets or braces';
}
