import * as z from 'zod';
import { SIMILARITY_MEASURES } from '#cases/suite/expectation.ts';
import { bitesSchema } from '#cases/suite/schemas/case-schema.ts';
import { ALWAYS, contradictions } from '#common/document/contradictions.ts';
import { rateSchema } from '#common/document/rate.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import { ownCommand } from '#common/tool.ts';
import type { CasesEntry } from '../config.ts';

const least = strictMapping({
  min: rateSchema
    .refine((rate) => rate > 0, 'every answer reaches 0; write the similarity that is needed')
    .describe('The similarity (0–1) that the answer must reach'),
});

/** Parts of a case that a column may hold. */
const COLUMN_PARTS = {
  id: 'Its id',
  name: 'Its name',
  input: 'What the user says',
  messages: 'A conversation, as a list of {role, content}',
  tags: 'Its tags',
  metadata: 'Free information, as a mapping or of several columns',
  context: 'What the agent is given, as a mapping or of several columns',
  reference: 'A reference answer, or several',
  contains: 'Texts that the answer must contain',
  not_contains: 'Texts that it must not contain',
  matches: 'Regular expressions that must match in it',
  json_schema: 'A JSON Schema that it must satisfy',
  criteria: 'Requirements that are put to the judge',
  tools: 'Names of tools, or calls {name, arguments}',
};

const column = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
  error: expected('the name of a column, or several'),
});

/** The columns of data sets that have them by definition. */
const DATA_SETS = {
  'openai-evals': { messages: 'input', reference: 'ideal' },
  ragas: { input: 'user_input', reference: 'reference' },
} as const;

const columns = strictMapping(
  Object.fromEntries(
    Object.entries(COLUMN_PARTS).map(([part, means]) => [part, column.describe(means).exactOptional()]),
  ),
).superRefine(
  contradictions((named) =>
    'input' in named === 'messages' in named
      ? [[null, 'expected one of `input` and `messages`: the column with what the user says']]
      : [],
  ),
  ALWAYS,
);

const dialect = strictMapping(
  {
    order: z
      .enum(['any', 'in_order', 'exact'])
      .describe('Order of the expected tool calls, instead of the one that the format implies')
      .exactOptional(),
    extra: z
      .boolean()
      .describe('Whether the agent may make further tool calls, instead of what the format implies')
      .exactOptional(),
    args: z
      .enum(['exact', 'includes', 'ignore'])
      .describe('How arguments are compared where the format of the file does not say')
      .exactOptional(),
    roles: z
      .record(z.string().min(1), z.enum(['user', 'assistant', 'system', 'tool']))
      .describe('Who speaks in messages of a role, as in {technician: user}')
      .exactOptional(),
    ignore: z
      .array(z.string().min(1), { error: expected('a list of fields such as [source, expected.tone]') })
      .min(1)
      .describe('Fields that are left unread, also dotted paths in a row')
      .exactOptional(),
    reference: z
      .union(
        [
          z.enum(['equals', 'contains', 'judge', 'ignore']),
          strictMapping(
            Object.fromEntries(
              SIMILARITY_MEASURES.map((measure) => [
                measure,
                least.describe(`Similarity to the reference by ${measure}`).exactOptional(),
              ]),
            ),
          ).refine(
            (measures) => Object.keys(measures).length > 0,
            'names no measure; write one such as {rouge_l: {min: 0.5}}',
          ),
        ],
        {
          error: expected('equals, contains, judge, ignore, or a measure such as {rouge_l: {min: 0.5}}'),
        },
      )
      .describe('How the answer is compared with the reference answer of a row')
      .exactOptional(),
    columns: z
      .union([z.enum(['openai-evals', 'ragas']).transform((name) => DATA_SETS[name]), columns])
      .describe(
        'The columns of rows without a format of their own: part of a case → column, or dotted path in it; or the name of a data set',
      )
      .exactOptional(),
  },
  {
    input: `\`input\` was promptfoo's, whose tests are not read at a run; \`${ownCommand('import FILE')}\` takes them over`,
  },
).superRefine(
  contradictions(({ order, extra }) =>
    order === 'exact' && extra === true
      ? [['extra', 'order exact allows no extra calls; remove this key or write `order: in_order`']]
      : [],
  ),
  ALWAYS,
);

const prefix = z
  .string()
  .regex(/^(?:[A-Za-z0-9._/-]|\{stem\})+$/, {
    error: expected('letters, digits and . _ / -, or {stem} for the name of the file, such as "{stem}/"'),
  })
  .describe('Put before the ids of all cases; {stem} is the name of the file without its ending')
  .exactOptional();

const skip = z
  .union([z.literal('unreadable'), z.array(z.string().min(1)).min(1)], {
    error: expected('unreadable, or a list of ids and places such as [refund_3, "refunds.jsonl:7"]'),
  })
  .describe("Cases to leave out: all that can't be read, or those of these ids and places (file:line)")
  .exactOptional();

/** One entry of `cases:`: a path or glob, alone or with options for reading its files. */
export const casesEntrySchema = z.union(
  [
    workspacePathSchema.transform((file): CasesEntry => ({ file, dialect: {}, id_prefix: '', skip: [] })),
    strictMapping({
      file: workspacePathSchema.describe('Path or glob of case files'),
      dialect: dialect.describe('Options for files in a foreign format').exactOptional(),
      id_prefix: prefix,
      skip,
      bites: bitesSchema
        .describe('false: its cases only guard, and an agent that does nothing may pass them')
        .exactOptional(),
    }).transform(
      (entry): CasesEntry => ({
        file: entry.file,
        dialect: entry.dialect ?? {},
        id_prefix: entry.id_prefix ?? '',
        skip: entry.skip ?? [],
        ...(entry.bites === false && { bites: entry.bites }),
      }),
    ),
  ],
  { error: expected('a path or glob such as evals/*.yml, or {file, dialect, id_prefix, skip, bites}') },
);
