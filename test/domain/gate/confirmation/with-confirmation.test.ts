import { describe, expect, test } from 'vitest';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { confirmedFailure } from '#domain/gate/confirmation/confirmed-failure.ts';
import type { RepeatedTest } from '#domain/gate/confirmation/repeated-test.ts';
import { withConfirmation } from '#domain/gate/confirmation/with-confirmation.ts';
import { finding } from '#domain/gate/finding.ts';
import { resultsFile } from '#test/support/results.ts';
import { DROP } from '../decisions-of.ts';

const FELL = finding({ outcome: 'fail', gate: 'pass_rate', code: 'suite_drop' }, DROP);
const LEFT = finding({ outcome: 'note', gate: 'suite', code: 'mostly_failing' }, { rate: 0.4 });

/** The suite's test, repeated with a result or not (`why`). */
function repeated(kept: boolean, why: string | null = null): RepeatedTest {
  const about = { gate: 'pass_rate', tag: null, cases: [], sides: null } as const;
  const changes = { change_from_stored: 0.5, change_from_today: 0.1, main_p: 0.5 };
  return { ...about, ...changes, p: kept ? 0.01 : 0.2, kept, unconfirmed: why };
}

describe('a failure whose test could not be repeated', () => {
  const settled = (required: boolean) => {
    const done: Confirmation = { kind: 'done', results: resultsFile([]), required };
    const tests = { sha: null, tests: [repeated(false, 'too few')], kept: true };
    return withConfirmation([FELL], [], done, tests).map(({ outcome, code }) => `${outcome} ${code}`);
  };

  test('stands, with a note that nothing confirms it', () => {
    expect(settled(false)).toEqual(['fail suite_drop', 'note unconfirmed']);
  });

  test('is open where a policy asks for confirmation', () => {
    expect(settled(true)).toEqual(['inconclusive unconfirmed']);
  });
});

test('a failure that fresh trials show again stands, whether or not confirmation is required', () => {
  for (const required of [true, false]) {
    const done: Confirmation = { kind: 'done', results: resultsFile([]), required };
    const findings = withConfirmation([FELL], [], done, { sha: null, tests: [repeated(true)], kept: true });
    expect(findings.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual(['fail suite_drop', 'note confirmed']);
  }
});

test.each<[why: string, Confirmation]>([
  ['could not be run', { kind: 'unavailable', reason: 'its setup failed', required: false }],
  ['do not count', { kind: 'void', reason: 'the change could reach them' }],
])('one failure among other findings is enough to say that the fresh trials %s', (_, confirmation) => {
  const codes = withConfirmation([LEFT, FELL], [], confirmation, null).map(({ code }) => code);
  expect(codes).toEqual(['mostly_failing', 'suite_drop', 'unconfirmed']);
});

test('a mean that names cases stays whole: it has no test of each', () => {
  const named = finding({ outcome: 'fail', gate: 'pass_rate', code: 'suite_drop', cases: ['a', 'b'] }, DROP);
  const { stays } = confirmedFailure(named, [], { tests: [repeated(true)], sha: null }, false);
  expect(stays[0]).toBe(named);
});
