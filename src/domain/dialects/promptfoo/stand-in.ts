import type { Json } from '#domain/json.ts';

/** What stands in a list of tests for a file of them, whose rows are a document of their own. Known by its identity: no file can hold it. */
export const STAND_IN: Json = Object.freeze([]);

/** Whether a test only stands for a file of tests. */
export function isIncluded(test: Json): boolean {
  return test === STAND_IN;
}
