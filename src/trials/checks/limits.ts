import type { LimitsExpectation } from '#cases/suite/expectation.ts';
import { keysOf } from '#common/keyed.ts';
import type { Check, TrialView } from './terms/check.ts';
import { fails, holds, type Judgement, unjudged } from './terms/judgement.ts';

/**
 * `limits`: limits on tokens, steps, latency and cost; a value equal to its limit holds. One part per limit
 * (`limits.max_steps`). A count that was not reported can't be judged. Score: 1 or 0.
 */
export const limitsCheck: Check<LimitsExpectation> = {
  key: 'limits',
  judge: (expectation, view) =>
    keysOf(LIMITS).flatMap((limit) => {
      const ceiling = expectation[limit];
      return ceiling === undefined ? [] : [{ name: `limits.${limit}`, ...judgeLimit(limit, ceiling, view) }];
    }),
};

type LimitKey = keyof LimitsExpectation;

/** The counts, in the order of reports; `null`: not reported. */
const LIMITS: Readonly<Record<LimitKey, (view: TrialView) => number | null>> = {
  max_input_tokens: ({ usage }) => usage?.input_tokens ?? null,
  max_output_tokens: ({ usage }) => usage?.output_tokens ?? null,
  max_total_tokens: ({ usage }) => usage?.total_tokens ?? null,
  max_steps: ({ steps }) => steps,
  max_latency_ms: ({ latency_ms }) => latency_ms,
  max_cost_usd: ({ usage }) => usage?.cost_usd ?? null,
};

function judgeLimit(limit: LimitKey, most: number, view: TrialView): Judgement {
  const actual = LIMITS[limit](view);
  const isLatency = limit === 'max_latency_ms';
  const bypassed = view.bypassed === true && !isLatency;
  const fact = { kind: 'limit', limit, most, actual, precision: 'exact', bypassed } as const;
  const bound = isLatency && actual === null ? view.latency_at_most_ms : undefined;
  if (bound !== undefined && bound <= most) return holds(1, { ...fact, actual: bound, precision: 'bound' });
  if (actual === null) return unjudged('not_reported', fact);
  const isEstimated = view.usage?.estimated === true && limit.endsWith('_tokens');
  const known = { ...fact, precision: isEstimated ? 'estimated' : 'exact' } as const;
  return actual <= most * (1 + 1e-9) ? holds(1, known) : fails('over_limit', 0, known);
}
