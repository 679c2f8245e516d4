import { describe, expect, test } from 'vitest';
import { isEvaded, missingValues } from '#gate/decision/rules/missing-values.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import { pairedCase } from '../evidence-of.ts';
import { inSentences } from '../in-words.ts';

const counted = (trials: readonly GateTrial[], tokens: readonly (number | null)[]): readonly GateTrial[] =>
  trials.map((trial, at) => ({ ...trial, total_tokens: tokens[at] ?? null }));

/** A case with two trials on each side that report these tokens. */
function reporting(id: string, here: readonly (number | null)[], main: readonly (number | null)[]): PairedCase {
  const item = pairedCase(id, 'PP', [2, 2]);
  return { ...item, trials: counted(item.trials, here), baseline: counted(item.baseline, main) };
}

const ALL = [100, 100];
const SOME = [100, null];
const NONE = [null, null];

const messages = (cases: readonly PairedCase[], isUntested: boolean, boundary = 0.01) =>
  inSentences(missingValues({ tag: null, cases, look: 5 }, 'total_tokens', { boundary }, isUntested)).map(
    ({ outcome, message }) => `${outcome}: ${message}`,
  );

describe('cases with values on main, and none here', () => {
  test('leave a gate open that has too few for a test, in these words', () => {
    expect(messages([reporting('a', NONE, ALL)], true)).toEqual([
      "inconclusive: tokens can't be judged: 1 of 1 case with values on main has none here (a)",
    ]);
    expect(messages([reporting('a', NONE, ALL), reporting('b', SOME, ALL)], true)).toEqual([
      "inconclusive: tokens can't be judged: 2 of 2 cases with values on main have none here, or in only some trials (a, b)",
    ]);
    expect(messages([reporting('a', SOME, ALL), reporting('b', ALL, ALL)], true)).toEqual([
      "inconclusive: tokens can't be judged: 1 of 2 cases with values on main has them here in only some trials (a)",
    ]);
  });

  test('are told of a gate that was tested without them', () => {
    const most = Array.from({ length: 19 }, (_, at) => reporting(`c${at}`, ALL, ALL));
    expect(messages([...most, reporting('x', NONE, ALL)], false)).toEqual([
      'note: tokens was judged without 1 of 20 cases with values on main that has none here (x)',
    ]);
    expect(messages([...most, reporting('x', NONE, ALL), reporting('y', NONE, ALL)], false)).toEqual([
      'note: tokens was judged without 2 of 21 cases with values on main that have none here (x, y)',
    ]);
  });

  test('are more than a tenth of them before they leave a tested gate open', () => {
    expect([isEvaded(1, 10, false), isEvaded(2, 10, false), isEvaded(1, 10, true), isEvaded(0, 10, true)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('are nothing to a gate that is only shown, nor where every case has values', () => {
    expect(messages([reporting('a', NONE, ALL)], true, 0)).toEqual([]);
    expect(messages([reporting('a', ALL, ALL)], true)).toEqual([]);
  });
});

test('cases of which main reports only some trials are told', () => {
  expect(messages([reporting('a', ALL, SOME), reporting('b', ALL, ALL)], false)).toEqual([
    'note: tokens was judged without 1 case in which only some trials of main report it (a)',
  ]);
});
