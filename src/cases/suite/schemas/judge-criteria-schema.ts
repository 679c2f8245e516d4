import * as z from 'zod';
import { cutEnd } from '#common/cut.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { rateSchema } from '#common/document/rate.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected, type RawIssue } from '#common/document/zod-messages.ts';
import { type JudgeCriterion, SEEN_PARTS } from '#judge/criterion.ts';
import { isReady, READY_CRITERIA, readyCriterion } from '#judge/ready-criteria.ts';

const READY = Object.keys(READY_CRITERIA);

const criterion = strictMapping(
  {
    id: z
      .string()
      .regex(
        /^[a-z][a-z0-9_-]{0,63}$/,
        'a name of a criterion begins with a small letter, followed by at most 63 of a-z, 0-9, `_`, `-`',
      )
      .describe('Name of the criterion; the same name asks the same in every case')
      .exactOptional(),
    ask: z
      .string({ error: expected('a question that is answered with yes or no') })
      .trim()
      .min(1, 'asks nothing; write a question that is answered with yes or no')
      .max(4000, 'longer than 4000 characters; ask for one thing')
      .describe('One question that is answered with yes or no; yes is what is demanded')
      .exactOptional(),
    sees: z
      .array(z.enum(SEEN_PARTS, { error: expected(`one of ${SEEN_PARTS.join(', ')}`) }), {
        error: expected('a list such as [answer, tools]'),
      })
      .min(1, 'shows the judge nothing; name at least one part, such as [answer]')
      .describe('What the judge is shown; default [answer]')
      .exactOptional(),
    min_score: rateSchema
      .describe('The lowest score (0–1) that meets the criterion; the judge then gives a score instead of yes or no')
      .exactOptional(),
    use: z
      .string()
      .superRefine((name, context) => {
        if (isReady(name)) return;
        const near = nearestName(name, READY);
        const mend = near === null ? `expected one of ${READY.join(', ')}` : `did you mean ${near}?`;
        context.addIssue({ code: 'custom', message: `no ready criterion has this name; ${mend}`, input: name });
      })
      .meta({ enum: READY })
      .describe('Name of a ready criterion')
      .exactOptional(),
  },
  {
    criteria: 'write the question under `ask`, with an `id`',
  },
  'a criterion such as {id: polite, ask: …} or {use: grounded}',
)
  .superRefine(contradictions(criterionContradictions), ALWAYS)
  .transform(({ id = '', ask = '', sees = ['answer'], use, ...score }): JudgeCriterion => {
    if (use !== undefined && isReady(use)) return readyCriterion(use);
    return { id, ask, sees: SEEN_PARTS.filter((part) => sees.includes(part)), ...score };
  })
  .meta({ oneOf: [{ required: ['id', 'ask'] }, { required: ['use'] }] });

/** `judge:` of `expect`: criteria that a model decides. */
export const judgeCriteriaSchema = z
  .array(criterion, { error: notAList })
  .min(1, 'demands nothing; write at least one criterion or remove the key')
  .max(20, 'more than 20 criteria; every one is a call of the judge')
  .superRefine((criteria, context) => {
    const ids = criteria.map((criterion) => criterion?.id);
    for (const [index, id] of ids.entries()) {
      if (id !== undefined && id !== '' && ids.indexOf(id) < index)
        context.addIssue({ code: 'custom', path: [index], message: `${id} is asked twice; keep one`, input: criteria });
    }
  });

function notAList(issue: RawIssue): string | undefined {
  const { input } = issue;
  if (typeof input !== 'string' || input.trim() === '') return expected(LIST)(issue);
  if (isReady(input)) return `a ready criterion is named in a list; write [{use: ${input}}]`;
  return `a question needs a name; write [{id: polite, ask: ${JSON.stringify(cutEnd(input, 80))}}] with a name of your own`;
}

const LIST = 'a list of criteria such as [{id: polite, ask: …}] or [{use: grounded}]';

function criterionContradictions({ id, ask, sees, min_score, use }: UncheckedMapping): readonly Contradiction[] {
  if (use !== undefined) {
    const more = Object.entries({ id, ask, sees, min_score }).filter(([, value]) => value !== undefined);
    return more.map(([key]) => [
      key,
      'a ready criterion has its own; remove the key, or remove `use` and write all of them',
    ]);
  }
  return [
    ...(ask === undefined ? [['ask', 'missing; expected a question that is answered with yes or no'] as const] : []),
    ...(id === undefined ? [['id', 'missing; expected a name for the criterion'] as const] : []),
    ...(typeof id === 'string' && isReady(id)
      ? [['id', `is the name of a ready criterion; write {use: ${id}}, or choose another name`] as const]
      : []),
  ];
}
