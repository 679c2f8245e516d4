import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { circumstancesOf } from '#runner/concluding/circumstances-of.ts';
import type { LackedSecrets } from '#runner/request/evaluate-request.ts';
import type { Execution } from '#runner/trials/execute-suite.ts';
import { caseRecord, resultsFile, trialRecord } from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { decide } from '../../gate/decision/in-words.ts';

const MISSED: Partial<TrialRecord> = {
  outcome: 'error',
  error: { class: 'replay_miss', message: 'messages[0].content differs' },
};

function decided(trials: readonly TrialRecord[], secrets: Partial<LackedSecrets>) {
  const results = resultsFile([caseRecord('a', { trials })]);
  const execution: Execution = {
    records: new Map([['a', trials]]),
    evidence: new Map(),
    cancelled: false,
    exhausted: null,
    unavailable: null,
  };
  const circumstances = circumstancesOf({
    request: {
      secrets: { missing: [], replayed: [], on_missing: 'skip', ...secrets },
      baseline_required: false,
      facts: { run: results.run },
    },
    execution,
    changed_graders: [],
    baseline: { kind: 'none', reason: 'first run', notes: [] },
  });
  return decide(compare(results, [], 'first run'), defaultPolicy(), results, { circumstances });
}

describe('a pull request without keys whose requests no cassette holds', () => {
  const trials = [1, 2].map((index) => trialRecord({ ...MISSED, index }));

  test('is not evaluated, and the report says which key is missing and what differs', () => {
    const { verdict, title } = decided(trials, { replayed: ['OPENAI_API_KEY'] });
    expect(verdict).toBe('inconclusive');
    expect(title).toMatch(
      /^not evaluated: OPENAI_API_KEY is empty or missing.*--replay record.*messages\[0\]\.content differs/,
    );
  });

  test('is an error where missing secrets are one, whatever could be replayed', () => {
    const replayed = [trialRecord({ source: 'replayed' })];
    expect(decided(replayed, { replayed: ['K'], on_missing: 'fail' }).verdict).toBe('error');
    expect(decided(trials, { replayed: ['K'], on_missing: 'fail' }).verdict).toBe('error');
  });

  test('is an error where the run was asked to replay although it has its keys', () => {
    expect(decided(trials, {}).verdict).toBe('error');
  });

  test('is judged by what could be replayed, as far as that is anything', () => {
    const some = [trialRecord({ source: 'replayed' }), ...trials.slice(1)];
    const { verdict, reasons } = decided(some, { replayed: ['K'] });
    expect(verdict).toBe('inconclusive');
    expect(reasons.map(({ code }) => code)).toContain('replayed');
  });
});
