import { expect, test } from 'vitest';
import type { FloorDecision } from '#gate/decision/terms/decision.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import { headlineOf } from '#report/headline/headline.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const situation = (name: string) => reportOf(SITUATIONS[name] ?? expect.fail());

test('cases that got worse for one reason are named with it, and how far the pass rate fell follows', () => {
  expect(headlineOf(situation('round-with-an-incident'))).toMatchObject({
    brief: 'all 20 cases got worse: missing "19.99" in "Done."',
    sentence: expect.stringMatching(/^Pass rate fell from 100 % to 80 %\. /),
  });
  const report = situation('suite-dropped');
  expect(headlineOf(report).brief, 'each for a reason of its own').toMatch(/^pass rate fell from /);
});

test('of several broken floors the one that names a case leads', () => {
  const report = situation('floor-broken');
  const broken = (metric: FloorDecision['metric'], cases: readonly string[]) => {
    const floor: FloorDecision = {
      metric,
      tag: null,
      min: 0.9,
      mode: 'point',
      value: 0.5,
      ci95: null,
      outcome: 'fail',
      cases,
      false_alarm_rate: null,
    };
    return finding({ gate: metric, tag: null, cases, outcome: 'fail', code: 'floor' }, { floor });
  };
  const reasons = [broken('pass_rate', []), broken('tool_recall', []), broken('case_pass_rate', ['refund-lookup'])];
  expect(headlineOf({ ...report, reasons }).brief).toContain('refund-lookup');
});

test('where fresh trials decided, theirs are the counts of both sides', () => {
  const report = situation('tried-again');
  expect(headlineOf(report).sentence).toBe('Of fresh trials of both, 10 of 10 passed on main and 0 of 10 here.');
  const again = report.numbers.again ?? expect.fail();
  const tests = again.tests.map((one) => ({
    ...one,
    main: { value: 0.9, trials: 30 },
    here: { value: 0, trials: 30 },
  }));
  const slow = { ...report, numbers: { ...report.numbers, again: { ...again, tests: tests.slice(0, 1) } } };
  expect(headlineOf(slow).sentence).toBe('Of fresh trials of both, 27 of 30 passed on main and 0 of 30 here.');
});
