import { expect, test } from 'vitest';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { failsByComparison, withConfirmation } from '#domain/gate/confirmation/with-confirmation.ts';
import { finding } from '#domain/gate/finding.ts';
import { DROP } from '../decisions-of.ts';

const UNANSWERED: Confirmation = { kind: 'unavailable', reason: 'its setup failed', required: true };

test.each([
  ['a drop that is red', 'fail', 'suite_drop', true],
  ['a drop that is only told', 'note', 'suite_drop', false],
  ['a broken case that is open', 'inconclusive', 'case_broken', false],
  ['a floor that is red, which compares with no run', 'fail', 'floor', false],
] as const)('main can withdraw %s: %s %s is %s', (_, outcome, code, expected) => {
  expect(failsByComparison({ outcome, code })).toBe(expected);
});

test('a drop that is only told leaves a verdict as it is, though main could not be run', () => {
  const told = finding({ outcome: 'note', gate: 'pass_rate', code: 'suite_drop' }, DROP);
  expect(withConfirmation([told], [], UNANSWERED, null)).toEqual([told]);
  expect(withConfirmation([told], [], { ...UNANSWERED, required: false }, null)).toEqual([told]);
});

test('a drop that is red is open beside one that is only told', () => {
  const about = { gate: 'pass_rate', code: 'suite_drop' } as const;
  const told = finding({ ...about, outcome: 'note' }, DROP);
  const red = finding({ ...about, outcome: 'fail' }, DROP);
  const after = withConfirmation([told, red], [], UNANSWERED, null);
  expect(after.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual([
    'note suite_drop',
    'inconclusive unconfirmed',
  ]);
});
