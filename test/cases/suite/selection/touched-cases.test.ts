import { expect, test } from 'vitest';
import { bothTouched, touchedCases } from '#cases/suite/selection/touched-cases.ts';
import { casesNotPassed } from '#gate/baseline/results/not-passed.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

const inFile = (file: string, ...ids: string[]) => ids.map((id) => ({ id, source: { file, line: 1 } }));
const BEFORE = [...inFile('evals/a.yml', 'one', 'two'), ...inFile('evals/b.yml', 'three')];

test.each([
  ['a file of cases touches those', ['evals/a.yml'], BEFORE, ['one', 'two']],
  ['two files touch both', ['evals/b.yml', 'evals/a.yml'], BEFORE, ['one', 'two', 'three']],
  [
    'a case that is new in it is one of them',
    ['evals/b.yml'],
    [...BEFORE, ...inFile('evals/b.yml', 'four')],
    ['three', 'four'],
  ],
  ['a new file touches its cases', ['evals/c.yml'], [...BEFORE, ...inFile('evals/c.yml', 'five')], ['five']],
  ['a file that is gone touches none', ['evals/b.yml'], BEFORE.slice(0, 2), []],
  ['any other file touches all', ['prompt.md'], BEFORE, 'all'],
  ['also beside a file of cases', ['evals/a.yml', 'agent-eval.yml'], BEFORE, 'all'],
] as const)('%s', (_, changed, after, touched) => {
  expect(touchedCases(changed, BEFORE, after)).toEqual(touched);
});

test('where it is known what other files reach, those are added to the cases of a file of cases', () => {
  const reach = (paths: readonly string[]) => (paths.includes('src/refund.py') ? ['three'] : []);
  expect(touchedCases(['evals/a.yml', 'src/refund.py'], BEFORE, BEFORE, reach)).toEqual(['one', 'two', 'three']);
  expect(touchedCases(['docs/a.md'], BEFORE, BEFORE, reach)).toEqual([]);
  expect(touchedCases(['evals/b.yml'], BEFORE, BEFORE, () => 'all')).toBe('all');
});

test('all and some are all', () => {
  expect(bothTouched('all', ['one'])).toBe('all');
  expect(bothTouched(['one', 'two'], ['two', 'three'])).toEqual(['one', 'two', 'three']);
});

test('of a case in several runs, the newest that tried it counts; errors count as not passed', () => {
  const run = (cases: Record<string, readonly TrialRecord['outcome'][]>) => ({
    cases: Object.entries(cases).map(([id, outcomes]) => ({ id, trials: outcomes.map((outcome) => ({ outcome })) })),
  });
  const runs = [
    run({ mended: ['failed'], broken: ['passed'], flaky: ['passed', 'failed'], lost: ['error'], fine: ['passed'] }),
    run({ mended: ['passed'], broken: ['failed'], flaky: [] }),
  ];
  expect(casesNotPassed(runs as unknown as Parameters<typeof casesNotPassed>[0])).toEqual(['broken', 'flaky', 'lost']);
});
