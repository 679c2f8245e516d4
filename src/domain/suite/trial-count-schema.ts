import * as z from 'zod';
import { foundValue } from '#domain/document/found-value.ts';
import type { RawIssue } from '#domain/document/zod-messages.ts';
import { isJsonObject } from '#domain/json.ts';

/** The largest number of trials of one case. */
export const MAX_TRIALS = 50;

/** How often a case is run. */
export const trialCountSchema = z
  .int({ error: trialCountMessage })
  .min(1, { error: trialCountMessage })
  .max(MAX_TRIALS, { error: trialCountMessage });

function trialCountMessage({ input }: RawIssue): string {
  if (isJsonObject(input))
    return 'not available in this version: adaptive looks {min, max} come later; write a number such as 5';
  return `expected a whole number from 1 to ${MAX_TRIALS}, found ${foundValue(input)}`;
}
