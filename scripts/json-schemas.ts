// For write-schemas.ts and check-fresh.ts: the files of schema/.
import * as z from 'zod';
import { caseDocumentSchema } from '#cases/suite/schemas/case-schema.ts';
import { acceptsSchema } from '#config/gate/accepts-schema.ts';
import { configSchema } from '#config/parsing/config-schema.ts';
import { resultsSchema } from '#gate/baseline/results/results-schema.ts';
import { calibrationSchema } from '#judge/calibration/calibration-file.ts';
import { repairSchema } from '#report/outputs/repair-schema.ts';

/** One file below schema/. */
export interface SchemaFile {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/** What is published for editors and other readers. A further file is a further row here. */
const PUBLISHED: readonly { readonly file: string; readonly title: string; readonly schema: z.ZodType }[] = [
  { file: 'schema/agent-eval.schema.json', title: 'agent-eval.yml: config of agent-eval-action', schema: configSchema },
  { file: 'schema/results.schema.json', title: 'results.json of agent-eval-action', schema: resultsSchema },
  { file: 'schema/cases.schema.json', title: 'Cases of agent-eval-action', schema: caseDocumentSchema },
  {
    file: 'schema/agent-eval-accepts.schema.json',
    title: 'agent-eval-accepts.yml: regressions that a change means',
    schema: acceptsSchema,
  },
  {
    file: 'schema/judge-calibration.schema.json',
    title: 'judge-calibration.json of agent-eval-action: how often a judge errs',
    schema: calibrationSchema,
  },
  {
    file: 'schema/repair.schema.json',
    title: 'agent-eval-repair/1: what a coding agent needs to mend a red',
    schema: repairSchema,
  },
];

/** The JSON Schema files as they must stand in the repository; the same bytes every time. */
export function schemaFiles(): readonly SchemaFile[] {
  return PUBLISHED.map(({ file, title, schema }) => {
    const { $schema, ...rest } = toJsonSchema(schema);
    return { file, text: `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n` };
  });
}

/** Draft 7, which every editor reads; the input side, because short forms and keys with defaults are what people write. */
function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
}
