import { describe, expect, test } from 'vitest';
import { isReadable } from '#gate/baseline/results/is-readable.ts';
import { resultsProblem } from '#gate/baseline/results/parse-results.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { caseRecord, outcomes, resultsFile, trialRecord } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

const FINE = resultsFile([caseRecord('a', { trials: outcomes(3) }), caseRecord('b', { trials: outcomes(3) })]);

function withCase(changes: object): ResultsFile {
  const [first, ...others] = FINE.cases;
  return { ...FINE, cases: [{ ...first, ...changes } as CaseRecord, ...others] };
}

function withTrial(changes: object): ResultsFile {
  const [first, ...others] = FINE.cases[0]?.trials ?? [];
  return withCase({ trials: [{ ...first, ...changes } as TrialRecord, ...others] });
}

const usage = FINE.cases[0]?.trials[0]?.usage;

test.each<[string, ResultsFile]>([
  ['ordinary results', FINE],
  ['results without a case', { ...FINE, cases: [] }],
  ['a very long reason', withTrial({ failure: { kind: 'check', message: 'x'.repeat(100_000) } })],
  ['a long integer of the suite', withCase({ metadata: { ticket: 12345678901234567890n } })],
])('%s are known to be readable, and can be read', (_, results) => {
  expect(isReadable(results)).toBe(true);
  expect(resultsProblem(resultsText(results).parts.join(''))).toBeNull();
});

describe('what could not be read from its text is not taken for readable', () => {
  test.each<[string, ResultsFile]>([
    ['half a token', withTrial({ usage: { ...usage, total_tokens: 10.5 } })],
    ['a name that is too long', withTrial({ usage: { ...usage, models: ['m'.repeat(600)] } })],
    ['an unknown outcome', withTrial({ outcome: 'lost' })],
    ['a trial without a number', withTrial({ index: Number.NaN })],
    ['a trial that is there twice', withTrial({ index: 2 })],
    ['a case that is there twice', withCase({ id: 'b' })],
    ['an id that no case can have', withCase({ id: 'a b' })],
    [
      'an accepted increase that is no exact number',
      {
        ...FINE,
        accepts: {
          path: 'a.yml',
          owners: null,
          entries: [{ metric: 'cost_usd', tag: null, up_to: 1e17, reason: 'r', until: '2026-01-01' }],
        },
      } as ResultsFile,
    ],
  ])('%s', (_, results) => {
    expect(resultsProblem(resultsText(results).parts.join(''))).not.toBeNull();
    expect(isReadable(results)).toBe(false);
  });
});

describe('results that are made lean because they would be too large', () => {
  const reason = 'x'.repeat(70_000_000);
  const check = { id: 'a', name: 'tools', turn: null, passed: true, score: 1, fact: saying(reason) };
  const trial = trialRecord({ checks: [check] });
  const suiteOf = (...trials: readonly TrialRecord[]) => resultsFile([caseRecord('a', { trials })]);

  test('are known to be readable as they will be written', () => {
    const { parts, lean } = resultsText(suiteOf(trial));
    expect(lean).toBe(true);
    expect(isReadable(suiteOf(trial))).toBe(true);
    expect(resultsProblem(parts.join(''))).toBeNull();
  });

  test.each<[string, readonly TrialRecord[]]>([
    ['with half a token', [trialRecord({ checks: [check], total_tokens: 10.5 })]],
    ['with a trial that is there twice', [trial, trialRecord()]],
    ['if even that is too large', [trialRecord({ checks: [{ ...check, passed: false }], outcome: 'failed' })]],
  ])('are not %s', (_, trials) => {
    expect(isReadable(suiteOf(...trials))).toBe(false);
  });
});
