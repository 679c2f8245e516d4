import { describe, expect, test } from 'vitest';
import type { Heading, Reason } from '#gate/decision/terms/decision.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import type { Report } from '#report/report.ts';
import { reasonSentences, type Sentence, sentencesOf } from '#report/sentences.ts';
import { caseDecision } from '../gate/decision/decisions-of.ts';
import { headed, worded } from '../gate/decision/in-words.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const textsOf = (sentences: readonly Sentence[]) => sentences.map(({ text }) => text);

const BASE: Report = {
  ...reportOf(SITUATIONS['passed'] ?? expect.fail()),
  heading: headed('a title'),
  reasons: [],
  notes: [],
};

describe("the title's reason adds only what the title does not say", () => {
  const about = { outcome: 'fail', gate: 'case', code: 'case_broken', cases: ['x'] } as const;
  const broken = finding(about, { tests: [caseDecision('x', { failed: true, p_adjusted: 0.003 })] });
  const few = finding({ outcome: 'note', gate: 'baseline', code: 'few_comparable' }, { comparable: 3, of: 9 });
  const ended = finding(
    { outcome: 'error', gate: 'suite', code: 'nothing_evaluated' },
    { kind: 'errors', cases: 1, trials: 0, errors: [], ended_by: null },
  );
  const textsOf = (reasons: readonly Reason[], heading: Partial<Heading>) =>
    reasonSentences({ heading: { ...headed(''), ...heading }, reasons, main: 'main' }).map(({ text }) => text);

  test('gives the p of a broken case as its evidence', () => {
    const chance = 'chance of such a case anywhere in this suite if nothing changed: 0.3 %';
    expect(textsOf([broken], { reason: broken })).toEqual([chance]);
    expect(textsOf([ended], { reason: ended })).toEqual([]);
  });

  test('all of it, where the title is of another', () => {
    expect(textsOf([broken], { reason: ended })).toEqual([expect.stringMatching(/^case x passed .*; chance of/)]);
  });

  test('a limit that the title names is not said again', () => {
    expect(textsOf([ended, few], { reason: ended, limits: [few] })).toEqual([]);
    expect(textsOf([ended, few], { reason: ended })).toEqual(['only 3 of 9 cases could be compared with main']);
  });
});

describe('sentences of a report', () => {
  test('on what held are background where the verdict is not pass', () => {
    const reasons = [worded('first'), worded('held', { outcome: 'pass', cases: ['a'] })];
    expect(textsOf(sentencesOf({ ...BASE, verdict: 'fail', reasons }).background)).toEqual(['held']);
    expect(textsOf(sentencesOf({ ...BASE, verdict: 'pass', reasons }).verdict)).toEqual(['held']);
  });

  test('name why there is no baseline, what differs, and what is under test', () => {
    const report: Report = {
      ...BASE,
      baseline: { kind: 'none', reason: 'no run yet' },
      condition_differences: [{ kind: 'setting', name: 'limits', before: 1, after: 2 }],
      treatment_changes: [{ kind: 'setting', name: 'model', before: 'a', after: 'b' }],
    };
    expect(textsOf(sentencesOf(report).verdict)).toEqual([
      'no baseline: no run yet',
      'not comparable: limits: 1 on main, 2 here',
      'changed: model: a on main, b here',
    ]);
    const about = { outcome: 'error', gate: 'baseline', code: 'baseline_required' } as const;
    const heading = { ...headed(''), reason: finding(about, { problem: 'no run yet' }) };
    expect(textsOf(sentencesOf({ ...report, heading }).verdict)).not.toContain('no baseline: no run yet');
  });

  test('are said once', () => {
    const reasons = [worded('first'), worded('twice', { cases: ['a'] }), worded('twice', { cases: ['a'] })];
    const { verdict, background } = sentencesOf({ ...BASE, reasons, notes: ['n', 'n'] });
    expect([verdict, background].map(textsOf)).toEqual([['twice'], ['n']]);
  });
});
