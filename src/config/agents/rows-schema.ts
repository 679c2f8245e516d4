import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { RowMapping } from '#trials/rows/row-mapping.ts';

/** A glob of files that rounds add: only what is below its first folder is looked at. */
export const newestSchema = workspacePathSchema
  .refine((glob) => !/^[^/]*[*?[\]{}]/.test(glob), 'begin with the folder that the runner writes, as in results/*.json')
  .describe('Glob of the files: those that are new or longer since the round began are read');

const path = z
  .string({ error: expected('a path such as run.status') })
  .min(1)
  .max(200);
const paths = z.union([path.transform((only) => [only]), z.array(path).min(1).max(10)], {
  error: expected('a path such as run.status, or a list of them'),
});

const value = z.union([z.string(), z.number(), z.boolean()], { error: expected('a text, a number, true or false') });
const told = z.union(
  [
    path.transform((only) => ({ [only]: null })),
    z.record(
      path,
      z.union([value.transform((only) => [only]), z.array(value).min(1).max(20)], {
        error: expected('a text, a number, true or false, or a list of them'),
      }),
    ),
  ],
  { error: expected('a path to true or false, or {path: value} such as {status: PASS}') },
);

const optional = <Schema extends z.ZodType>(schema: Schema, words: string) => schema.describe(words).exactOptional();

/** `suite.rows`. */
export const rowsSchema = strictMapping(
  {
    each: optional(
      path,
      'From the document to the list of its rows; default: the document itself, or each of its lines',
    ),
    id: paths.describe('The name of a test; several are joined'),
    passed: optional(told, 'What says that it passed: all of them must'),
    failed: optional(told, 'What else says that it failed, beside words such as failed'),
    error: optional(told, 'What says that the machinery failed, so that the trial is missing'),
    skipped: optional(told, 'What says that it did not run'),
    scores: optional(z.record(z.string().min(1), path), 'Its scores, by scorer; `min_score` says which of them pass'),
    message: optional(paths, 'Why it did not pass'),
    file: optional(path, 'The file that says what is expected'),
    trial: optional(path, 'Which repeat of the test it is'),
    latency_ms: optional(path, 'Milliseconds'),
    output: optional(path, 'What the agent answered'),
    count: optional(path, 'From the document to how many tests it has: with fewer rows, the round does not count'),
  },
  {},
  'a mapping such as {each: cases, id: name, passed: {status: PASS}, error: {status: TRANSIENT}}',
)
  .refine(({ passed, scores }) => passed !== undefined || scores !== undefined, 'needs `passed` or `scores`')
  .transform((rows): RowMapping => ({ ...UNWRITTEN, ...rows }));

const UNWRITTEN = {
  each: null,
  count: null,
  passed: {},
  failed: {},
  error: {},
  skipped: {},
  scores: {},
  message: [],
  file: null,
  trial: null,
  latency_ms: null,
  output: null,
};
