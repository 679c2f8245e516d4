import { describe, expect, test } from 'vitest';
import { metricLabel } from '#report/labels.ts';
import type { MetricRow } from '#report/report.ts';
import { caseRecord, outcomes, resultsFile, trialRecord } from '#test/support/results.ts';
import { reportOf, type Situation } from '../report-of.ts';
import { failing, SHOP_IDS, SILENT, shopCase, shopHere, shopMain } from '../shop.ts';

function rowsOf(situation: Situation): Partial<Record<MetricRow['metric'], MetricRow>> {
  return Object.fromEntries(reportOf(situation).metrics.map((row) => [row.metric, row]));
}

const allFail = Object.fromEntries(SHOP_IDS.slice(0, 10).map((id) => [id, [failing(SILENT), {}, {}, {}, {}]]));

describe('the table of metrics', () => {
  test('has no row without data', () => {
    const rows = rowsOf({ candidate: shopHere({ trials: 0 }), baseline: 'none' });
    expect(rows).toEqual({});
    const measured = rowsOf({ candidate: shopHere({ each: () => ({ total_tokens: null }) }), baseline: 'none' });
    expect(Object.keys(measured)).toEqual([
      'pass_rate',
      'pass_hat_4',
      'pass_at_4',
      'tool_recall',
      'parameter_accuracy',
      'latency_ms',
      'steps',
      'cases_passed',
      'completed',
      'mean_latency_ms',
    ]);
  });

  test('has what people look for: cases of cases, turns of turns, and means per trial with input and output apart', () => {
    const usage = { input_tokens: 90, output_tokens: 10, total_tokens: 100, cost_usd: null };
    const measured = { tool_precision: 0.5, phrase_recall: 1, retrieval_accuracy: 0, latency_ms: 40 };
    const trials = [{ ...trialRecord(measured), usage }];
    const cases = [caseRecord('a', { trials }), caseRecord('b', { trials: outcomes(0, 1) })];
    const rows = rowsOf({ candidate: resultsFile(cases), baseline: 'none' });
    expect(rows.cases_passed).toMatchObject({ candidate: 1, of: { candidate: 2 }, is_detail: true });
    const figure = (candidate: number) => expect.objectContaining({ candidate, is_detail: true });
    expect(rows).toMatchObject({
      tool_precision: figure(0.5),
      phrase_recall: figure(1),
      retrieval_accuracy: figure(0),
      mean_input_tokens: figure(90),
      mean_output_tokens: figure(10),
      mean_latency_ms: figure(40),
    });
  });

  test('labels a retrieval accuracy with its k; of several, each has a row after that of all, which alone has the floor', () => {
    const of = (...all: readonly Readonly<Record<string, number>>[]) => {
      const trials = all.map((at) => trialRecord({ retrieval_accuracy: 0.5, retrieval_at: at }));
      const gate = { metrics: { retrieval_accuracy: { min: 0.4 } } };
      return reportOf({ candidate: resultsFile([caseRecord('a', { trials })]), baseline: 'none', gate })
        .metrics.filter(({ metric }) => metric === 'retrieval_accuracy')
        .map((row) => [metricLabel(row), row.candidate, row.state]);
    };
    expect(of({ 3: 0.5 })).toEqual([['retrieval accuracy@3', 0.5, 'pass']]);
    expect(of({ 10: 1, 1: 0 }, { 1: 1 })).toEqual([
      ['retrieval accuracy', 0.5, 'pass'],
      ['retrieval accuracy@1', 0.5, 'none'],
      ['retrieval accuracy@10', 1, 'none'],
    ]);
  });

  test('shows both sides of the comparable cases, and of the change what is tested', () => {
    const { pass_rate } = rowsOf({ candidate: shopHere({ cases: allFail }), baseline: shopMain({ trials: 15 }) });
    expect(pass_rate).toMatchObject({ baseline: 1, unit: 'rate', state: 'fail', floor: null, typical: null });
    expect(pass_rate?.candidate).toBeCloseTo(0.9);
    expect(pass_rate?.change).toBeCloseTo(-0.1);
    expect(pass_rate?.ci95?.[0]).toBeLessThan(-0.1);
    expect(pass_rate?.ci95?.[1]).toBeGreaterThan(-0.1);
    expect(pass_rate?.p).toBeLessThan(0.01);
  });

  test('leaves new cases out of the comparison, and shows all cases where nothing is compared', () => {
    const more = [shopCase('order/new', 20, {}, [failing(SILENT)])];
    const compared = rowsOf({ candidate: shopHere({ more }), baseline: shopMain() });
    expect(compared.pass_rate).toMatchObject({ candidate: 1, baseline: 1 });
    const alone = rowsOf({ candidate: shopHere({ more }), baseline: 'none' });
    expect(alone.pass_rate).toMatchObject({ baseline: null, change: null, ci95: null, p: null, state: 'none' });
    expect(alone.pass_rate?.candidate).toBeCloseTo(20 / 21);
  });

  test.each([
    ['no difference and many trials', {}, 15, {}, 'pass'],
    ['a difference that is not ruled out', allFail, 5, { pass_rate: { max_drop: 0.5, rule_out: 0.51 } }, 'pass'],
    [
      'too little to tell',
      { [SHOP_IDS[0] ?? '']: [failing(SILENT), {}, {}, {}, {}] },
      5,
      { pass_rate: { rule_out: 0.021 } },
      'watch',
    ],
  ] as const)('%s: the state of the pass rate', (_, cases, trials, gate, state) => {
    const rows = rowsOf({ candidate: shopHere({ cases }), baseline: shopMain({ trials }), gate });
    expect(rows.pass_rate?.state).toBe(state);
  });

  test('a rise is tested in all and in the typical case: both are there', () => {
    const more = (i: number) => ({ total_tokens: i === 0 ? 5000 : 1100 });
    const rows = rowsOf({
      candidate: shopHere({ each: more }),
      baseline: shopMain({ each: () => ({ total_tokens: 1000 }) }),
    });
    expect(rows.total_tokens).toMatchObject({ baseline: 20_000, candidate: 25_900, estimated: false });
    expect(rows.total_tokens?.change).toBeCloseTo(0.295);
    expect(rows.total_tokens?.typical?.change).toBeCloseTo(Math.exp((Math.log(5) + 19 * Math.log(1.1)) / 20) - 1);
  });

  test('totals are over the cases that have a count on both sides', () => {
    const candidate = shopHere({ each: (i) => ({ total_tokens: i === 0 ? null : 1000 }) });
    const rows = rowsOf({ candidate, baseline: shopMain({ each: () => ({ total_tokens: 1000 }) }) });
    expect(rows.total_tokens).toMatchObject({ baseline: 19_000, candidate: 19_000, change: 0 });
  });

  test('a metric without a rule is shown and not judged', () => {
    const rows = rowsOf({
      candidate: shopHere({ each: () => ({ latency_ms: 2000, cost_usd: 0.1 }) }),
      baseline: shopMain({ each: () => ({ latency_ms: 1000, cost_usd: 0.05 }) }),
      gate: { total_tokens: false, tool_recall: false, cost_usd: false },
    });
    expect(rows.latency_ms).toMatchObject({ baseline: 1000, candidate: 2000, change: 1, p: null, state: 'none' });
    expect(rows.total_tokens).toMatchObject({ p: null, state: 'none' });
    expect(rows.tool_recall).toMatchObject({ p: null, state: 'none' });
  });

  test('method threshold has changes and states, and no p', () => {
    const rows = rowsOf({
      candidate: shopHere({ cases: allFail }),
      baseline: shopMain(),
      gate: { method: 'threshold', pass_rate: { max_drop: 0.02 }, tool_recall: { min: 0.5 }, total_tokens: {} },
    });
    expect(rows.pass_rate).toMatchObject({ state: 'fail', failed_rules: ['max_drop'], p: null });
    expect(rows.tool_recall).toMatchObject({ state: 'pass', p: null, floor: { side: 'min', bound: 0.5 } });
    expect(rows.total_tokens).toMatchObject({ state: 'pass', p: null, typical: null });
  });

  test.each([
    [0.99, 'fail'],
    [0.5, 'pass'],
  ])('a floor of %d shows: %s', (min, state) => {
    const rows = rowsOf({ candidate: shopHere({ cases: allFail }), baseline: 'none', gate: { pass_rate: { min } } });
    expect(rows.pass_rate).toMatchObject({ state, floor: { side: 'min', bound: min, value: expect.closeTo(0.9) } });
    expect(rows.tool_recall?.floor).toBeNull();
  });

  test('a red row names the rule that failed, and both where both did', () => {
    const broken = shopHere({ cases: allFail });
    const ruleOf = (pass_rate: object) =>
      rowsOf({ candidate: broken, baseline: shopMain(), gate: { pass_rate } }).pass_rate?.failed_rules;
    expect(ruleOf({ min: 0.5 })).toEqual(['max_drop']);
    expect(ruleOf({ min: 0.99, max_drop: 0.5, rule_out: 0.6 })).toEqual(['min']);
    expect(ruleOf({ min: 0.99 })).toEqual(['max_drop', 'min']);
  });

  test('a broken floor outweighs a test that passes', () => {
    const more = [shopCase('order/new', 20, {}, [failing(SILENT)])];
    const rows = rowsOf({
      candidate: shopHere({ more }),
      baseline: shopMain({ trials: 15 }),
      gate: { pass_rate: { min: 0.99 } },
    });
    expect(rows.pass_rate).toMatchObject({ state: 'fail', candidate: 1, floor: { value: expect.closeTo(20 / 21) } });
  });
});

