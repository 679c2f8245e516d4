import { describe, expect, test } from 'vitest';
import type { PolicyOrigin } from '#config/base-rules/base-policy.ts';
import { checkFirstPolicy, onInconclusive } from '#config/base-rules/check-first-policy.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { PolicyFromBase } from '#runner/base-side/policy-from-base.ts';
import { resultsFile } from '#test/support/results.ts';

const FIRST: PolicyOrigin = { kind: 'first', commit: 'bbbbbbb' };
const UNKNOWN: PolicyOrigin = { kind: 'unknown', problem: 'x' };
const NONE: BaselineLookup = { kind: 'none', reason: 'main has no run', notes: [] };
const FOUND: BaselineLookup = {
  kind: 'found',
  runs: [{ results: resultsFile([]), sha: null, url: null, place: null }],
  target_sha: null,
  choice: 'x',
  notes: [],
};

describe('a first policy', () => {
  test('is believed where main has no results', () => {
    const policy = policyOf(FIRST);
    expect(checkFirstPolicy(policy, NONE)).toBe(policy);
  });

  test('is not believed where main has some: a config that went by another name ruled main', () => {
    expect(checkFirstPolicy(policyOf(FIRST), FOUND)?.origin).toEqual({
      kind: 'unknown',
      problem: expect.stringContaining(
        'main has results of an eval config, but app/agent-eval.yml is not there: was it renamed?',
      ),
    });
  });
});

test('what is known of a policy stays, whatever main has stored', () => {
  expect(checkFirstPolicy(null, FOUND)).toBeNull();
  expect(checkFirstPolicy(policyOf(UNKNOWN), FOUND)?.origin).toBe(UNKNOWN);
});

describe('an undecided run', () => {
  test.each(['warn', 'review', 'fail'] as const)(
    'is red where main’s policy is not known, though the change says %s',
    (own) => {
      expect(onInconclusive(policyOf(UNKNOWN), { on_inconclusive: own }, true)).toBe('fail');
    },
  );

  test('is what the policy says where that is known, or nobody else has a say', () => {
    expect(onInconclusive(policyOf(FIRST), { on_inconclusive: 'review' }, true)).toBe('review');
    expect(onInconclusive(null, { on_inconclusive: 'warn' }, false)).toBe('warn');
    expect(onInconclusive(null, { on_inconclusive: 'auto' }, false)).toBe('auto');
    expect(onInconclusive(null, { on_inconclusive: 'auto' }, true)).toBe('warn');
  });
});

function policyOf(origin: PolicyOrigin): PolicyFromBase {
  const workflow = { path: '.github/workflows/agent-eval.yml', state: 'same' } as const;
  return {
    origin,
    config_path: 'agent-eval.yml',
    workflow,
    changed: null,
    source: {
      files: {
        sha: 'b'.repeat(40),
        read: async () => ({ absent: true }),
        list: async () => ({ problem: 'are too many' }),
      },
      folder: 'app',
      places: [{ path: 'app/agent-eval.yml', folder: 'app' }],
      side_branch: null,
      workflow: { path: workflow.path, here: null },
    },
  };
}
