import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlText } from '#report/html/markup/html-text.ts';
import { metricsTable as htmlTable } from '#report/html/overview/metrics-table.tsx';
import { metricsTable as markdownTable } from '#report/markdown/metrics-table.ts';
import { type MetricState, STATES } from '#report/metric-state.ts';
import type { Report } from '#report/report.ts';
import { metricLines } from '#report/terminal/metric-lines.ts';
import { exceeds } from '#statistics/beyond.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { reportOf } from './report-of.ts';
import { shopHere, shopMain } from './shop.ts';

const states: readonly MetricState[] = ['fail', 'watch', 'chance', 'pass', 'none'];

describe('the state of a rule on a metric', () => {
  const report = reportOf({ candidate: shopHere({}), baseline: shopMain({}) });
  const [row] = report.metrics;

  test.each(states)(
    'is one sign and the same words in the comment, the terminal and the page, whatever the verdict: %s',
    (state) => {
      if (row === undefined) throw new Error('there is a row');
      const { emoji, sign, words, is_plain } = STATES[state];
      const said = is_plain ? '' : words;
      for (const verdict of ['pass', 'fail', 'inconclusive'] as const) {
        const shown: Report = { ...report, verdict, metrics: [{ ...row, state, failed_rules: [] }] };
        const cell = markdownTable(shown).split('\n').at(-1)?.split('|').at(-2)?.trim();
        expect(cell).toBe([emoji, said].filter((part) => part !== '').join(' '));
        const [line = ''] = metricLines(shown.metrics, 'main', { columns: null, colours: false }, (text) => text);
        expect([line.slice(0, 1).trim(), line.endsWith(said)]).toEqual([sign, true]);
        expect(htmlText(htmlTable(shown))).toContain(
          `<td class="state ${state}" data-head="rule">${sign === '' ? words : `${sign} ${words}`}`,
        );
      }
    },
  );

  test('has no tick beyond its limit, however rare the change is, in the suite or in a tag', () => {
    const share = fc.constantFrom(0, 0.5, 1);
    const side = fc.array(share, { minLength: 3, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 4 }), (cases) => {
        const of = (at: 0 | 1) =>
          resultsFile(
            cases.map((both, i) =>
              caseRecord(`c${i}`, {
                tags: ['t'],
                trials: trialRecords(both[at].map((tool_recall) => ({ tool_recall }))),
              }),
            ),
          );
        const gate = { tool_recall: { max_drop: 0.02 }, tags: { t: { tool_recall: { max_drop: 0.02 } } } };
        const { metrics, tags } = reportOf({ candidate: of(0), baseline: of(1), gate });
        const recall = metrics.find(({ metric }) => metric === 'tool_recall');
        if (!exceeds(-(recall?.change ?? 0), 0.02)) return;
        expect(recall?.state).not.toBe('pass');
        expect(tags[0]?.state).not.toBe('pass');
      }),
      { numRuns: tries(200) },
    );
  });
});
