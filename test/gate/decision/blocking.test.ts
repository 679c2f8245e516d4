import { expect, test } from 'vitest';
import type { NoComparableCase } from '#gate/decision/facts/run-facts.ts';
import { whenUndecided } from '#gate/decision/terms/blocking.ts';
import { type Finding, finding } from '#gate/decision/terms/finding.ts';
import { whenOpen } from '#report/exit-code.ts';

const baseline = { outcome: 'inconclusive', gate: 'baseline' } as const;
const suite = { outcome: 'inconclusive', gate: 'suite' } as const;
const FIRST_RUN = finding({ ...baseline, code: 'no_baseline' }, { problem: null });
const GONE = finding({ ...baseline, code: 'baseline_incomplete', cases: ['refund'] }, { of: 3 });
const SKIPPED = finding({ ...suite, code: 'withheld' }, { kind: 'skipped', label: 'eval: skip', start: 'eval' });
const uncompared = (kind: NoComparableCase['kind']) =>
  finding({ ...baseline, code: 'no_comparable_case' }, { kind, differences: 1 });
const stoppedShard = (blocks: boolean) =>
  finding({ ...suite, code: 'shard' }, { kind: 'stopped', problem: 'it stopped', more: 0, blocks });
const NEVER_ASKED = finding({ ...suite, code: 'never_asked', cases: [] }, { answered: 9 });

const left = (blocks?: boolean) =>
  finding(
    { ...suite, code: 'standing' },
    {
      part: true,
      before: { verdict: 'inconclusive', run_id: '1', sha: null, ...(blocks !== undefined && { blocks }) },
    },
  );
const UNDECIDED = finding({ ...suite, code: 'standing' }, { part: true, before: null });

test.each<[string, readonly Finding[], 'green' | 'red']>([
  ['main has no results yet', [FIRST_RUN], 'green'],
  ['another version of the action measured main', [uncompared('other_version')], 'green'],
  ['the change rewrote every case', [uncompared('nothing_same')], 'red'],
  ['the change runs under other conditions', [uncompared('conditions')], 'red'],
  ["main's run lacks a case", [GONE], 'red'],
  ['main has no results, and the agent asked no model', [FIRST_RUN, NEVER_ASKED], 'red'],
  ['a label leaves the change unevaluated, whatever else is missing', [SKIPPED, GONE], 'green'],
  ['a part of the run had no key', [stoppedShard(false)], 'green'],
  ['a part of the run lacks evidence', [stoppedShard(true)], 'red'],
  ['a selection ran of what does not block by itself', [left(false)], 'green'],
  ['a selection ran of what blocks', [left(true)], 'red'],
  ['a selection ran of what an older version left open', [left()], 'red'],
  ['a selection ran of what was never decided whole', [UNDECIDED], 'red'],
  ['what is missing is only noted', [{ ...GONE, outcome: 'note' }], 'green'],
])('on_inconclusive auto, where %s', (_, reasons, end) => {
  expect(whenUndecided('auto', reasons)).toBe(end);
});

test('a selection of what was never decided whole is red whatever policy and input say, unless nothing may be', () => {
  for (const input of [null, 'fail', 'inconclusive'] as const)
    expect(whenOpen(input, { on_inconclusive: 'warn' }, [UNDECIDED])).toBe('red');
  expect(whenOpen('never', { on_inconclusive: 'fail' }, [UNDECIDED])).toBe('green');
  expect(whenOpen('fail', { on_inconclusive: 'fail' }, [left(false)])).toBe('green');
});

test('what a policy says itself holds whatever is open', () => {
  expect(whenUndecided('warn', [GONE])).toBe('green');
  expect(whenUndecided('fail', [FIRST_RUN])).toBe('red');
  expect(whenUndecided('review', [GONE])).toBe('review');
});
