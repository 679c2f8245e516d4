import * as z from 'zod';
import { EXPECTATION_KEYS } from '#cases/suite/schemas/expectations-schema.ts';
import { tagSchema } from '#cases/suite/schemas/tag-schema.ts';
import { foundValue } from '#common/document/found-value.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { rateMeant } from '#common/document/rate.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected, type RawIssue } from '#common/document/zod-messages.ts';
import { keyed } from '#common/keyed.ts';
import { METRIC_NAMES, METRICS, type Metric } from '#gate/decision/terms/metrics.ts';
import {
  type IncreaseRules,
  type Policy,
  type RateRule,
  type TagPolicy,
  USUAL_BOUNDS,
} from '#gate/decision/terms/policy.ts';
import {
  caseFloorSchema,
  figureBoundsSchema,
  hasKeys,
  increaseSchema,
  passRateSchema,
  switchable,
  tagPassRateSchema,
  tagToolRecallSchema,
  toolRecallSchema,
} from './rule-schemas.ts';

const CHECK_PREFIX = 'check:';

/** `never_fail:`: case ids, tags, or `check:NAME` for one kind of check in every case. */
const neverFailSchema = z
  .array(
    z
      .string()
      .min(1)
      .superRefine((entry, context) => {
        const message = unknownCheck(entry);
        if (message !== null) context.addIssue({ code: 'custom', message, input: entry });
      }),
    { error: expected('a list of case ids, tags, or check:NAME') },
  )
  .describe('Zero tolerance: case ids, tags, or one kind of check everywhere, such as check:limits');

const increases = keyed<Readonly<Record<Metric, ReturnType<typeof metricSchema>>>>(METRIC_NAMES, metricSchema);

const tagPolicySchema = strictMapping({
  pass_rate: tagPassRateSchema.describe('Bounds on the pass rate of the cases with this tag').exactOptional(),
  tool_recall: switchable(tagToolRecallSchema).describe('Bounds on their tool recall').exactOptional(),
  ...increases,
  metrics: figureBoundsSchema.describe('Bounds on other figures of theirs').exactOptional(),
})
  .refine((policy) => Object.keys(policy).length > 0, 'has no effect; write a rule or remove the tag')
  .transform(
    (rules): TagPolicy => ({
      pass_rate: rules.pass_rate ? { ...NO_BOUNDS, ...rules.pass_rate } : null,
      tool_recall: rules.tool_recall ? { ...NO_BOUNDS, ...rules.tool_recall } : null,
      ...increaseRules(rules, () => false),
      ...(rules.metrics && { metrics: rules.metrics }),
    }),
  );

/** The policy under `gate:`, with every default filled in. An empty mapping is the default policy. */
export const policySchema = strictMapping({
  method: z
    .enum(['statistical', 'threshold'])
    .describe(
      'statistical (default): fails only for changes that chance does not explain; threshold: compares the plain numbers, and applies only the rules that are written',
    )
    .exactOptional(),
  confidence: z
    .number({ error: confidenceMessage })
    .min(0.5, { error: confidenceMessage })
    .lt(1, { error: confidenceMessage })
    .describe('1 − false-alarm rate of all tests against the baseline together; default 0.95')
    .exactOptional(),
  pass_rate: passRateSchema.describe('Bounds on the pass rate').exactOptional(),
  tool_recall: switchable(toolRecallSchema)
    .describe('Bounds on tool recall, or false; without the key, method statistical tolerates a drop of 0.02')
    .exactOptional(),
  ...increases,
  case_pass_rate: switchable(caseFloorSchema).describe('Floor for every single case').exactOptional(),
  metrics: figureBoundsSchema.describe('Bounds on other figures of the suite').exactOptional(),
  tags: z.record(tagSchema, tagPolicySchema).describe('Rules for the cases with a tag').exactOptional(),
  never_fail: neverFailSchema.exactOptional(),
  on_inconclusive: z
    .enum(['auto', 'warn', 'fail', 'review'], { error: expected('auto, warn, fail or review') })
    .describe(
      'What an inconclusive run does to the check; default auto: it blocks if cases look worse or evidence is missing, and not if main has no results yet or the suite is too small. review: like warn, and the check run (input check-run) asks for a human review',
    )
    .exactOptional(),
  self_check: z
    .enum(['enforce', 'advisory'], { error: expected('enforce or advisory') })
    .describe(
      "advisory: while main's history shows that this gate is red more often than it promises, a failure is only a warning; default enforce",
    )
    .exactOptional(),
  accepts: z
    .boolean()
    .describe('Whether a change may accept an intended regression, in agent-eval-accepts.yml; default true')
    .exactOptional(),
})
  .refine((policy) => policy.method !== 'threshold' || hasRule(policy), {
    error:
      '`method: threshold` applies only the rules that are written, and there are none; write one such as `pass_rate: {max_drop: 0.02}` or `pass_rate: {min: 0.9}`',
  })
  .transform(
    (policy): Policy => ({
      method: policy.method ?? 'statistical',
      confidence: policy.confidence ?? 0.95,
      pass_rate: suitePassRate(policy),
      tool_recall: suiteRecall(policy),
      ...increaseRules(policy, (metric) => policy.method !== 'threshold' && METRICS[metric].by_default),
      case_pass_rate: policy.case_pass_rate ?? null,
      ...(policy.metrics && { metrics: policy.metrics }),
      tags: policy.tags ?? {},
      never_fail: policy.never_fail ?? [],
      on_inconclusive: policy.on_inconclusive ?? 'auto',
      ...(policy.self_check === 'advisory' && { self_check: 'advisory' }),
      ...(policy.accepts === false && { accepts: false }),
    }),
  );

