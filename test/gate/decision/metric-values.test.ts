import { expect, test } from 'vitest';
import type { GateTrial } from '#gate/decision/terms/evidence.ts';
import { amountOf } from '#gate/decision/terms/metric-values.ts';
import { pairedCase } from './evidence-of.ts';

/** A trial with these values; the rest it does not report. */
function trialWith(values: Partial<GateTrial>): GateTrial {
  return { ...(pairedCase('any', 'P', [0, 0]).trials[0] ?? expect.fail('no trial')), ...values };
}

test('an amount that rounds to nothing is no measurement, a recall of nothing is one', () => {
  expect(amountOf(trialWith({ cost_usd: 1e-9 }), 'cost_usd')).toBe(1e-9);
  expect(amountOf(trialWith({ cost_usd: 0.9e-9 }), 'cost_usd')).toBeNull();
  expect(amountOf(trialWith({ total_tokens: 0 }), 'total_tokens')).toBeNull();
  expect(amountOf(trialWith({ tool_recall: 0 }), 'tool_recall')).toBe(0);
  expect(amountOf(trialWith({ tool_recall: 0.1 + 0.2 }), 'tool_recall')).toBe(0.3);
});
