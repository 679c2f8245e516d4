import { describe, expect, test } from 'vitest';
import { passesByAudit } from '#gate/baseline/results/judged-trials.ts';
import { judgeOfCase } from '#gate/decision/terms/judge-rules.ts';
import type { JudgedCriterion } from '#judge/judged.ts';
import type { JudgeError } from '#statistics/judge/judge-error.ts';
import { trialRecord } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';

const error = (q1: number, q0: number): JudgeError => {
  const varJ = (q1 * (1 - q1) + q0 * (1 - q0)) / 40;
  return { q1, q0, m1: 40, m0: 40, j: q1 + q0 - 1, varJ };
};
const EXACT: JudgeError = { q1: 1, q0: 1, m1: 0, m0: 0, j: 1, varJ: 0 };
const rules = (criteria: Readonly<Record<string, JudgeError>>) => ({ uncalibrated: 'allow', criteria }) as const;

describe('what is known of the judge of a case', () => {
  const good = error(0.95, 0.9);
  const blind = error(0.7, 0.6);
  const inverted = error(0.3, 0.4);

  test.each([
    ['nothing errs without a judge', [], {}, 'none'],
    ['nothing errs in what is exact', ['a'], { a: EXACT }, 'none'],
    ['its errors', ['a', 'b'], { a: good, b: EXACT }, 'known'],
    ['too little without labels of all criteria', ['a', 'b'], { a: good }, 'uncalibrated'],
    ['that it can’t tell, which is worse than to know nothing', ['a', 'b'], { a: blind }, 'cannot_tell'],
    ['nothing of a criterion with the name of an inherited member', ['constructor'], {}, 'uncalibrated'],
  ])('%s', (_, criteria, known, kind) => {
    expect(judgeOfCase({ criteria }, rules(known)).kind).toBe(kind);
  });

  test('names the criteria that nobody calibrated, or on which it can’t tell', () => {
    expect(judgeOfCase({ criteria: ['a', 'b'] }, rules({ a: good }))).toMatchObject({ criteria: ['b'] });
    expect(judgeOfCase({ criteria: ['a', 'b'] }, rules({ a: good, b: blind }))).toMatchObject({ criteria: ['b'] });
  });

  test('is corrected as far as every one of its criteria tells anything', () => {
    const judge = (criteria: Readonly<Record<string, JudgeError>>) =>
      judgeOfCase({ criteria: ['a', 'b'] }, rules(criteria));
    expect(judge({ a: good, b: blind })).toMatchObject({ kind: 'cannot_tell', judge: expect.anything() });
    expect(judge({ a: good, b: inverted })).toMatchObject({ kind: 'cannot_tell', judge: null });
    expect(judge({ b: blind })).toMatchObject({ kind: 'cannot_tell', judge: null });
  });
});

const verdict = (of: JudgedCriterion['verdict'], facts: Partial<JudgedCriterion> = {}): JudgedCriterion => ({
  criterion: 'polite',
  verdict: of,
  evidence: null,
  votes: of === 'met' ? 1 : 2,
  met_votes: of === 'met' ? 1 : 0,
  cached: false,
  ...facts,
});

describe('a trial with the verdicts of a second judge', () => {
  const graded = (judgements: readonly JudgedCriterion[], facts: Parameters<typeof trialRecord>[0] = {}) =>
    passesByAudit(trialRecord({ ...facts, audited: { judge: 'second', said: judgements } }), 'second');
  const check = (name: string, passed: boolean) => ({
    id: name,
    name,
    turn: null,
    passed,
    score: null,
    fact: saying(''),
  });

  test('passes if all of them are met and nothing else failed', () => {
    expect(graded([verdict('met'), verdict('met')])).toBe(true);
    expect(graded([verdict('met'), verdict('not_met')])).toBe(false);
    const byFirst = { outcome: 'failed', checks: [check('judge.polite', false), check('tools', true)] } as const;
    expect(graded([verdict('met')], byFirst)).toBe(true);
    expect(graded([verdict('met')], { checks: [check('tools', false)] })).toBe(false);
    expect(graded([verdict('met')], { outcome: 'failed', failure: { kind: 'crash', message: '' } })).toBe(false);
  });

  test('has none if that judge gave none', () => {
    expect(graded([])).toBeNull();
    expect(graded([verdict('met'), verdict('cannot_tell')])).toBeNull();
    expect(passesByAudit(trialRecord(), null)).toBeNull();
    const trial = trialRecord({ audited: { judge: 'other', said: [verdict('met')] } });
    expect([passesByAudit(trial, 'second'), passesByAudit(trial, null)]).toEqual([null, true]);
  });
});