/** The policy of a config without `gate:`. */
export function defaultPolicy(): Policy {
  return policySchema.parse({});
}

const NO_BOUNDS: RateRule = { min: null, max_drop: null, rule_out: null, min_mode: 'point' };

/** The rules on rates as a config writes them. */
interface WrittenRates {
  readonly method?: Policy['method'];
  readonly pass_rate?: Partial<RateRule>;
  readonly tool_recall?: Partial<RateRule> | null;
}

/** The keys that are rules. */
const RULE_KEYS = [
  'pass_rate',
  'tool_recall',
  ...METRIC_NAMES,
  'case_pass_rate',
  'metrics',
  'tags',
  'never_fail',
] as const;

/** Whether something can turn a plain comparison red. */
function hasRule(rules: { readonly [Key in (typeof RULE_KEYS)[number]]?: unknown }): boolean {
  return RULE_KEYS.some((key) => rules[key] !== undefined && rules[key] !== null);
}

/** The suite's pass rate is always compared by method statistical; method threshold has no bound but those that are written. */
function suitePassRate({ method, pass_rate: rule }: WrittenRates): RateRule {
  if (method !== 'threshold') return { ...NO_BOUNDS, ...USUAL_BOUNDS, ...rule };
  const isEmpty = rule !== undefined && !hasKeys(rule);
  return { ...NO_BOUNDS, ...(isEmpty && { max_drop: USUAL_BOUNDS.max_drop }), ...rule };
}

/** With a bound of its own it has no other: a floor is no tolerated drop. */
function suiteRecall({ method, tool_recall: rule }: WrittenRates): RateRule | null {
  if (rule === null || (rule === undefined && method === 'threshold')) return null;
  return { ...NO_BOUNDS, ...(!hasKeys(rule ?? {}) && { max_drop: USUAL_BOUNDS.max_drop }), ...rule };
}

function metricSchema(metric: Metric) {
  return switchable(increaseSchema).describe(METRICS[metric].docs).exactOptional();
}

/** @param byDefault whether a metric that is not configured is tested */
function increaseRules(
  rules: { readonly [metric in Metric]?: { readonly max_increase?: number } | null },
  byDefault: (metric: Metric) => boolean,
): IncreaseRules {
  return keyed<IncreaseRules>(METRIC_NAMES, (metric) => {
    const rule = rules[metric];
    if (rule === null || (rule === undefined && !byDefault(metric))) return null;
    return { max_increase: rule?.max_increase ?? METRICS[metric].max_increase };
  });
}

function confidenceMessage({ input }: RawIssue): string {
  const rate = rateMeant(input);
  const hint = rate === null || rate === input || rate < 0.5 || rate >= 1 ? '' : `; write ${rate}`;
  return `expected a confidence from 0.5 to below 1, found ${foundValue(input)}${hint}`;
}

function unknownCheck(entry: string): string | null {
  if (!entry.startsWith(CHECK_PREFIX)) return null;
  const name = entry.slice(CHECK_PREFIX.length);
  const kinds: readonly string[] = EXPECTATION_KEYS;
  if (kinds.includes(name)) return null;
  const near = nearestName(name, kinds);
  return `no kind of check is called ${JSON.stringify(name)}; ${near === null ? `expected one of ${kinds.join(', ')}` : `did you mean ${CHECK_PREFIX}${near}?`}`;
}
