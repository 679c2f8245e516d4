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
  const reason = 'what the agent said was not what is asked for. '.repeat(700);
  const check = { id: 'a', name: 'tools', turn: null, passed: true, score: 1, fact: saying(reason) };
  const trial = trialRecord({ checks: [check] });
  const large = resultsFile(Array.from({ length: 2_200 }, (_, i) => caseRecord(`case-${i}`, { trials: [trial] })));
  const with_last = (changes: object) => {
    const last = large.cases.at(-1) ?? expect.fail('there is none');
    return { ...large, cases: [...large.cases.slice(0, -1), { ...last, ...changes } as CaseRecord] };
  };

  test('are known to be readable as they will be written', () => {
    expect(resultsText(large).lean).toBe(true);
    expect(isReadable(large)).toBe(true);
    expect(resultsProblem(resultsText(large).parts.join(''))).toBeNull();
  });

  test.each<[string, object]>([
    ['half a token', { trials: [{ ...trial, usage: { ...usage, total_tokens: 10.5 } }] }],
    ['a trial that is there twice', { trials: [trial, trial] }],
    ['a case that is there twice', { id: 'case-0' }],
  ])('are not with %s', (_, changes) => {
    expect(isReadable(with_last(changes))).toBe(false);
    expect(resultsProblem(resultsText(with_last(changes)).parts.join(''))).not.toBeNull();
  });

  test('are not if even that is too large', () => {
    const failed = { ...check, passed: false };
    const trials = [trialRecord({ checks: [failed], outcome: 'failed' })];
    const cases = Array.from({ length: 2_200 }, (_, i) => caseRecord(`case-${i}`, { trials }));
    expect(isReadable(resultsFile(cases))).toBe(false);
  });
});
