import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';

const text = z.string().max(10_000);
const tally = z.object({ passed: z.int().min(0), trials: z.int().min(0) });

const lineSchema = z.object({
  path: text,
  /** Its lines here; `null`: the whole file. */
  first: z.int().min(1).nullable(),
  last: z.int().min(1).nullable(),
  removed: text,
  added: text,
  /** Changes of this place that do not run apart. */
  changes: z.int().min(1),
});

/** Which lines of a change broke a case, as stored in results.json. */
export const explainedSchema = z.object({
  case: z.string().max(256),
  /** Fresh trials of both sides before the search. */
  main: tally,
  here: tally,
  outcome: z.enum(['named', 'open', 'used_up', 'not_found', 'too_close', 'not_searched']),
  lines: z.array(lineSchema).max(100),
  /** Named lines: fresh trials without them, and of the change as it is. */
  without: tally,
  unchanged: tally,
  /** Undoing another line mends as well. */
  either: z.boolean(),
  /** Other broken cases that pass without these lines too. */
  also: z.array(z.string().max(256)).max(1_000),
  trials: z.int().min(0),
  /** Versions that did not load. */
  unloaded: z.int().min(0),
  /** What its trials cost; `null`: not known. */
  cost_usd: z.number().min(0).nullable(),
  /** Why it was not searched, a sentence part. */
  reason: text.nullable(),
});

/** Which lines of a change broke a case. */
export type ExplainedCase = DeepReadonly<z.output<typeof explainedSchema>>;

/** A place of a change. */
export type ExplainedLine = ExplainedCase['lines'][number];
