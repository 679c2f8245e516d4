import * as z from 'zod';
import { foundValue } from '#domain/document/found-value.ts';
import { rateMeant } from '#domain/document/rate.ts';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import { expected, type RawIssue } from '#domain/document/zod-messages.ts';
import { tagSchema } from '#domain/suite/schemas/tag-schema.ts';
import { neverFailSchema } from './never-fail-schema.ts';
import type { IncreaseRule, Policy, RateRule, TagPolicy } from './policy.ts';
import {
  caseFloorSchema,
  DEFAULT_MAX_DROP,
  increaseSchema,
  passRateSchema,
  switchable,
  tagPassRateSchema,
  tagToolRecallSchema,
  toolRecallSchema,
} from './rule-schemas.ts';

/** Tolerated relative increases where a policy names none. */
const DEFAULT_INCREASE = { total_tokens: 0.1, cost_usd: 0.1, latency_ms: 0.25 } as const;

const increases = {
  total_tokens: switchable(increaseSchema).describe('Tolerated increase of tokens, or false').exactOptional(),
  cost_usd: switchable(increaseSchema)
    .describe('Tolerated increase of cost, or false; tested where the baseline knows its costs')
    .exactOptional(),
  latency_ms: switchable(increaseSchema)
    .describe('Tolerated increase of wall time; off unless written')
    .exactOptional(),
};

const tagPolicySchema = strictMapping({
  pass_rate: tagPassRateSchema.describe('Bounds on the pass rate of the cases with this tag').exactOptional(),
  tool_recall: switchable(tagToolRecallSchema).describe('Bounds on their tool recall').exactOptional(),
  ...increases,
})
  .refine((policy) => Object.keys(policy).length > 0, 'says nothing; write a rule or remove the tag')
  .transform(
    (written): TagPolicy => ({
      pass_rate: written.pass_rate ? { ...NO_BOUNDS, ...written.pass_rate } : null,
      tool_recall: written.tool_recall ? { ...NO_BOUNDS, ...written.tool_recall } : null,
      total_tokens: written.total_tokens ? increase('total_tokens', written.total_tokens) : null,
      cost_usd: written.cost_usd ? increase('cost_usd', written.cost_usd) : null,
      latency_ms: written.latency_ms ? increase('latency_ms', written.latency_ms) : null,
    }),
  );

/** The rule under `gate:`, with every default filled in. An empty mapping is the default policy. */
export const policySchema = strictMapping({
  method: z
    .enum(['statistical', 'threshold'])
    .describe('statistical (default): fails for what chance does not explain; threshold: compares the plain numbers')
    .exactOptional(),
  confidence: z
    .number({ error: confidenceMessage })
    .min(0.5, { error: confidenceMessage })
    .lt(1, { error: confidenceMessage })
    .describe('1 − false-alarm rate of all tests against the baseline together; default 0.95')
    .exactOptional(),
  pass_rate: passRateSchema.describe('Bounds on the pass rate').exactOptional(),
  tool_recall: switchable(toolRecallSchema).describe('Bounds on tool recall, or false').exactOptional(),
  ...increases,
  case_pass_rate: switchable(caseFloorSchema).describe('Floor for every single case').exactOptional(),
  tags: z.record(tagSchema, tagPolicySchema).describe('Rules for the cases with a tag').exactOptional(),
  never_fail: neverFailSchema.exactOptional(),
  on_inconclusive: z
    .enum(['warn', 'fail', 'review'], { error: expected('warn, fail or review') })
    .describe(
      'What an undecided run does to the check; default warn. review: as warn, and the check run of the input check-run asks for a person to look',
    )
    .exactOptional(),
}).transform(
  (written): Policy => ({
    method: written.method ?? 'statistical',
    confidence: written.confidence ?? 0.95,
    pass_rate: { ...NO_BOUNDS, max_drop: DEFAULT_MAX_DROP, rule_out: 'auto', ...written.pass_rate },
    tool_recall:
      written.tool_recall === null ? null : { ...NO_BOUNDS, max_drop: DEFAULT_MAX_DROP, ...written.tool_recall },
    total_tokens: written.total_tokens === null ? null : increase('total_tokens', written.total_tokens ?? {}),
    cost_usd: written.cost_usd === null ? null : increase('cost_usd', written.cost_usd ?? {}),
    latency_ms: written.latency_ms ? increase('latency_ms', written.latency_ms) : null,
    case_pass_rate: written.case_pass_rate ?? null,
    tags: written.tags ?? {},
    never_fail: written.never_fail ?? [],
    on_inconclusive: written.on_inconclusive ?? 'warn',
  }),
);

/** The policy of a config without `gate:`. */
export function defaultPolicy(): Policy {
  return policySchema.parse({});
}

const NO_BOUNDS: RateRule = { min: null, max_drop: null, rule_out: null, min_mode: 'point' };

function increase(metric: keyof typeof DEFAULT_INCREASE, written: { readonly max_increase?: number }): IncreaseRule {
  return { max_increase: written.max_increase ?? DEFAULT_INCREASE[metric] };
}

function confidenceMessage({ input }: RawIssue): string {
  const meant = rateMeant(input);
  const hint = meant === null || meant === input || meant < 0.5 || meant >= 1 ? '' : `; write ${meant}`;
  return `expected a confidence from 0.5 to below 1, found ${foundValue(input)}${hint}`;
}
