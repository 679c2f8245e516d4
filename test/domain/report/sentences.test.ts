import { describe, expect, test } from 'vitest';
import type { Reason } from '#domain/gate/decision.ts';
import type { ReasonCode } from '#domain/gate/reason-code.ts';
import type { Report } from '#domain/report/report.ts';
import { reasonSentences, sentencesOf } from '#domain/report/sentences.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

function reason(message: string, facts: Partial<Reason> = {}): Reason {
  return { outcome: 'fail', gate: 'pass_rate', code: 'increase', tag: null, cases: [], message, ...facts };
}

const BASE: Report = { ...reportOf(SITUATIONS['passed'] ?? expect.fail()), title: 'a title', reasons: [], notes: [] };

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
    expect(reasonSentences({ title, reasons: [reason(message)] }).map(({ sentence }) => sentence)).toEqual(sentences);
  });

  test('a further reason that the title quotes is not said again', () => {
    const reasons = [reason('a: b'), reason('only 3 of 9 cases could be compared'), reason('third')];
    const told = reasonSentences({ title: 'a: b; only 3 of 9 cases could be compared', reasons });
    expect(told.map(({ sentence }) => sentence)).toEqual(['third']);
  });
});

describe('sentences of a report', () => {
  test('that rows tell are left out', () => {
    const codes: readonly ReasonCode[] = ['case_broken', 'watch', 'not_compared', 'no_baseline', 'nothing_evaluated'];
    const reasons = [
      reason('first'),
      ...codes.map((code) => reason(code, { code })),
      reason('kept', { code: 'recall_drop' }),
    ];
    expect(sentencesOf({ ...BASE, reasons })).toMatchObject({ evidence: ['first'], verdict: ['kept'], background: [] });
  });

  test('on how far the verdict reaches are background, warnings are not', () => {
    const note = (code: ReasonCode) => reason(code, { code, outcome: 'note' });
    const reasons = [
      reason('first'),
      note('blind_spot'),
      note('threshold_false_alarm'),
      note('missing_shares_differ'),
      note('tolerated_drop'),
    ];
    const { verdict, background } = sentencesOf({ ...BASE, reasons, notes: ['a note'] });
    expect(verdict).toEqual(['missing_shares_differ', 'tolerated_drop']);
    expect(background).toEqual(['blind_spot', 'threshold_false_alarm', 'a note']);
  });

  test('on what held are background where the verdict is not pass', () => {
    const reasons = [reason('first'), reason('held', { outcome: 'pass' })];
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
    expect(sentencesOf({ ...report, title: 'no baseline, and one is required: no run yet' }).verdict).not.toContain(
      'no baseline: no run yet',
    );
  });

  test('are said once', () => {
    const reasons = [reason('first'), reason('twice'), reason('twice')];
    expect(sentencesOf({ ...BASE, reasons, notes: ['n', 'n'] })).toMatchObject({
      verdict: ['twice'],
      background: ['n'],
    });
  });
});
