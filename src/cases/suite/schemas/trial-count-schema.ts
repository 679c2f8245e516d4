import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { foundValue } from '#common/document/found-value.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected, type RawIssue } from '#common/document/zod-messages.ts';
import { isJsonObject } from '#common/json.ts';

/** The largest number of trials of one case. */
export const MAX_TRIALS = 50;

/** Number of trials of one case. */
export const trialCountSchema = wholeNumber(caseMessage);

/** Fresh trials per case and side up to which what looks worse is tried again. */
const STAGES = [5, 10, 20] as const;

/** The numbers as written: both bounds or none. */
export interface WrittenTrials {
  readonly min?: number;
  readonly max?: number;
  readonly again?: (typeof STAGES)[number];
}

/**
 * Number of trials of every case: a number, or the fewest and the most; and how many fresh ones there may be. A number n is {min: n, max: n}.
 *
 * @param refused keys that are known but can't be used, with their message
 */
export function trialRangeSchema(refused: Readonly<Record<string, string>>) {
  return z.union(
    [
      wholeNumber(countMessage).transform((count): WrittenTrials => ({ min: count, max: count })),
      strictMapping(
        {
          min: wholeNumber(countMessage).describe('Trials that every case runs at least').exactOptional(),
          max: wholeNumber(countMessage)
            .describe('Most trials of a case; they run while the verdict is open')
            .exactOptional(),
          again: z
            .literal(STAGES, { error: expected(`${STAGES.join(', ')}: most fresh trials of a case on each side`) })
            .describe('Most fresh trials of a case on each side, for what looks worse; default 20')
            .exactOptional(),
        },
        refused,
      )
        .meta({ anyOf: [{ required: ['min', 'max'] }, { required: ['again'] }] })
        .superRefine(
          contradictions((mapping) => [...minAboveMax(mapping), ...halfRange(mapping)]),
          ALWAYS,
        ),
    ],
    { error: expected(`a whole number from 1 to ${MAX_TRIALS}, or {min, max} such as {min: 3, max: 10}`) },
  );
}

function wholeNumber(error: (issue: RawIssue) => string) {
  return z.int({ error }).min(1, { error }).max(MAX_TRIALS, { error });
}

function minAboveMax({ min, max }: UncheckedMapping): readonly Contradiction[] {
  if (!isCount(min) || !isCount(max) || min <= max) return [];
  return [['max', `${max} is below min (${min}); write a max of at least ${min}, or a smaller min`]];
}

function halfRange({ min, max, again }: UncheckedMapping): readonly Contradiction[] {
  if (min === undefined && max === undefined) return again === undefined ? [[null, EMPTY]] : [];
  if (min !== undefined && max !== undefined) return [];
  const [there, lacking] = min === undefined ? ['max', 'min'] : ['min', 'max'];
  return [[there, `\`${there}\` needs \`${lacking}\` next to it, such as {min: 3, max: 10}`]];
}

const EMPTY = 'it has no number; write {min: 3, max: 10}, or one number for both';

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TRIALS;
}

function caseMessage(issue: RawIssue): string {
  return isJsonObject(issue.input)
    ? 'a case takes one number of trials, and {min, max} is only for the config; write a number such as 5'
    : countMessage(issue);
}

function countMessage({ input }: RawIssue): string {
  const words = `expected a whole number from 1 to ${MAX_TRIALS}`;
  return input === undefined ? `missing; ${words}` : `${words}, found ${foundValue(input)}`;
}
