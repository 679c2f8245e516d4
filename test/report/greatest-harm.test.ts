import { describe, expect, test } from 'vitest';
import { headlineOf } from '#report/headline/headline.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { renderJunit } from '#report/outputs/render-junit.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import type { Report } from '#report/report.ts';
import { acceptingOf } from '#report/rows/accepting.ts';
import { caseName } from '#report/rows/case-names.ts';
import { failedRun } from '#report/rows/concerned.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { reportOf } from './report-of.ts';
import { failing } from './shop.ts';

/** A suite of which some cases break, one that must never fail slips once, one is accepted and one is in quarantine. */
function suite(broken: number, slips = 1): Report {
  const names = Array.from({ length: 20 }, (_, at) => `case-${String(at).padStart(2, '0')}`);
  const run = (passes: (at: number) => number, facts = {}, order: 'failed first' | 'failed last' = 'failed last') =>
    resultsFile(
      names.map((id, at) =>
        caseRecord(id, {
          name: at === 0 ? 'Cracked mug: refund only the mug' : null,
          never_fail: at === 17,
          tags: at === 17 ? ['safety'] : [],
          trials: outcomes(passes(at), 10 - passes(at)).map((trial, i, all) => ({
            ...(order === 'failed last' ? trial : (all.at(-1 - i) ?? trial)),
            index: trial.index,
          })),
        }),
      ),
      facts,
    );
  const until = '2030-12-31';
  return reportOf({
    candidate: run((at) => (at < broken || at === 18 ? 1 : at === 17 ? 10 - slips : at === 19 ? 3 : 10), {
      accepts: {
        path: 'agent-eval-accepts.yml',
        owners: null,
        entries: [{ case: 'case-18', reason: 'people do this now', until }],
      },
    }),
    baseline: run((at) => (at === 19 ? 6 : 10), {}, 'failed first'),
    gate: { never_fail: ['safety'] },
    quarantine: [{ case: 'case-19', reason: 'its mock times out', until }],
  });
}

describe('the headline leads with the greatest harm', () => {
  test('ten broken cases, and how far the pass rate fell, before one slip of a case that must never fail', () => {
    const report = suite(10);
    const { brief, sentence, also } = headlineOf(report);
    expect(brief).toBe('"Cracked mug: refund only the mug" and 9 more broke');
    expect(sentence).toMatch(/ Pass rate fell from 9\d(\.\d)? % to \d\d(\.\d)? %\./);
    expect(also[0]).toBe('case-17 must never fail, and failed in 1 of 10 trials');
  });

  test('a case that must never fail before as many that broke', () => {
    expect(headlineOf(suite(1)).brief).toBe('case-17 must never fail, and failed');
  });

  test('the counts agree: as many broke in the headline, the comment and the terminal', () => {
    const report = suite(10);
    const text = renderMarkdown(report, COMMENT_BYTES);
    expect(text).toContain('**What broke (10)**');
    expect(text).toContain('**Must never fail (1)**');
    const terminal = renderTerminal(report, { colours: false, columns: null });
    expect(terminal).toContain('Broken here (10)');
    expect(terminal).toContain('Must never fail (1)');
  });
});

test('accepted cases and those in quarantine look so everywhere, and are not run again', () => {
  const report = suite(10);
  const groups = Object.fromEntries(report.cases.map(({ id, group }) => [id, group]));
  expect([groups['case-18'], groups['case-19']]).toEqual(['accepted', 'quarantined']);
  const command = failedRun(report)?.command ?? expect.fail();
  expect(command).toContain('case-17');
  expect(command).not.toMatch(/case-1[89]/);
  const text = renderMarkdown(report, COMMENT_BYTES);
  for (const [id, words] of [
    ['case-18', 'accepted'],
    ['case-19', 'in quarantine'],
  ] as const) {
    expect(text).toContain(`| <code>${id}</code> | ${words} |`);
    expect(text).not.toContain(`| <code>${id}</code> | 10/10 |`);
  }
  expect(renderTerminal(report, { colours: false, columns: null })).toMatch(
    /\nAccepted \(1\)\n.*case-18.*\n[\s\S]*In quarantine \(1\)/,
  );
  expect(renderJunit(report)).toMatch(/name="case-18"[^>]*><skipped message="accepted; 1 of 10 trials passed"/);
});

test.each([
  ['refund-cracked-mug', 'Cracked mug: refund only the mug', '"Cracked mug: refund only the mug"'],
  ['evals/test_refund.py-test_mug-2', 'test_refund.py::test_mug[2]', 'evals/test_refund.py-test_mug-2'],
  ['mug', null, 'mug'],
])('a case goes by its name, unless its id spells it out: %s', (id, name, words) => {
  expect(caseName({ id, name })).toBe(words);
});

test('a row says what its rule is about where accepted cases are left out of it', () => {
  const report = suite(0, 0);
  const rate = report.metrics.find(({ metric }) => metric === 'pass_rate');
  expect(rate?.change).toBeLessThan(-0.05);
  expect(rate?.without).toMatchObject({ accepted: 1, quarantined: 1 });
  const named = 'the pass rate that is tested is without the 2 accepted or in quarantine';
  expect(renderTerminal(report, { colours: false, columns: null })).toContain(named);
  expect(renderMarkdown(report, COMMENT_BYTES)).toMatch(/<br>without.the.2.accepted.or.in.quarantine:.0.points . ✅/);
});

test('what stays red after an accept is said with it: a case that must never fail', () => {
  const then = acceptingOf(suite(10))?.then ?? expect.fail();
  expect(then).toMatch(/Until then the check stays red\. It stays red after that too: case-17 must never fail\.$/);
  expect(acceptingOf(suite(10, 0))?.then).toMatch(/stays red\.$/);
});

describe('a tool is no longer called', () => {
  const lacks = (missing: readonly string[], called: readonly string[]): CheckFact => ({
    kind: 'calls_made',
    code: 'missing_call',
    made: 1,
    of: 2,
    share: 1,
    missing,
    called,
    pairs: [],
  });
  const words = (trials: readonly Partial<TrialRecord>[]): string => {
    const others = Array.from({ length: 9 }, (_, at) => caseRecord(`other-${at}`, { trials: outcomes(10) }));
    const side = (own: TrialRecord[]) => resultsFile([...others, caseRecord('mug', { trials: own })]);
    const own = outcomes(10).map((trial, at) => ({ ...trial, ...trials[at] }));
    return headlineOf(reportOf({ candidate: side(own), baseline: side(outcomes(10)) })).brief;
  };
  const failed = (fact: CheckFact) =>
    failing({ id: 'tools.present', name: 'tools.present', fact }) as Partial<TrialRecord>;

  test('only where no trial calls it', () => {
    const never = failed(lacks(['lookup_order'], ['issue_refund']));
    expect(words(Array.from({ length: 10 }, () => never))).toBe('mug broke: lookup_order is no longer called');
    expect(words(Array.from({ length: 9 }, () => never))).toBe('mug broke: lookup_order is missing in 9 of 10 trials');
  });

  test('not where it is called less often than expected', () => {
    const once = failed(lacks(['lookup_order'], ['lookup_order']));
    expect(words(Array.from({ length: 10 }, () => once))).not.toContain('no longer called');
  });
});
