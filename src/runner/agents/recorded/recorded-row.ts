import * as z from 'zod';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { boundsProblem } from '#trials/messages/value-bounds.ts';
import type { TrialEnd } from '#trials/trial/trial.ts';
import { AGENT_FAILURES, ERROR_CLASSES } from '#trials/trial/trial.ts';
import { missingField } from '../result/read-result.ts';
import { describeIssues, type ResultFields, resultFieldsSchema } from '../result/result-fields.ts';

/** One recorded turn: the fields of a result line, and further facts of the record. */
interface RecordedTurn {
  readonly fields: ResultFields;
  /** What the user said, `null` if the record does not say. */
  readonly input: string | null;
  readonly latency_ms: number | null;
}

/** One recorded trial. */
export interface RecordedRow {
  readonly case_id: string;
  /** From 1; `null`: the next one of its case. */
  readonly trial: number | null;
  readonly turns: readonly RecordedTurn[];
  /** How it ended; `null`: as its turns show. */
  readonly end: TrialEnd | null;
  readonly log: string;
  readonly stderr: string;
  /** Our own trajectories are truncated if they are too long; what is left can't be judged again. */
  readonly truncated: boolean;
}

/** A parsed line of a recorded file, or its problem, a sentence part. */
export type RowReading =
  | { readonly kind: 'read'; readonly row: RecordedRow }
  | { readonly kind: 'unreadable'; readonly problem: string };

/**
 * Reads a line of a recorded file. Three forms: `{case_id, trial?, turns: [{…result fields, latency_ms}]}`, the result
 * fields of a single turn next to `case_id`, and the lines of our own trajectories.jsonl (`{case_id, trial, state, trajectory:
 * {turns, log, stderr}}`, or without trajectory when it was cut). Each may hold `end`, a TrialEnd.
 */
export function readRecordedRow(text: string): RowReading {
  const value = jsonOrUndefined(text);
  if (!isJsonObject(value)) return { kind: 'unreadable', problem: 'expected a JSON object on one line' };
  const head = headSchema.safeParse(value);
  if (!head.success) return { kind: 'unreadable', problem: describeIssues(head.error) };
  const { case_id, trial, trajectory, end } = head.data;
  const truncated =
    trajectory === undefined && value['state'] === 'truncated' && typeof value['beginning'] === 'string';
  const list = trajectory?.turns ?? head.data.turns ?? [value];
  const turns: RecordedTurn[] = [];
  for (const [index, item] of list.entries()) {
    const place = list[0] === value ? '' : `turns[${index}]: `;
    const excess = boundsProblem(item);
    if (excess !== null) return { kind: 'unreadable', problem: place + excess };
    const parsed = turnSchema.safeParse(item);
    if (!parsed.success) return { kind: 'unreadable', problem: place + describeIssues(parsed.error) };
    const missing = truncated ? null : missingField(parsed.data);
    if (missing !== null) return { kind: 'unreadable', problem: place + missing };
    turns.push({ fields: parsed.data, input: parsed.data.input ?? null, latency_ms: parsed.data.latency_ms ?? null });
  }
  return {
    kind: 'read',
    row: {
      case_id,
      trial: trial ?? null,
      turns,
      end: end ?? null,
      log: trajectory?.log ?? '',
      stderr: trajectory?.stderr ?? '',
      truncated,
    },
  };
}

const object = z.custom<JsonObject>(isJsonObject, { error: 'expected an object' });

const endSchema = z.union([
  z.object({ kind: z.literal('completed') }),
  z.object({
    kind: z.literal('failed'),
    failure: z.object({ kind: z.enum(AGENT_FAILURES), message: z.string() }),
  }),
  z.object({
    kind: z.literal('error'),
    error: z.object({
      class: z.enum(ERROR_CLASSES),
      message: z.string(),
    }),
  }),
]);

const headSchema = z.looseObject({
  case_id: z.string({ error: 'expected the id of a case' }).min(1),
  trial: z.int().positive().nullish(),
  turns: z.array(object).max(1000).optional(),
  trajectory: z
    .looseObject({ turns: z.array(object).max(1000), log: z.string().optional(), stderr: z.string().optional() })
    .optional(),
  end: endSchema.nullish(),
});

const turnSchema = resultFieldsSchema.extend({
  input: z.string().nullish(),
  latency_ms: z.number().nonnegative().max(1e15).nullish(),
});