describe('tags', () => {
  test('have figures of their own, sorted by name, with the worst of their rules', () => {
    const cases = Object.fromEntries(
      ['refund-lookup', 'refund-cracked-mug', 'refund-outside-window'].map((id) => [
        id,
        [failing(SILENT), {}, {}, {}, {}],
      ]),
    );
    const gate = { tags: { refund: { pass_rate: { min: 0.9 } }, order: { tool_recall: { max_drop: 0.1 } } } };
    const report = reportOf({ candidate: shopHere({ cases }), baseline: shopMain(), gate });
    expect(report.tags.map(({ failed_rules: failed }) => failed)).toEqual([[], ['pass_rate.min'], [], []]);
    expect(report.tags).toMatchObject([
      { tag: 'order', cases: 9, baseline: { pass_rate: 1 }, figures: { pass_rate: 1, tool_recall: 1 }, state: 'pass' },
      {
        tag: 'refund',
        cases: 3,
        baseline: { pass_rate: 1 },
        figures: { pass_rate: expect.closeTo(0.8), tool_recall: 1 },
        state: 'fail',
      },
      { tag: 'safety', cases: 4, baseline: { pass_rate: 1 }, figures: { pass_rate: 1, tool_recall: 1 }, state: 'none' },
      { tag: 'small', cases: 4, baseline: { pass_rate: 1 }, figures: { pass_rate: 1, tool_recall: 1 }, state: 'none' },
    ]);
  });
});
