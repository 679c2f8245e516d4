import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { reportOf, type Situation } from './report-of.ts';
import { MUG, mixed, SHOP_IDS, type ShopFacts, SILENT, shopCase, shopHere, shopMain, WRONG_AMOUNT } from './shop.ts';

describe('runs of main that are pooled', () => {
  test('are reported with the fewest and the most trials if a case is younger than the pool', () => {
    const young = shopCase('order/returns', 20);
    const text = comment({
      candidate: shopHere({ more: [young] }),
      baseline: [main(4, { more: [young] }), main(3), main(2)],
    });
    expect(text).toContain('2 further runs of main, 5 to 15 trials per case together\n');
  });

  test('leave others out, and every report of the decision names each of these with its reason', () => {
    const old = main(1, { results: { created_at: '2026-01-20T08:00:00.000Z' } });
    const other = main(2, { results: { agent: { ...main(2).agent, key: 'k', conditions: { mode: 'one-shot' } } } });
    const situation = { candidate: shopHere(), baseline: [main(4), main(3), other, old] } as const;
    const report = reportOf(situation);
    expect(report.baseline).toMatchObject({ runs: 2 });
    expect(report.notes).toEqual([
      expect.stringMatching(/^run 42 \(4f1c2d9\) is not pooled: its conditions differ/),
      expect.stringMatching(/^run 41 \(4f1c2d9\) is not pooled: it was made more than 14 days before/),
    ]);
    for (const text of [comment(situation), renderTerminal(report, { colours: false, columns: null })])
      expect(text.match(/is not pooled/g)).toHaveLength(2);
  });

  test('are reported to differ beyond chance where main is not tried again today, and only there', () => {
    const worse = Object.fromEntries(SHOP_IDS.slice(0, 9).map((id) => [id, mixed(3, 2, SILENT)]));
    const baseline = [main(5), main(4, { cases: worse }), main(3), main(2, { cases: worse })] as const;
    const spread =
      /- the 4 runs of main differ by \d+ points \(standard deviation\) beyond chance, and the test accounts for it/;
    expect(comment({ candidate: shopHere(), baseline })).toMatch(spread);
    expect(comment({ candidate: shopHere({ results: { again: [5] } }), baseline })).not.toMatch(/beyond chance/);
    expect(comment({ candidate: shopHere(), baseline: [main(5), main(4), main(3), main(2)] })).not.toMatch(
      /beyond chance/,
    );
  });
});

describe('a run that went look by look', () => {
  test('shows the pass rate that was tested, not one that knows what single cases did later', () => {
    const { metrics, numbers } = reportOf({
      candidate: suspicious(),
      baseline: [main(4), main(3), main(2)],
      gate: RULE_OUT,
    });
    const rate = metrics.find(({ metric }) => metric === 'pass_rate');
    expect(numbers.pass_rate.suite).toMatchObject({ look: 3, passed: true });
    expect(rate?.change).toBeCloseTo(-(numbers.pass_rate.suite?.drop ?? 0));
    expect(rate?.candidate).toBeCloseTo((19 + 1 / 3) / 20);
    const [low, high] = rate?.ci95 ?? expect.fail();
    expect((low + high) / 2).toBeCloseTo(rate?.change ?? 0);
  });

  test('reads all trials of a case that names its own number', () => {
    const about = { [MUG.id]: { fixed_trials: true } };
    const facts = { about, cases: { [MUG.id]: mixed(6, 0, SILENT).concat(mixed(0, 2, SILENT)) } };
    const { metrics } = reportOf({
      candidate: shopHere({
        trials: 3,
        ...facts,
        results: { looks: [3, 5, 10], stop: { look: 3, reason: 'decided' } },
      }),
      baseline: [main(4), main(3), main(2)],
      gate: RULE_OUT,
    });
    expect(metrics[0]?.candidate).toBeCloseTo((19 + 6 / 8) / 20);
  });

  test('that was added to an earlier run of its commit says that all cases went to the last look', () => {
    const results = { looks: [3, 5, 10], stop: { look: 10, reason: 'cap' }, appended: true } as const;
    const text = comment({ candidate: shopHere({ trials: 10, results }), baseline: main(4) });
    expect(text).toContain('- trials per case: looks at 3, 5, 10; 20 cases to 10\n');
  });
});

describe('what was tried again on both sides', () => {
  const baseline = [main(4), main(3)] as const;
  const candidate = shopHere({
    cases: { [MUG.id]: mixed(0, 10, WRONG_AMOUNT) },
    about: { [MUG.id]: { planned_trials: 5 } },
    results: { again: [5, 10, 20] },
  });
  const gate = { pass_rate: { max_drop: 0.1 } };
  const today = (passed: number): Fresh => ({
    kind: 'done',
    results: shopMain({ cases: { [MUG.id]: mixed(passed, 5 - passed, SILENT) } }),
    ended: null,
    doubts: [],
  });

  test('shows the trials of the looks of a case next to it', () => {
    const report = reportOf({ candidate, baseline, gate, fresh: today(5) });
    expect(report.cases[0]).toMatchObject({ id: MUG.id, group: 'broken', candidate: { passed: 0, scored: 5 } });
    expect(report.run).toMatchObject({ trials_per_case: { least: 5, most: 5 }, scored_trials: 105 });
  });
});

const RULE_OUT = { pass_rate: { rule_out: 0.1 } };

/** The suite was settled at the first look; one case was suspicious up to the last, where it was not broken. */
function suspicious(): ResultsFile {
  const results = { looks: [3, 5, 10], stop: { look: 10, reason: 'cap' } } as const;
  return shopHere({ trials: 3, cases: { 'order/coupon': mixed(8, 2, SILENT) }, results });
}

/** A run of main on that day of March. */
function main(day: number, facts: ShopFacts = {}): ResultsFile {
  const run = { ...shopMain().run, id: `${40 + day}`, side: 'baseline' } as const;
  return shopMain({ ...facts, results: { created_at: `2026-03-0${day}T08:00:00.000Z`, run, ...facts.results } });
}

function comment(situation: Situation): string {
  return renderMarkdown(reportOf(situation), COMMENT_BYTES);
}
