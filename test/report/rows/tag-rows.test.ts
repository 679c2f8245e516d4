import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { tagRows } from '#report/rows/build-report.ts';
import { NO_BOUNDS, POLICY } from '#test/gate/decision/decide-on.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { decide } from '../../gate/decision/in-words.ts';
import { reportOf } from '../report-of.ts';

const RULES = {
  pass_rate: { ...NO_BOUNDS, min: 1 },
  tool_recall: null,
  total_tokens: null,
  cost_usd: null,
  latency_ms: null,
};

test('a tag with a rule is shown with the cases that its rule counts, one without with those that have it here', () => {
  const main = resultsFile([
    caseRecord('a', { tags: ['ruled', 'free'] }),
    caseRecord('b', { tags: ['ruled', 'free'] }),
  ]);
  const here = resultsFile([caseRecord('a', { trials: outcomes(0, 5) }), caseRecord('b', { tags: ['ruled', 'free'] })]);
  const rows = rowsOf(here, main, { tags: { ruled: RULES } });
  expect(rows).toMatchObject([
    { tag: 'free', cases: 1, figures: { pass_rate: 1 } },
    { tag: 'ruled', cases: 2, figures: { pass_rate: 0.5 }, baseline: { pass_rate: 1 }, state: 'fail' },
  ]);
});

test('a tag that no case has here any more is shown where its rule counts cases of main', () => {
  const main = resultsFile([caseRecord('a', { tags: ['ruled', 'free'] })]);
  const rows = rowsOf(resultsFile([caseRecord('a')]), main, { tags: { ruled: RULES } });
  expect(rows.map(({ tag }) => tag)).toEqual(['ruled']);
});

function rowsOf(here: ReturnType<typeof resultsFile>, main: ReturnType<typeof resultsFile>, policy: Partial<Policy>) {
  const comparison = compare(here, [main]);
  return tagRows(comparison, decide(comparison, { ...POLICY, ...policy }, here).decision);
}

test('a terminal shows both sides of the figures of up to three tags, and of more on request', () => {
  const main = { tags: ['capability'], trials: outcomes(5) };
  const situation = (more: readonly string[]) => ({
    candidate: resultsFile([caseRecord('a', { ...main, trials: outcomes(4, 1) }), caseRecord('b', { tags: more })]),
    baseline: resultsFile([caseRecord('a', main)]),
  });
  const shown = (more: readonly string[], detail: 'normal' | 'verbose') =>
    renderTerminal(reportOf(situation(more)), { colours: false, columns: null, detail });
  const few = shown(['efficiency', 'robustness'], 'normal');
  expect(few).toContain('\n  capability (1 case)  pass rate 100 % → 80 %  ');
  expect(few).toContain('\n  efficiency (1 case)  pass rate 100 %  ');
  const many = ['efficiency', 'robustness', 'safety'];
  expect(shown(many, 'normal')).not.toContain('capability (1 case)');
  expect(shown(many, 'verbose')).toContain('capability (1 case)');
});
