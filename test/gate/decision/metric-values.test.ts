import { describe, expect, test } from 'vitest';
import type { GateTrial } from '#gate/decision/terms/evidence.ts';
import {
  amountOf,
  casesWithValues,
  isReportedInPart,
  pairedValues,
  reportOf,
  valuesOf,
} from '#gate/decision/terms/metric-values.ts';
import { pairedCase } from './evidence-of.ts';

/** A trial with these values; the rest it does not report. */
function trialWith(values: Partial<GateTrial>): GateTrial {
  return { ...(pairedCase('any', 'P', [0, 0]).trials[0] ?? expect.fail('no trial')), ...values };
}

const COUNTED = trialWith({ total_tokens: 100 });
const SILENT = trialWith({});
const BROKEN_OFF = trialWith({ broke_off: true });

describe('values that only some trials report are not read', () => {
  test.each([
    ['all report', [COUNTED, COUNTED], false, 2],
    ['some completed ones do not', [COUNTED, SILENT], true, 0],
    ['only one that broke off does not', [COUNTED, BROKEN_OFF], false, 1],
    ['none reports', [SILENT, BROKEN_OFF], false, 0],
  ] as const)('%s', (_, trials, inPart, count) => {
    expect(isReportedInPart(trials, 'total_tokens')).toBe(inPart);
    expect(valuesOf(trials, 'total_tokens')).toHaveLength(count);
  });

  test('what no agent reports is read wherever it is', () => {
    const [timed, recalled] = [trialWith({ latency_ms: 5 }), trialWith({ tool_recall: 0.5 })];
    expect(valuesOf([timed, SILENT], 'latency_ms')).toEqual([5]);
    expect(valuesOf([recalled, SILENT], 'tool_recall')).toEqual([0.5]);
    for (const trial of [timed, recalled, SILENT])
      expect([reportOf(trial, 'latency_ms'), reportOf(trial, 'tool_recall')]).toEqual([0, 0]);
  });
});

test('an amount that rounds to nothing is no measurement, a recall of nothing is one', () => {
  expect(amountOf(trialWith({ cost_usd: 1e-9 }), 'cost_usd')).toBe(1e-9);
  expect(amountOf(trialWith({ cost_usd: 0.9e-9 }), 'cost_usd')).toBeNull();
  expect(amountOf(trialWith({ total_tokens: 0 }), 'total_tokens')).toBeNull();
  expect(amountOf(trialWith({ tool_recall: 0 }), 'tool_recall')).toBe(0);
  expect(amountOf(trialWith({ tool_recall: 0.1 + 0.2 }), 'tool_recall')).toBe(0.3);
});

test('a metric is compared over the cases that have it on both sides', () => {
  const of = (id: string, trials: readonly GateTrial[], baseline: readonly GateTrial[]) => ({
    ...pairedCase(id, 'P', [1, 1]),
    trials,
    baseline,
  });
  const cases = [of('both', [COUNTED], [COUNTED]), of('here', [COUNTED], [SILENT]), of('main', [SILENT], [COUNTED])];
  expect(casesWithValues(cases, 'total_tokens').map(({ id }) => id)).toEqual(['both']);
  expect(pairedValues(cases, 'total_tokens')).toEqual([{ candidate: [100], baseline: [100] }]);
});
