import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { foundValue } from '#common/document/found-value.ts';
import { rateMeant, rateSchema } from '#common/document/rate.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected, type RawIssue } from '#common/document/zod-messages.ts';
import { keyed } from '#common/keyed.ts';
import { type FigureBounds, type FigureFloor, USUAL_BOUNDS } from '#gate/decision/terms/policy.ts';
import { BOUNDED, type BoundedFigure, FIGURE_NAMES, FIGURES } from '#trials/metrics/figures.ts';

const rateBounds = {
  min: rateSchema.describe('Absolute floor (0–1): a value below it fails; no rule on drops').exactOptional(),
  max_drop: rateSchema.describe('Tolerated drop against the baseline (0–1)').exactOptional(),
  min_mode: z
    .enum(['point', 'confident'])
    .describe(
      'point (default): the value itself must reach min; confident: fails only when the upper bound is below it too',
    )
    .exactOptional(),
};

const ruleOut = z
  .union([rateSchema, z.literal('auto')], { error: expected('auto, or the drop (0–1) that a pass must rule out') })
  .describe('Drop (0–1) that must be ruled out before the check passes; auto derives it from the baseline')
  .exactOptional();

/** `pass_rate:` of the suite. */
export const passRateSchema = passRate(USUAL_BOUNDS.max_drop);

/** `pass_rate:` of a tag, for which only configured values apply. */
export const tagPassRateSchema = passRate(null).refine(
  hasKeys,
  'has no effect; write at least one bound or remove the key',
);

/** `tool_recall:` of the suite. */
export const toolRecallSchema = strictMapping(rateBounds, {
  rule_out: 'only the pass rate gate rules out drops; remove the key',
}).superRefine(contradictions(floorContradictions), ALWAYS);

/** `tool_recall:` of a tag, for which only configured values apply. */
export const tagToolRecallSchema = toolRecallSchema.refine(
  hasKeys,
  'has no effect; write at least one bound or remove the key',
);

/** The rule of a metric, such as `total_tokens:`. */
export const increaseSchema = strictMapping({
  max_increase: z
    .number({ error: increaseMessage })
    .min(0, { error: increaseMessage })
    .max(1, { error: increaseMessage })
    .describe('Tolerated relative increase against the baseline: 0.10 is ten percent')
    .exactOptional(),
});

/** `case_pass_rate:`. */
export const caseFloorSchema = strictMapping({
  min: rateSchema.describe('Share of its trials (0–1) that every single case must pass'),
});

/** A floor of one figure. */
export const figureFloor = strictMapping({
  min: rateSchema.describe('Absolute floor (0–1): a value below it fails'),
  min_mode: rateBounds.min_mode,
}).transform((floor): FigureFloor => ({ min_mode: 'point', ...floor }));

const figureMost = strictMapping({
  max: z
    .number({ error: expected('a number above 0') })
    .positive({ error: expected('a number above 0') })
    .describe('Absolute limit: a mean above it fails'),
});

/** `metrics:`, of the suite or of a tag. */
export const figureBoundsSchema = strictMapping(
  keyed<Readonly<Record<BoundedFigure, z.ZodExactOptional<typeof figureFloor | typeof figureMost>>>>(
    BOUNDED.filter((figure) => FIGURES[figure].bound === undefined),
    (figure) => {
      const { label, definition, unit } = FIGURES[figure];
      return unit === 'rate'
        ? figureFloor.describe(`Floor of the ${label}: ${definition}`).exactOptional()
        : figureMost.describe(`Limit of the ${label}: ${definition}`).exactOptional();
    },
  ),
  Object.fromEntries(
    FIGURE_NAMES.flatMap((figure) => {
      const { bound } = FIGURES[figure];
      return bound === undefined ? [] : [[figure, `write ${bound}`]];
    }),
  ),
)
  .refine(hasKeys, 'has no effect; write at least one figure or remove the key')
  .transform((bounds): FigureBounds => bounds);

/** A rule that `false` disables; disabled is `null`. */
export function switchable<Schema extends z.ZodType>(rule: Schema) {
  return z.union([z.literal(false).transform(() => null), rule], {
    error: expected('a mapping, or false to switch the gate off'),
  });
}

function passRate(defaultMaxDrop: number | null) {
  return strictMapping(
    { ...rateBounds, rule_out: ruleOut },
    {},
    'a mapping; the gate of the pass rate is always on',
  ).superRefine(
    contradictions((rule) => [...floorContradictions(rule), ...ruleOutContradictions(rule, defaultMaxDrop)]),
    ALWAYS,
  );
}

function floorContradictions(rule: UncheckedMapping): readonly Contradiction[] {
  return 'min_mode' in rule && !('min' in rule)
    ? [['min_mode', 'has no effect without `min`; add it or remove this key']]
    : [];
}

function ruleOutContradictions(rule: UncheckedMapping, defaultMaxDrop: number | null): readonly Contradiction[] {
  const { rule_out: excluded, max_drop: tolerated = defaultMaxDrop } = rule;
  if (typeof excluded !== 'number' || typeof tolerated !== 'number' || excluded >= tolerated) return [];
  return [
    [
      'rule_out',
      `is below max_drop (${tolerated}): a drop can't be both ruled out and tolerated; write at least ${tolerated}, or auto`,
    ],
  ];
}

function increaseMessage({ input }: RawIssue): string {
  const increase = rateMeant(input);
  const hint = increase === null || increase === input ? '' : `; write ${increase}`;
  return `expected an increase from 0 to 1 (0.1 is ten percent), found ${foundValue(input)}${hint}`;
}

/** Whether anything is written in a mapping. */
export function hasKeys(mapping: object): boolean {
  return Object.keys(mapping).length > 0;
}
