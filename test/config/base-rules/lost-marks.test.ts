import { expect, test } from 'vitest';
import { lostMarks } from '#config/base-rules/lost-marks.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { type CaseFacts, caseRecord, resultsFile } from '#test/support/results.ts';

const compared = (here: CaseFacts | null, main: CaseFacts | null, id = 'a') =>
  compare(resultsFile(here === null ? [] : [caseRecord(id, here)]), [
    resultsFile(main === null ? [] : [caseRecord('a', main)]),
  ]).cases;
const SAFE = { tags: ['safety'] };

test.each<[string, CaseFacts, CaseFacts, string[], string[]]>([
  ['loses its tag', {}, SAFE, ['safety'], ['safety']],
  ['whose tag leaves the list', SAFE, SAFE, ['safety'], []],
  ['whose id leaves the list', {}, {}, ['a'], []],
])('a case that %s loses its mark', (_, here, main, base, own) => {
  expect(lostMarks(compared(here, main), base, own)).toEqual(['a']);
});

test('a case that is renamed without its new id being listed loses its mark', () => {
  const same = { input_hash: 'i', expect_hash: 'e' };
  expect(lostMarks(compared(same, same, 'b'), ['a'], ['a'])).toEqual(['b']);
  expect(lostMarks(compared(same, same, 'b'), ['a'], ['b'])).toEqual([]);
});

test.each<[string, CaseFacts | null, CaseFacts | null, string[], string[]]>([
  ['is listed by id in place of its tag', {}, SAFE, ['safety'], ['a']],
  ['had none on main', {}, {}, ['safety'], []],
  ['is new', {}, null, ['a'], []],
  ['is removed, which is told elsewhere', null, SAFE, ['safety'], ['safety']],
])('a case that %s loses none', (_, here, main, base, own) => {
  expect(lostMarks(compared(here, main), base, own)).toEqual([]);
});
