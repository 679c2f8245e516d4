import type * as z from 'zod';
import type { Issue } from './issue.ts';
import type { Place } from './parsed-document.ts';
import { zodIssues } from './zod-issues.ts';
import { zodMessage } from './zod-messages.ts';

/** A value of the schema's type, or everything that is wrong with what was written. */
export type ReadValue<T> = { readonly value: T } | { readonly issues: readonly Issue[] };

/**
 * Validates a value against a schema; problems point into its document.
 *
 * What people write is validated by interpreting the schema: compiling it takes 10 ms, and saves as much from some thousand cases on.
 */
export function readValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: Place,
): ReadValue<z.output<Schema>> {
  const result = schema.safeParse(value, { error: zodMessage, reportInput: true, jitless: true });
  return result.success ? { value: result.data } : { issues: zodIssues(result.error, place, { schema, value }) };
}
