import * as z from 'zod';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import { workspacePathSchema } from '#domain/document/workspace-path.ts';
import { expected } from '#domain/document/zod-messages.ts';
import type { CasesEntry } from './config.ts';

const dialect = strictMapping({
  args: z
    .enum(['exact', 'includes', 'ignore'])
    .describe('How arguments are compared where the format of the file does not say')
    .exactOptional(),
});

/** One entry of `cases:`: a path or glob, alone or with the options of its format. */
export const casesEntrySchema = z.union(
  [
    workspacePathSchema.transform((file): CasesEntry => ({ file, dialect: {} })),
    strictMapping({
      file: workspacePathSchema.describe('Path or glob of case files'),
      dialect: dialect.describe('Options for files in a foreign format').exactOptional(),
    }).transform((entry): CasesEntry => ({ file: entry.file, dialect: entry.dialect ?? {} })),
  ],
  { error: expected('a path or glob such as evals/*.yml, or {file, dialect}') },
);
