import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, reasonOf } from '../decide-on.ts';

const CASES = 12;

/** A run of 12 cases, round by round. */
function rounds(
  trials: number,
  of: (round: number, at: number) => TrialFacts,
  run: Partial<ResultsFile> = {},
): ResultsFile {
  return resultsFile(
    Array.from({ length: CASES }, (_, at) =>
      caseRecord(`c${at}`, {
        planned_trials: run.looks?.at(-1) ?? trials,
        trials: trialRecords(Array.from({ length: trials }, (_, i) => of(i + 1, at))),
      }),
    ),
    run,
  );
}

const steady = (): TrialFacts => ({ outcome: 'passed' });
const incident =
  (hit: number, facts: TrialFacts) =>
  (round: number, at: number): TrialFacts =>
    round === hit && at % 4 > 0 ? facts : steady();
const failed: TrialFacts = { outcome: 'failed' };
const missing: TrialFacts = { outcome: 'error' };
/** The agent got over it, and answered worse or as well. */
const refused: TrialFacts = { unanswered_calls: 2 };

describe('a round that went far worse than the others', () => {
  test('of the change is a note with its rates, and leaves the verdict to the tests', () => {
    const sides = { candidate: rounds(5, incident(3, failed)), baseline: rounds(5, steady) };
    const reason = reasonOf(decideOn(sides), 'bad_round');
    expect(reason).toMatchObject({ outcome: 'note' });
    expect(reason.message).toBe(
      'round 3 of this change failed more than the others (25 % passed, in the others 100 %): an incident',
    );
  });

  test('of a run of main is told with its commit, and a first one may be a cold start', () => {
    const sides = { candidate: rounds(5, steady), baseline: rounds(5, incident(1, failed)) };
    expect(reasonOf(decideOn(sides), 'bad_round').message).toBe(
      'round 1 of main (aaaaaaa) failed more than the others (25 % passed, in the others 100 %): an incident, or a cold start',
    );
  });

  test.each([
    ['are missing for it', missing],
    ['passed all the same', refused],
  ])('shows in model calls that the provider did not answer, where its trials %s', (_, facts) => {
    const sides = { candidate: rounds(5, incident(2, facts)), baseline: rounds(5, steady) };
    expect(reasonOf(decideOn(sides), 'bad_round').message).toBe(
      'round 2 of this change got no answer from the provider in 75 % of its trials (in the others 0 %): an incident',
    );
  });

  test('of fresh trials is told too, on the side that it hit', () => {
    const fresh = rounds(5, incident(4, failed), { looks: [5] });
    const candidate = rounds(8, (round) => ({ outcome: round <= 3 ? 'failed' : 'passed' }), { looks: [3], again: [5] });
    const decision = decideOn(
      { candidate, baseline: rounds(5, steady) },
      {},
      { fresh: { kind: 'done', results: fresh, ended: null, doubts: [] } },
    );
    expect(reasonOf(decision, 'bad_round').message).toMatch(/^fresh round 4 of main \(aaaaaaa\) failed more/);
  });

  test('is named once although the order of trials shows it as well', () => {
    const placed = rounds(5, (round, at) => ({
      ...incident(5, failed)(round, at),
      place_in_process: round * CASES + at,
    }));
    const decision = decideOn({ candidate: placed, baseline: rounds(5, steady) });
    expect(codes(decision)).not.toContain('inconclusive dependent_trials');
    expect(reasonOf(decision, 'bad_round').facts).toMatchObject({ rounds: [{ side: 'here', round: 5 }] });
  });
});

test.each<[string, ResultsFile]>([
  [
    'cases that fail in any round',
    rounds(5, (round, at) => ({ outcome: (round + at) % 5 === 0 ? 'failed' : 'passed' })),
  ],
  ['a change that is broken in every round', rounds(5, () => failed)],
  ['the only round of a run', rounds(1, () => failed)],
])('%s: no round stands out', (_, candidate) => {
  expect(codes(decideOn({ candidate, baseline: rounds(5, steady) }))).not.toContain('note bad_round');
});
