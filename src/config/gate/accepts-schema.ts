import * as z from 'zod';
import type { Accept, CaseAccept } from '#cases/suite/accept.ts';
import { ID_PATTERN } from '#cases/suite/schemas/case-schema.ts';
import { tagSchema } from '#cases/suite/schemas/tag-schema.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import { isJsonObject } from '#common/json.ts';
import { keysOf } from '#common/keyed.ts';
import { BEHAVIOUR, METRIC_WORDS } from '#gate/decision/terms/metrics.ts';

const CASE_WORDS = 'the id of one case, without globs';
const DAY_WORDS = 'the last day on which it counts, such as 2026-12-31';
const SHARE_WORDS = 'a share above 0 and up to 10: 0.3 accepts thirty percent more';

/** Of a case, or of one that is derived from it. */
const CASE_ID = new RegExp(`${ID_PATTERN.source.slice(0, -1)}(~[A-Za-z0-9_-]{1,64})?$`);

const caseId = z.string({ error: expected(CASE_WORDS) }).regex(CASE_ID, { error: expected(CASE_WORDS) });

const commonFields = {
  reason: z
    .string({ error: expected('why, in a sentence') })
    .max(300)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .refine((text) => text !== '', { error: 'is empty; write why, in a sentence: the reviewer reads it' })
    .describe('Why, in a sentence, for the reviewer'),
  until: z
    .string({ error: expected(DAY_WORDS) })
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: expected(DAY_WORDS), abort: true })
    .refine(isDay, { error: expected(DAY_WORDS) })
    .describe('The last day on which it counts (UTC), `YYYY-MM-DD`'),
};

/** `agent-eval-accepts.yml`: regressions that a change means. */
export const acceptsSchema = z
  .array(
    strictMapping({
      case: caseId.describe('The case that is meant to get worse').exactOptional(),
      metric: z
        .enum([...keysOf(METRIC_WORDS), BEHAVIOUR])
        .describe('The metric that is meant to get worse, or `behaviour`')
        .exactOptional(),
      tag: tagSchema.describe('With `metric`: only over the cases with this tag').exactOptional(),
      up_to: z
        .number({ error: expected(SHARE_WORDS) })
        .gt(0, { error: expected(SHARE_WORDS) })
        .max(10, { error: expected(SHARE_WORDS) })
        .describe('With `metric`: the change that is accepted; 0.3 is thirty percent, of a rate thirty points')
        .exactOptional(),
      ...commonFields,
    })
      .superRefine(contradictions(contradictionsIn), ALWAYS)
      .transform(({ case: id, metric, tag, up_to, reason, until }): Accept => {
        if (id !== undefined) return { case: id, reason, until };
        return { metric: metric ?? '', tag: tag ?? null, up_to: up_to ?? 1, reason, until };
      })
      .meta({
        oneOf: [
          { required: ['case'] },
          { required: ['metric', 'up_to'] },
          { required: ['metric'], properties: { metric: { const: BEHAVIOUR, description: 'Accepted as a whole' } } },
        ],
      }),
    { error: expected('a list of accepts such as [{case: refund, reason: …, until: 2026-12-31}]') },
  )
  .max(200)
  .superRefine((entries, context) => refuseDuplicates(entries, context), ALWAYS);

/** `quarantine:` of a config: cases that are flaky on main. */
export const quarantineSchema = z
  .array(
    strictMapping({ case: caseId.describe('The case that is flaky on main'), ...commonFields }).transform(
      (entry): CaseAccept => entry,
    ),
    { error: expected('a list of cases such as [{case: refund, reason: …, until: 2026-12-31}]') },
  )
  .max(200)
  .superRefine((entries, context) => refuseDuplicates(entries, context), ALWAYS)
  .describe('Cases that are flaky on main: until the given day, their failures do not decide');

/** Either a case or a metric, each with its own keys. */
function contradictionsIn(entry: UncheckedMapping): readonly Contradiction[] {
  const { case: id, metric, tag, up_to: upTo } = entry;
  if (id === undefined && metric === undefined)
    return [['case', 'missing; expected `case: ID`, or `metric: NAME` with `up_to`']];
  if (id !== undefined) {
    const others = Object.entries({ metric, tag, up_to: upTo }).filter(([, value]) => value !== undefined);
    return others.map(([key]) => [key, 'has no effect next to `case`; write a metric as an entry of its own'] as const);
  }
  if (metric === BEHAVIOUR)
    return Object.entries({ tag, up_to: upTo })
      .filter(([, value]) => value !== undefined)
      .map(([key]) => [key, 'has no effect next to `metric: behaviour`; remove it'] as const);
  if (upTo === undefined) return [['up_to', 'missing; expected the change that is accepted: 0.3 is thirty percent']];
  const isRate = metric === 'pass_rate' || metric === 'tool_recall';
  return isRate && typeof upTo === 'number' && upTo >= 1
    ? [['up_to', `a rate falls by less than 1; write the points as a share: 0.05 accepts five points`]]
    : [];
}

/** One of two entries for the same thing would silently win. */
function refuseDuplicates(entries: unknown, context: z.core.$RefinementCtx): void {
  const known = new Set<string>();
  for (const [index, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    if (!isJsonObject(entry)) continue;
    const subject = JSON.stringify([entry['case'] ?? null, entry['metric'] ?? null, entry['tag'] ?? null]);
    if (known.has(subject))
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'is listed twice; remove one of the two',
        input: entry,
      });
    known.add(subject);
  }
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
