import type { LimitsExpectation } from '#domain/suite/expectation.ts';
import type { Check, TrialView } from './check.ts';
import { fails, holds, type Judgement, unjudged } from './judgement.ts';
import { BYPASSED } from './unreported-calls.ts';

/**
 * `limits`: limits on tokens, steps, latency and cost; a value equal to its limit holds. One part per limit
 * (`limits.max_steps`). A count that was not reported can't be judged. Score: 1 or 0.
 */
export const limitsCheck: Check<LimitsExpectation> = {
  key: 'limits',
  judge: (expectation, view) =>
    limits.flatMap((limit) => {
      const ceiling = expectation[limit.key];
      return ceiling === undefined ? [] : [{ name: `limits.${limit.key}`, ...judgeLimit(limit, ceiling, view) }];
    }),
};

interface Limit {
  readonly key: keyof LimitsExpectation;
  /** As shown: `5200 input tokens`. */
  readonly unit: string;
  /** What the agent must return so that this count is known. */
  readonly remedy: string;
  value(view: TrialView): number | null;
  /** Upper bound of an unknown count. */
  most?(view: TrialView): number | undefined;
}

const USAGE = 'return "usage": {"input_tokens", "output_tokens"}, or set usage: {estimate: chars/4}';

const limits: readonly Limit[] = [
  { key: 'max_input_tokens', unit: 'input tokens', remedy: USAGE, value: ({ usage }) => usage?.input_tokens ?? null },
  {
    key: 'max_output_tokens',
    unit: 'output tokens',
    remedy: USAGE,
    value: ({ usage }) => usage?.output_tokens ?? null,
  },
  { key: 'max_total_tokens', unit: 'tokens', remedy: USAGE, value: ({ usage }) => usage?.total_tokens ?? null },
  { key: 'max_steps', unit: 'model calls', remedy: 'return "messages", or "steps"', value: ({ steps }) => steps },
  {
    key: 'max_latency_ms',
    unit: 'ms',
    remedy: 'a program prints {"type":"ready"} when it has started; a recording tells "latency_ms" with each turn',
    value: ({ latency_ms }) => latency_ms,
    most: ({ latency_at_most_ms }) => latency_at_most_ms,
  },
  {
    key: 'max_cost_usd',
    unit: 'USD',
    remedy: 'return "usage" with "cost_usd"',
    value: ({ usage }) => usage?.cost_usd ?? null,
  },
];

function judgeLimit({ unit, remedy, value, most }: Limit, ceiling: number, view: TrialView): Judgement {
  const actual = value(view);
  const bound = actual === null ? most?.(view) : undefined;
  if (bound !== undefined && bound <= ceiling)
    return holds(1, `at most ${figure(bound)} ${unit}, at most ${ceiling} allowed`);
  if (actual === null) {
    const mend = view.bypassed === true && unit !== 'ms' ? BYPASSED : remedy;
    return unjudged('not_reported', `${unit} were not reported, so a limit of ${ceiling} can't be judged: ${mend}`);
  }
  const text = `${view.usage?.estimated === true && remedy === USAGE ? '≈' : ''}${figure(actual)} ${unit}, at most ${ceiling} allowed`;
  return actual <= ceiling * (1 + 1e-9) ? holds(1, text) : fails('over_limit', 0, text);
}

/** Without rounding noise of binary fractions. */
function figure(value: number): string {
  return String(Number(value.toPrecision(12)));
}
