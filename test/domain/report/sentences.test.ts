import { describe, expect, test } from 'vitest';
import type { Report } from '#domain/report/report.ts';
import { reasonSentences, sentencesOf } from '#domain/report/sentences.ts';
import { headed, worded } from '../gate/in-words.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const BASE: Report = {
  ...reportOf(SITUATIONS['passed'] ?? expect.fail()),
  heading: headed('a title'),
  reasons: [],
  notes: [],
};

describe("the title's reason adds only what the title does not say", () => {
  test.each([
    [
      'pass rate fell 8 points (94 % → 86 %), a real drop',
      'pass rate fell 8 points (94 % → 86 %), 95 % CI [−13, −3], p = 0.004: a real drop',
      ['95 % CI [−13, −3], p = 0.004: a real drop'],
    ],
    [
      'case x passed 25/25 on main and 1/5 here (and 1 more reason)',
      'case x passed 25/25 on main and 1/5 here; chance of it: 0.3 %',
      ['chance of it: 0.3 %'],
    ],
    [
      'no regression: a drop of 5 points is ruled out',
      'no regression: a drop of 5 points is ruled out (upper bound 3.1 points)',
      ['upper bound 3.1 points'],
    ],
    [
      'no baseline to compare with, only floors were checked',
      'no baseline to compare with: no run yet; only floors were checked',
      ['no run yet'],
    ],
    ['nothing was evaluated: no trial ran', 'nothing was evaluated: no trial ran', []],
    ['x happened; only 3 of 9 cases could be compared', 'x happened', []],
    ['something else entirely', 'pass rate fell, a lot', ['pass rate fell, a lot']],
  ])('%j', (title, message, sentences) => {
    expect(
      reasonSentences({ heading: headed(title), reasons: [worded(message)] }).map(({ sentence }) => sentence),
    ).toEqual(sentences);
  });

  test('a further reason that the title quotes is not said again', () => {
    const reasons = [worded('a: b'), worded('only 3 of 9 cases could be compared'), worded('third')];
    const told = reasonSentences({ heading: headed('a: b; only 3 of 9 cases could be compared'), reasons });
    expect(told.map(({ sentence }) => sentence)).toEqual(['third']);
  });
});

describe('sentences of a report', () => {
  test('on what held are background where the verdict is not pass', () => {
    const reasons = [worded('first'), worded('held', { outcome: 'pass' })];
    expect(sentencesOf({ ...BASE, verdict: 'fail', reasons }).background).toEqual(['held']);
    expect(sentencesOf({ ...BASE, verdict: 'pass', reasons }).verdict).toEqual(['held']);
  });

  test('name why there is no baseline, what differs, and what is under test', () => {
    const report: Report = {
      ...BASE,
      baseline: { kind: 'none', reason: 'no run yet' },
      condition_differences: ['limits: 1 on main, 2 here'],
      treatment_changes: ['model: a on main, b here'],
    };
    expect(sentencesOf(report).verdict).toEqual([
      'no baseline: no run yet',
      'not comparable: limits: 1 on main, 2 here',
      'changed: model: a on main, b here',
    ]);
    expect(
      sentencesOf({ ...report, heading: headed('no baseline, and one is required: no run yet') }).verdict,
    ).not.toContain('no baseline: no run yet');
  });

  test('are said once', () => {
    const reasons = [worded('first'), worded('twice'), worded('twice')];
    expect(sentencesOf({ ...BASE, reasons, notes: ['n', 'n'] })).toMatchObject({
      verdict: ['twice'],
      background: ['n'],
    });
  });
});
