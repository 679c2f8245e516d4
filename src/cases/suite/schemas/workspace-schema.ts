import * as z from 'zod';
import { isGlob } from '#cases/matching/glob.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { durationSchema } from '#common/document/duration.ts';
import { programSchema } from '#common/document/program-schema.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { CommandExpectation, DiffExpectation, FileExpectation } from '../expectation.ts';
import type { HashedFolder, Workspace } from '../hashed-folder.ts';
import { demandOf, idleCase, TEXT_DEMANDS, textShape } from './response-schema.ts';

const MEGABYTE = 1024 * 1024;
const USUAL_MEGABYTES = 200;

const folderSchema = workspacePathSchema.transform((path) => path.replace(/\/+$/, ''));

/** `workspace:` of a case: a folder, or `{folder, max_megabytes}`; `false`: none, in place of that of the defaults. */
export const workspaceSchema = z.union(
  [
    z.literal(false).transform(() => null),
    folderSchema.transform((folder) => workspaceOf(folder, USUAL_MEGABYTES)),
    strictMapping({
      folder: folderSchema.describe('From the folder of the config'),
      max_megabytes: z
        .int()
        .min(1)
        .max(100_000)
        .describe(`A larger folder is refused; default ${USUAL_MEGABYTES}`)
        .exactOptional(),
    }).transform(({ folder, max_megabytes: most }) => workspaceOf(folder, most ?? USUAL_MEGABYTES)),
  ],
  { error: expected('a folder such as fixtures/shop, {folder: …, max_megabytes: …}, or false') },
);

function workspaceOf(folder: string, megabytes: number): Workspace {
  return { folder, hash: null, max_bytes: megabytes * MEGABYTE };
}

const globSchema = workspacePathSchema.refine((glob) => isGlob(glob, 'path'), {
  error: 'no file can match this glob; correct its brackets or braces',
});

const globs = z.array(globSchema, { error: expected('a list of globs such as ["src/**"]') }).max(100);

const fileSchema = strictMapping({
  exists: z.boolean().describe('Whether a file matches; default true').exactOptional(),
  ...textShape('the file'),
})
  .superRefine(contradictions(fileContradictions), ALWAYS)
  .transform(({ exists, ...text }): FileExpectation => ({ exists: exists ?? true, text: demandOf(text) }));

/** `files:` of an expectation: what must hold of the files of the workspace, by glob. */
export const filesSchema = z
  .record(globSchema, fileSchema, { error: expected('a mapping from globs such as "src/**/*.ts" to demands') })
  .refine((files) => Object.keys(files).length > 0, 'demands nothing; write at least one file or remove the key');

const commandSchema = strictMapping({
  run: programSchema.describe('Program and arguments; it runs in the workspace when the agent has answered'),
  exit: z.int().min(0).max(255).describe('The exit code; default 0').exactOptional(),
  timeout: durationSchema.describe('It fails if it takes longer; default 60s').exactOptional(),
  stdout: strictMapping(textShape('the output'))
    .superRefine(contradictions(outputContradictions), ALWAYS)
    .transform((text) => demandOf(text))
    .describe('Requirements for its standard output')
    .exactOptional(),
  restore: globs
    .describe('Files of the workspace that are put back as they were before it runs, as globs; [] for none')
    .exactOptional(),
  files: folderSchema
    .describe('A folder that is laid over the workspace before it runs, such as tests that the agent does not see')
    .exactOptional(),
}).transform(
  ({ run, exit, timeout, stdout, restore, files }): CommandExpectation => ({
    run,
    exit: exit ?? 0,
    timeout_ms: timeout ?? 60_000,
    restore: restore ?? null,
    files: files === undefined ? null : ({ folder: files, hash: null } satisfies HashedFolder),
    stdout: stdout ?? null,
  }),
);

/** `commands:` of an expectation. */
export const commandsSchema = z
  .array(commandSchema, { error: expected('a list such as [{run: [npm, test]}]') })
  .min(1)
  .max(50);

/** `diff:` of an expectation: what the agent may change in the workspace. */
export const diffSchema = strictMapping({
  max_files: z.int().min(0).describe('Most files that it may add, modify or delete').exactOptional(),
  max_lines: z.int().min(0).describe('Most lines that it may add and remove together').exactOptional(),
  only: globs.min(1).describe('Globs of the files that it may change').exactOptional(),
})
  .refine((diff) => Object.keys(diff).length > 0, 'demands nothing; write max_files, max_lines or only')
  .transform(
    ({ max_files, max_lines, only }): DiffExpectation => ({
      max_files: max_files ?? null,
      max_lines: max_lines ?? null,
      only: only ?? null,
    }),
  );

/** Expectations that are judged in a workspace. */
export const WORKSPACE_KEYS = ['files', 'commands', 'diff'] as const;

function fileContradictions(file: UncheckedMapping): readonly Contradiction[] {
  const demanded = TEXT_DEMANDS.filter((key) => key in file);
  if (file['exists'] === false && demanded.length > 0)
    return [['exists', `a file that must not exist has no text; remove ${demanded.join(', ')}, or this key`]];
  if (demanded.length === 0 && !('exists' in file))
    return [[null, `demands nothing; write at least one of exists, ${TEXT_DEMANDS.join(', ')}`]];
  return idleCase(file);
}

function outputContradictions(text: UncheckedMapping): readonly Contradiction[] {
  return TEXT_DEMANDS.some((key) => key in text)
    ? idleCase(text)
    : [[null, `demands nothing; write at least one of ${TEXT_DEMANDS.join(', ')}`]];
}
