import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';

/** Trials of a search, unless a config says otherwise. */
const USUAL_SEARCH = 60;

const long = strictMapping({
  lines: strictMapping({
    max_trials: z.int().min(20).max(200).describe('The most trials for the first line; default 60').exactOptional(),
  }).describe('Search the lines of the change'),
});

/** `explain:` of a config: what a search may cost, in trials for the first line of a change. */
export const explainSchema = z
  .union([z.literal('lines'), long], { error: expected('lines, or {lines: {max_trials: 60}}') })
  .transform((value) => ({ max_trials: (value === 'lines' ? {} : value.lines).max_trials ?? USUAL_SEARCH }));

/** What a search may cost. */
export type ExplainRules = z.output<typeof explainSchema>;
