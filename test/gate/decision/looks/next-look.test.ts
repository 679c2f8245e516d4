import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { nextLook } from '#gate/decision/next-look.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { trialsAt, withTrials } from '#gate/decision/terms/trials-at.ts';
import { filledUp } from '#runner/run-candidate.ts';
import { bothSides } from '#test/support/results.ts';
import { POLICY, times } from '../decide-on.ts';
import { pairedCase } from '../evidence-of.ts';

const ACCEPT = { case: 'case-000', reason: 'the old tool is gone', until: '2030-12-31' };
const ACCEPTS = { path: 'agent-eval-accepts.yml', owners: null, entries: [ACCEPT] };

/** Whether a run goes on after the first of two looks. */
function goesOn(counts: Parameters<typeof bothSides>[0], isAccepted: boolean, policy: Partial<Policy> = {}): boolean {
  const { candidate, baseline } = bothSides(counts);
  const run = { ...candidate, looks: [5, 10], stop: { look: 5, reason: 'decided' } as const };
  const asked = isAccepted ? { ...run, accepts: ACCEPTS } : run;
  return nextLook(compare(asked, [baseline]), { ...POLICY, ...policy }, asked) !== null;
}

describe('a run goes on to its next look', () => {
  const settled = times(60, [5, 5, 15, 15]);
  const open = [...times(12, [5, 5, 15, 15]), ...times(2, [4, 5, 15, 15])];
  const broken = [[0, 5, 15, 15] as const];
  const quarantine = [ACCEPT];

  test('only while something is open', () => {
    expect(goesOn(settled, false)).toBe(false);
    expect(goesOn(open, false)).toBe(true);
  });

  test('not for a red case, unless it is accepted or in quarantine and the rest is open', () => {
    expect(goesOn([...broken, ...open], false)).toBe(false);
    expect(goesOn([...broken, ...open], true)).toBe(true);
    expect(goesOn([...broken, ...open], false, { quarantine })).toBe(true);
    expect(goesOn([...broken, ...settled], true)).toBe(false);
  });
});

describe('a case at a look', () => {
  const item = pairedCase('a', 'PfP', [3, 3]);
  const passed = (of: typeof item) => of.trials.map(({ index }) => index);

  test('has its trials up to that number, and is itself if it has no others', () => {
    expect(passed(trialsAt(item, 2))).toEqual([1, 2]);
    expect(passed(trialsAt({ ...item, fixed: true }, 2))).toEqual([1, 2, 3]);
    expect(withTrials(item, 3)).toBe(item);
    expect(passed(withTrials(item, 0))).toEqual([]);
  });
});

describe('a run that is added to', () => {
  const caseOf = (id: string, trials?: number) => ({ id, trials }) as Pick<Case, 'id' | 'trials'> as Case;
  const total = (item: Case, planned: number | null) =>
    filledUp([item], new Map(planned === null ? [] : [[item.id, planned]]), 10).map(({ trials }) => trials);

  test.each([
    ['runs to its last look', undefined, 10, undefined],
    ['runs to its last look if nothing was planned', undefined, null, undefined],
    ['runs as many as were planned', undefined, 15, 15],
    ['runs no fewer than a case asks for', 20, 15, 20],
    ['runs more than a case asks for if more were planned', 20, 25, 25],
  ])('%s', (_, own, planned, expected) => {
    expect(total(caseOf('a', own), planned)).toEqual([expected]);
  });

  test('leaves a case as it is where its number is the usual one', () => {
    const item = caseOf('a');
    expect(filledUp([item], new Map([['a', 10]]), 10)[0]).toBe(item);
  });
});
