import { describe, expect, test } from 'vitest';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import type { Retest } from '#domain/gate/confirmation/retest.ts';
import type { PairedCase } from '#domain/gate/evidence.ts';
import { judgeEvidence } from '#domain/gate/judge-evidence.ts';
import { unsettledCaseFindings } from '#domain/gate/rules/retested-cases.ts';
import { resultsFile } from '#test/support/results.ts';
import { POLICY } from '../decide-on.ts';
import { evidenceOf, pairedCase } from '../evidence-of.ts';
import { inSentences } from '../in-words.ts';

const stable = (count: number) => Array.from({ length: count }, (_, at) => pairedCase(`s${at}`, 'PPPPP', [15, 15]));

function said(
  paired: readonly PairedCase[],
  {
    retests = null,
    confirmation = { kind: 'off' },
  }: { retests?: readonly Retest[] | null; confirmation?: Confirmation } = {},
  planned = false,
) {
  const run = { looks: [5], stop: 5, appended: false };
  const { plan, gates } = judgeEvidence(evidenceOf(paired), POLICY, run, { retests: planned });
  const found = unsettledCaseFindings({ paired, plan, cases: gates.cases, retests, confirmation });
  return inSentences(found).map(({ outcome, code, cases, message }) => ({ outcome, code, cases, message }));
}

const again = (id: string, outcome: Retest['outcome'], here: number): Retest => ({
  id,
  outcome,
  p_adjusted: outcome === 'broken' ? 0.001 : null,
  candidate: { passed: here, scored: 20 },
  baseline: { passed: 20, scored: 20 },
});
const DONE: Confirmation = { kind: 'done', results: resultsFile([]), required: false };

describe('a case that looks worse', () => {
  const thin = pairedCase('thin', 'fffff', [2, 2]);

  test('is open where main has too little of it for anything to show that it broke', () => {
    expect(said([thin, ...stable(20)])).toEqual([
      {
        outcome: 'inconclusive',
        code: 'case_unsettled',
        cases: ['thin'],
        message:
          "can't tell: thin passed 2/2 on main and 0/5 here, and main has too few trials to tell whether that is chance; main's next run adds trials",
      },
      {
        outcome: 'note',
        code: 'unseen_cases',
        cases: ['thin'],
        message: 'thin could not have been seen to break: main has too few passed trials of it',
      },
    ]);
  });

  test('says why it was not tried again', () => {
    const confirmation: Confirmation = { kind: 'unavailable', reason: 'no budget is left', required: false };
    expect(said([thin, ...stable(20)], { confirmation })[0]?.message).toContain(
      "they could not be tried again: no budget is left; main's",
    );
  });

  test('is settled by fresh trials of both sides: broken, still open, or sound', () => {
    const retests = [again('b', 'broken', 2), again('o', 'unsettled', 16), again('s', 'sound', 19)];
    const found = said([thin, ...stable(20)], { retests, confirmation: DONE }, true);
    expect(found.slice(0, 3)).toEqual([
      {
        outcome: 'fail',
        code: 'case_broken',
        cases: ['b'],
        message:
          'case b passed 20/20 on main and 2/20 here, when main and this change were tried again; p = 0.001 on these trials alone',
      },
      {
        outcome: 'inconclusive',
        code: 'case_unsettled',
        cases: ['o'],
        message:
          "can't tell: o passed 20/20 on main and 16/20 here, when main and this change were tried again; run this again to add trials",
      },
      {
        outcome: 'note',
        code: 'case_sound',
        cases: ['s'],
        message:
          'looked worse, but not when main and this change were tried again: s passed 20/20 on main and 19/20 here',
      },
    ]);
    expect(found.slice(3).map(({ code }) => code)).not.toContain('case_unsettled');
  });

  test('several that broke are counted, at the larger p', () => {
    const retests = [again('a', 'broken', 2), { ...again('b', 'broken', 1), p_adjusted: 0.004 }];
    expect(said(stable(20), { retests, confirmation: DONE }, true)[0]?.message).toMatch(
      /^2 cases broke: a passed 20\/20 on main and 2\/20 here; b passed .* p = 0\.004 on these trials alone$/,
    );
  });

  test('none is told where nothing was found', () => {
    expect(said(stable(20), { retests: [], confirmation: DONE }, true)).toEqual([]);
  });
});

describe('cases that could not have been seen to break', () => {
  const thin = (count: number) => Array.from({ length: count }, (_, at) => pairedCase(`t${at}`, 'PPPPP', [2, 2]));

  test('are named beside others', () => {
    expect(said([...thin(2), ...stable(20)])).toMatchObject([
      {
        code: 'unseen_cases',
        cases: ['t0', 't1'],
        message: 't0, t1 could not have been seen to break: main has too few passed trials of them',
      },
    ]);
  });

  test('are all of them in a suite that main has hardly run', () => {
    expect(said(thin(3))[0]?.message).toBe(
      'no single case could have been seen to break: main has too few passed trials of them',
    );
  });

  test('are none where a suspicious case would be tried again, with a budget that is kept for it', () => {
    for (const confirmation of [DONE, { kind: 'pending' }] as const) {
      expect(said([...thin(2), ...stable(20)], { confirmation }, true)).toEqual([]);
      expect(said([...thin(2), ...stable(20)], { confirmation }, false)).toMatchObject([{ code: 'unseen_cases' }]);
    }
    expect(said([...thin(2), ...stable(20)], {}, true)).toMatchObject([{ code: 'unseen_cases' }]);
  });
});
