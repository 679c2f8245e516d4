import { describe, expect, test } from 'vitest';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { codes, decideOn } from '../decide-on.ts';

/** Trials in which the agent crashed before it answered. */
function crashed(count: number) {
  return outcomes(0, count).map((trial) => ({
    ...trial,
    completed: false,
    failure: { kind: 'crash', message: 'exit 1' } as const,
  }));
}

describe('an agent that does not complete a single trial', () => {
  const dead = resultsFile([caseRecord('a', { trials: crashed(5) }), caseRecord('b', { trials: crashed(5) })]);

  test('is red although main is as dead: equal is not good', () => {
    const decision = decideOn({ candidate: dead, baseline: dead });
    expect(decision.verdict).toBe('fail');
    expect(decision.title).toBe('the agent did not complete any of 10 trials (10 crash)');
    expect(codes(decision)).toContain('fail never_completes');
  });

  test('is red on main itself', () => {
    const run = { ...dead.run, side: 'baseline' } as const;
    expect(decideOn({ candidate: { ...dead, run }, baseline: null }).verdict).toBe('fail');
  });

  test('is another matter than one that completes one trial, or whose results do not tell', () => {
    const once = resultsFile([caseRecord('a', { trials: [...outcomes(1, 0), ...crashed(4)] })]);
    expect(codes(decideOn({ candidate: once, baseline: once }))).not.toContain('fail never_completes');
    const untold = outcomes(0, 5).map((trial) => ({ ...trial, completed: null }));
    const silent = resultsFile([caseRecord('a', { trials: untold })]);
    expect(codes(decideOn({ candidate: silent, baseline: silent }))).not.toContain('fail never_completes');
  });
});
