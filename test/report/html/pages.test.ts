import { describe, expect, test } from 'vitest';
import type { PolicyChange } from '#config/policy-changes.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import { movedCases } from '#gate/history/moved-cases.ts';
import { collectCases } from '#report/html/data/collect-cases.ts';
import { htmlText } from '#report/html/markup/html-text.ts';
import { casePage, firstLook, leftOut } from '#report/html/opened/case-page.tsx';
import { renderComparisonHtml } from '#report/html/pages/comparison-page.tsx';
import { renderHistoryHtml } from '#report/html/pages/history-page.tsx';
import { renderHtml } from '#report/html/render-html.tsx';
import { compareAgents } from '#report/model-comparison/compare-agents.ts';
import { rowWith } from '#test/gate/history/rows.ts';
import { MARKUP } from '#test/support/hostile-texts.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { pageText } from './page-text.ts';
import { shopHtml } from './shop-html.ts';

/** The text that a reader without script sees, section by section. */
function sectionsOf(html: string): Readonly<Record<string, string>> {
  const [page = ''] = html.split('<script type="application/json"');
  const sections = page.split(/<h[12][^>]*>/).slice(1);
  return Object.fromEntries(
    sections.map((part) => {
      const [head = '', ...rest] = part.split(/<\/h[12]>/);
      return [textOf(head).trim(), textOf(rest.join(''))];
    }),
  );
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

const AUDIT: SelfAudit = {
  comparisons: 112,
  red: 2,
  ci95: { low: 0.002, high: 0.063 },
  promised: 0.05,
  broken: false,
  repeated: null,
};

function reason(change: PolicyChange): Reason {
  const facts = { kind: 'key', change } as const;
  return { code: 'policy_changed', outcome: 'note', facts, cases: [], gate: 'suite', tag: null };
}

describe('the report of a change to its own rules', () => {
  const input = shopHtml();
  const { report } = input;
  const changed = {
    ...report,
    reasons: [...report.reasons, reason({ key: 'gate.confidence', base: 0.95, head: 0.9 })],
    treatment_changes: [
      { kind: 'prompt_file' as const, before: 'prompt.md', after: 'prompt.md' },
      { kind: 'setting' as const, name: 'model', before: 'small-1', after: 'small-2' },
    ],
    audit: AUDIT,
  };
  const sections = sectionsOf(renderHtml({ ...input, report: changed }));

  test('tells it under a heading of its own, and only there', () => {
    expect(sections['What the change does to rules and cases']).toContain('gate.confidence: 0.95 on main, 0.9 here');
    expect(Object.values(sections).filter((text) => text.includes('gate.confidence: 0.95'))).toHaveLength(1);
  });

  test('names what changed in the agent by file and by value', () => {
    expect(sections['What changed in the agent']).toMatch(/prompt\.md .*model small-1 → small-2/);
  });

  test('says how often the gate was red without a change, and first of all that its promise is broken', () => {
    const sure = sections['How sure this is, and what this run could not see'];
    expect(sure).toContain('in this repository: 112 unchanged comparisons, 2 red (95 %: at most 6.3 %), promised 5 %');
    const broken = renderHtml({ ...input, report: { ...changed, audit: { ...AUDIT, red: 30, broken: true } } });
    const [head = ''] = textOf(broken.split('<body>')[1] ?? '').split('What got worse');
    expect(head).toContain('This gate is red in this repository more often than it promises: 30 of 112 comparisons');
  });
});

describe('the page of main’s history', () => {
  const rows = Array.from({ length: 12 }, (_, day) => {
    const passed = day < 7 ? 5 : 1;
    const date = `2026-01-${String(day + 1).padStart(2, '0')}T04:17:00Z`;
    const cases = { steady: [5, 5] as const, moving: [passed, 5] as const };
    const facts = {
      total_tokens: 1000 * (day + 1),
      latency_ms: 1500 + 100 * day,
      cost_usd: 0.1,
      began: day === 7 ? ('worse' as const) : null,
    };
    return rowWith({ run_id: String(day), date, event: 'schedule', cases, passed: 5 + passed, scored: 10, ...facts });
  });
  const sections = sectionsOf(renderHistoryHtml({ rows, moved: movedCases(rows), audit: AUDIT }));

  test('shows the pass rate run by run with the epochs, tokens and cost, the cases that moved, and the gate’s record', () => {
    expect(Object.keys(sections)).toEqual([
      'Main over time: 60 % of trials pass now',
      'Main over time last 12 runs',
      'Tokens, time and cost',
      'Cases that moved beyond chance',
    ]);
    expect(sections['Main over time: 60 % of trials pass now']).toContain('112 unchanged comparisons, 2 red');
    expect(sections['Main over time last 12 runs']).toMatch(/2026-01-08 .*60 % 6\/10 .*fell after run 7 \(2026-01-07/);
    expect(sections['Tokens, time and cost']).toContain('100 in the first run, 1,200 in the last, at most 1,200');
    expect(sections['Tokens, time and cost']).toContain('1.5 s in the first run, 2.6 s in the last');
    expect(sections['Cases that moved beyond chance']).toMatch(/moving [▁-█]+ 100 % 20 %/);
  });

  test('runs no script, and names an alarm about drift', () => {
    const drift = { before: 0.94, now: 0.896, nights: 4, cases: [] };
    const html = renderHistoryHtml({ rows: [...rows, rowWith({ drift })], moved: [], audit: null });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('script-src');
    expect(textOf(html)).toContain('fell from 94 % to 89.6 % over the last 4 of them');
  });

  test('of a single run says what is missing', () => {
    expect(renderHistoryHtml({ rows: rows.slice(0, 1), moved: [], audit: null })).toContain(
      'a second one makes a trend',
    );
  });
});

describe('the page of compared agents', () => {
  const agent = (name: string, passed: number) => ({
    name,
    results: resultsFile(['a', 'b', 'c', 'd'].map((id) => caseRecord(id, { trials: outcomes(passed, 10 - passed) }))),
    problem: null,
  });

  test('has the table with intervals, the decision on each pair, and the cases that differ', () => {
    const sections = sectionsOf(renderComparisonHtml(compareAgents([agent('small', 3), agent('large', 10)], 10, [])));
    expect(sections['Agents']).toMatch(/small 30 % [\d.]+ % to [\d.]+ % 12\/40/);
    expect(sections['Which passes more']).toMatch(/large passes more than small: 70 points \(95 %/);
    expect(sections['Cases that some pass more often']).toContain('a 3/10 10/10');
    expect(sections['How sure this is']).toContain('after Holm');
  });

  test('holds hostile names and notes as text', () => {
    const hostile = { ...compareAgents([agent('small', 3), agent('large', 10)], 10, MARKUP) };
    const row = { ...hostile.agents[0], name: MARKUP.join(''), problem: MARKUP.join('') };
    const html = renderComparisonHtml({ ...hostile, agents: [row as never, ...hostile.agents.slice(1)] });
    expect(html).not.toMatch(/<(script|img|iframe|svg [^cv])/i);
  });
});

test('where the branch is called master, neither the overview nor an opened case says main', () => {
  const input = shopHtml();
  const html = renderHtml({ ...input, report: { ...input.report, main: 'master' } });
  const [facts] = JSON.parse(/id="facts">(.*?)<\/script>/.exec(html)?.[1] ?? '[]');
  const data = collectCases(input)[0];
  if (data === undefined) throw new Error('a case is expected');
  const opened = htmlText(casePage({ ...facts, regraded: true, renamed_from: 'old' }, data, firstLook(data)));
  // The commands, and what a run says of itself, are data.
  for (const page of [pageText(html), textOf(opened), leftOut(data, facts) ?? ''])
    expect(page.replaceAll(/--against main|master: the run of .*/g, '')).not.toMatch(/\bmain\b/i);
  expect(opened).toContain('On master it is called');
});
