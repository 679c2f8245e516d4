import * as z from 'zod';
import { caseRecordSchema, RESULTS_CAPS } from './results-schema.ts';
import { madeOnce } from './share-equal-parts.ts';
import { checkSchema, MOST_CHECKS, trialSchema } from './trial-schema.ts';

/**
 * The schema of a case, for the lines of one file: equal checks are read once, and are one in memory. It does not say what is
 * wrong with them.
 */
export function caseLineSchema() {
  const checks = readOnce(z.array(readOnce(checkSchema)).max(MOST_CHECKS)).default([]);
  return caseRecordSchema.extend({ trials: z.array(trialSchema.extend({ checks })).max(RESULTS_CAPS.trials) });
}

function readOnce<Schema extends z.ZodType>(schema: Schema) {
  const read = madeOnce((value: unknown) => schema.safeParse(value));
  return z.unknown().transform((value, context): z.output<Schema> => {
    const { success, data } = read(value);
    if (success) return data;
    context.addIssue('malformed');
    return z.NEVER;
  });
}
