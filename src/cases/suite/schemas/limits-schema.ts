import * as z from 'zod';
import { ALWAYS, contradictions } from '#common/document/contradictions.ts';
import { durationSchema } from '#common/document/duration.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import type { LimitsExpectation } from '../expectation.ts';

const count = z.int().min(1);

const shape = {
  max_input_tokens: count.describe('Most input tokens, cached ones included').exactOptional(),
  max_output_tokens: count.describe('Most output tokens, reasoning included').exactOptional(),
  max_total_tokens: count.describe('Most tokens in all').exactOptional(),
  max_steps: count.describe('Most model calls').exactOptional(),
  max_latency: durationSchema.describe('Longest wall time, such as 10s').exactOptional(),
  max_cost_usd: z.number().min(0).describe('Highest cost in US dollars').exactOptional(),
};

/** `limits:` of an expectation: limits for one trial or one turn. */
export const limitsSchema = strictMapping(shape)
  .superRefine(
    contradictions((limits) =>
      Object.keys(limits).length === 0
        ? [[null, `demands nothing; write at least one of ${Object.keys(shape).join(', ')}`]]
        : [],
    ),
    ALWAYS,
  )
  .transform(
    ({ max_latency, ...limits }): LimitsExpectation =>
      max_latency === undefined ? limits : { ...limits, max_latency_ms: max_latency },
  );
