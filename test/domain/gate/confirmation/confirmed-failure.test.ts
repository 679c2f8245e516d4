import { describe, expect, test } from 'vitest';
import { spreadStandsIn } from '#domain/gate/confirmation/confirmation.ts';
import { confirmedFailure } from '#domain/gate/confirmation/confirmed-failure.ts';
import type { RepeatedTest } from '#domain/gate/confirmation/repeated-test.ts';
import { type Finding, finding } from '#domain/gate/finding.ts';
import { caseFindings } from '#domain/gate/rules/single-case.ts';
import { caseDecision, DROP } from '../decisions-of.ts';
import { messageOf, shortWordsOf } from '../in-words.ts';

const BROKEN = ['worst', 'bad', 'also'];
const CASES = BROKEN.map((id, at) =>
  caseDecision(id, { failed: true, p: 0.001, p_adjusted: 0.001 * (at + 1), candidate: { passed: at, scored: 5 } }),
);
const FOUND = caseFindings(CASES)[0] ?? expect.fail('nothing broke');

/** The repeated test of a broken case, or of a mean if it is told so. */
function repeated(id: string, kept: boolean, facts: Partial<RepeatedTest> = {}): RepeatedTest {
  const about = { gate: 'case', tag: null, cases: [id], unconfirmed: null, sides: null } as const;
  return { ...about, p: 0.2, kept, change_from_stored: 0.5, change_from_today: 0.1, main_p: 0.5, ...facts };
}

const settled = (found: Finding, ...tests: readonly RepeatedTest[]) =>
  confirmedFailure(found, CASES, { tests, sha: null }, false);

describe('of several broken cases', () => {
  test('those that still are stay red, in the order of the finding and with its words', () => {
    const { stays, taken_back } = settled(
      FOUND,
      repeated('also', true),
      repeated('bad', false),
      repeated('worst', true),
    );
    expect(stays[0]).toMatchObject({ outcome: 'fail', code: 'case_broken', cases: ['worst', 'also'] });
    expect(shortWordsOf(stays[0])).toBe(
      '2 cases broke: worst passed 15/15 on main and 0/5 here; also passed 15/15 on main and 2/5 here',
    );
    expect(stays[1]).toMatchObject({ code: 'confirmed', cases: ['worst', 'also'] });
    expect(taken_back).toMatchObject([{ code: 'not_confirmed', cases: ['bad'] }]);
  });

  test('the finding stays as it is if all still are', () => {
    const tests = BROKEN.toReversed().map((id) => repeated(id, true));
    expect(settled(FOUND, ...tests).stays[0]).toBe(FOUND);
    expect(settled(FOUND, ...tests).stays[1]?.cases).toEqual(BROKEN);
  });

  test('nothing stays if none is', () => {
    expect(settled(FOUND, ...BROKEN.map((id) => repeated(id, false))).stays).toEqual([]);
  });
});

describe('a failure is settled by the test of the same rule, tag and cases', () => {
  const mean = { gate: 'pass_rate', cases: [] } as const;
  const fell = finding({ ...mean, outcome: 'fail', code: 'suite_drop' }, DROP);

  test.each([
    ['another rule', fell, repeated('', false, { ...mean, gate: 'tool_recall' })],
    ['a tag', fell, repeated('', false, { ...mean, tag: 'slow' })],
    ['other cases', FOUND, repeated('elsewhere', false)],
  ])('and not by that of %s', (_, found, other) => {
    expect(settled(found, other)).toEqual({ stays: [found], taken_back: [] });
  });

  test('a mean stays whole, or is taken back whole', () => {
    expect(settled(fell, repeated('', true, mean)).stays[0]).toBe(fell);
    expect(settled(fell, repeated('', false, mean))).toMatchObject({ stays: [], taken_back: [{ gate: 'pass_rate' }] });
  });
});

test('the spread between runs of main stands in where no fresh trials will come', () => {
  expect(spreadStandsIn({ kind: 'off' })).toBe(true);
  expect(spreadStandsIn({ kind: 'unavailable', reason: 'no runner', required: false })).toBe(true);
  expect(spreadStandsIn({ kind: 'pending' })).toBe(false);
  expect(spreadStandsIn({ kind: 'void', reason: 'it was changed' })).toBe(false);
});

test('one broken case is told by itself, several by the first', () => {
  const [first] = CASES;
  expect(messageOf(caseFindings(first === undefined ? [] : [first])[0])).toContain('chance of such a case anywhere');
  expect(messageOf(FOUND)).toContain('chance of a case like the first anywhere');
});
