import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations } from '#cases/suite/expectation.ts';
import { saying } from '#test/support/worded.ts';
import { customChecks } from '#trials/checks/custom-checks.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import { checks } from '#trials/checks/registry.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import {
  aCase,
  aConversation,
  aTrial,
  CRASHED,
  call,
  made,
  response,
  tools,
  UNAVAILABLE,
} from '../trial/build-trial.ts';

const NONE = new Map<string, CheckResult>();
const says = (text: string): Expectations => ({ response: response({ contains: [text] }) });
const custom = (passed: boolean | null): CheckResult => ({
  name: 'whatever',
  passed,
  score: null,
  fact: saying('said so', passed === false ? 'custom_failed' : null),
});

describe('outcome', () => {
  const grade = (expect: Expectations, turn: Partial<TurnRecord>, fields = {}) =>
    gradeByChecks(aCase(expect), aTrial([turn], fields), NONE);

  test('all checks hold: passed', () => {
    expect(grade(says('done'), {})).toMatchObject({ outcome: 'passed', failure: null, error: null });
  });

  test('a check fails: failed, with the first one in full and the others named', () => {
    const graded = grade({ ...says('refund'), completes: true, metadata: { a: 1 } }, {});
    expect(graded).toMatchObject({ outcome: 'failed', error: null });
    expect(graded.failure).toEqual({
      kind: 'check',
      message: 'response.contains: 0 of 1 phrase found; missing "refund" in "done" (and 1 more: metadata)',
    });
  });

  test('a check can not judge: an error, not a failure', () => {
    expect(grade({ limits: { max_steps: 1 }, ...says('done') }, {})).toMatchObject({
      outcome: 'error',
      failure: null,
      error: { class: 'judge', message: expect.stringMatching(/^limits\.max_steps: model calls were not reported/) },
    });
  });

  test('an embedding is missing: an error of its provider’s class; with a failed check, a failure', () => {
    const similar = { to: ['words'], min: { embedding: 0.9 } };
    const id = 'response.similar.embedding';
    const missing = { name: id, passed: null, score: null, fact: saying('no embedding: 429', 'no_embedding') };
    const unavailable = new Map<string, CheckResult>([[id, { ...missing, error_class: 'rate_limit' }]]);
    const grading = (contains: readonly string[], results: ReadonlyMap<string, CheckResult>) =>
      gradeByChecks(aCase({ response: { ...response({ contains }), similar } }), aTrial([{}]), results);
    expect(grading([], unavailable)).toMatchObject({
      outcome: 'error',
      error: { class: 'rate_limit', message: `${id}: no embedding: 429` },
    });
    expect(grading(['refund'], unavailable)).toMatchObject({ outcome: 'failed', failure: { kind: 'check' } });
    expect(grading([], new Map())).toMatchObject({ outcome: 'error', error: { class: 'judge' } });
    expect(grading([], new Map([[id, { ...missing, passed: true, score: 0.95 }]]))).toMatchObject({
      outcome: 'passed',
    });
  });

  test('a check can not judge and another fails: failed', () => {
    expect(grade({ limits: { max_steps: 1 }, ...says('refund') }, {})).toMatchObject({
      outcome: 'failed',
      failure: { kind: 'check' },
      error: null,
    });
  });

  test('the agent crashed: failed with its kind, even when every check holds', () => {
    const graded = grade(says('done'), {}, { end: CRASHED });
    expect(graded).toMatchObject({
      outcome: 'failed',
      failure: { kind: 'crash', message: 'exit code 1' },
      error: null,
    });
    expect(graded.checks).toMatchObject([{ id: 'response.contains', passed: true }]);
  });

  test('the agent crashed and a check can not judge: still failed', () => {
    expect(grade({ limits: { max_steps: 1 } }, {}, { end: CRASHED })).toMatchObject({
      outcome: 'failed',
      failure: { kind: 'crash' },
    });
  });

  test('the provider was down: an error without any check', () => {
    expect(grade(says('refund'), {}, { end: UNAVAILABLE })).toEqual({
      checks: [],
      outcome: 'error',
      failure: null,
      error: { class: 'provider', message: '503' },
    });
  });

  test('a case that demands nothing never passes', () => {
    expect(grade({}, {})).toMatchObject({
      outcome: 'error',
      error: { class: 'judge', message: expect.stringContaining('demands nothing') },
    });
  });
});

describe('checks', () => {
  const evalCase: Case = aConversation(
    [
      { tools: tools({ calls: [call('lookup')] }), custom: [{ kind: 'module', module: './a.js' }] },
      null,
      {
        ...says('bye'),
        custom: [
          { kind: 'module', module: './b.js' },
          { kind: 'command', command: ['c'] },
        ],
      },
    ],
    { ...says('bye'), completes: true, custom: [{ kind: 'module', module: './d.js' }] },
  );
  const trial = aTrial([{ tool_calls: [made('lookup')] }, {}, { output: 'bye' }]);

  test('custom checks are numbered within their turn or the whole trial', () => {
    expect(customChecks(evalCase).map(({ id, turn, expectation }) => [id, turn, expectation.kind])).toEqual([
      ['t1.custom.1', 1, 'module'],
      ['t3.custom.1', 3, 'module'],
      ['t3.custom.2', 3, 'command'],
      ['custom.1', null, 'module'],
    ]);
  });

  test('ids are unique, turns come in order and the whole trial last, custom checks behind the others', () => {
    const graded = gradeByChecks(evalCase, trial, new Map(customChecks(evalCase).map(({ id }) => [id, custom(true)])));
    expect(graded.checks.map(({ id, name, turn }) => [id, name, turn])).toEqual([
      ['t1.tools.present', 'tools.present', 1],
      ['t1.custom.1', 'custom', 1],
      ['t3.response.contains', 'response.contains', 3],
      ['t3.custom.1', 'custom', 3],
      ['t3.custom.2', 'custom', 3],
      ['completes', 'completes', null],
      ['response.contains', 'response.contains', null],
      ['custom.1', 'custom', null],
    ]);
    expect(graded.outcome).toBe('passed');
  });

  test('a custom check that fails, breaks, or was not run decides like every other check', () => {
    const results = new Map(customChecks(evalCase).map(({ id }) => [id, custom(true)]));
    expect(gradeByChecks(evalCase, trial, new Map(results).set('t3.custom.2', custom(false)))).toMatchObject({
      outcome: 'failed',
      failure: { message: 't3.custom.2: said so' },
    });
    expect(gradeByChecks(evalCase, trial, new Map(results).set('t3.custom.2', custom(null)))).toMatchObject({
      outcome: 'error',
      error: { class: 'judge' },
    });
    results.delete('custom.1');
    expect(gradeByChecks(evalCase, trial, results)).toMatchObject({
      outcome: 'error',
      error: { message: 'custom.1: the custom check was not run' },
    });
  });

  test('a turn that was not reached fails its checks', () => {
    const crashed = aTrial([{ tool_calls: [made('lookup')] }], { end: CRASHED });
    const codes = gradeByChecks(evalCase, crashed, NONE).checks.map(({ id, fact }) => [id, fact.code]);
    expect(codes).toContainEqual(['t1.tools.present', null]);
    expect(codes).toContainEqual(['t3.response.contains', 'no_answer']);
    expect(codes).toContainEqual(['completes', 'not_completed']);
  });
});

test('the registry has every check under its own key', () => {
  expect(Object.entries(checks).map(([key, check]) => [key, check.key])).toEqual(
    Object.keys(checks).map((key) => [key, key]),
  );
});
