import { describe, expect, test } from 'vitest';
import type { VerdictName } from '#gate/decision/terms/decision.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { exitCode, type FailOn, type WhenOpen, whenOpen } from '#report/exit-code.ts';
import { type CheckConclusion, checkConclusion } from '#report/outputs/check-conclusion.ts';

const VERDICTS: readonly VerdictName[] = ['pass', 'fail', 'inconclusive', 'error'];
const INPUTS: readonly (FailOn | null)[] = ['fail', 'inconclusive', 'never', null];
const ENDS: readonly WhenOpen[] = ['green', 'red', 'review'];

describe('an undecided run', () => {
  test.each<[Policy['on_inconclusive'], FailOn | null, CheckConclusion, number]>([
    ['warn', null, 'neutral', 0],
    ['fail', null, 'failure', 3],
    ['review', null, 'action_required', 0],
    ['auto', null, 'neutral', 0],
    ['auto', 'inconclusive', 'failure', 3],
    ['review', 'inconclusive', 'failure', 3],
    ['review', 'fail', 'neutral', 0],
    ['review', 'never', 'neutral', 0],
    ['fail', 'never', 'neutral', 0],
  ])('with on_inconclusive %s and fail-on %s is %s, and its exit code %i', (on_inconclusive, input, end, code) => {
    const open = whenOpen(input, { on_inconclusive }, []);
    expect(checkConclusion('inconclusive', input, open)).toBe(end);
    expect(exitCode('inconclusive', input, open)).toBe(code);
  });
});

test('a check run is red where the exit code is, and where it asks for a person', () => {
  for (const verdict of VERDICTS) {
    for (const input of INPUTS) {
      for (const open of ENDS) {
        const end = checkConclusion(verdict, input, open);
        if (end !== 'action_required')
          expect(end === 'failure', `${verdict} ${input} ${open}`).toBe(exitCode(verdict, input, open) > 0);
      }
    }
  }
});

test('an error is red whatever the inputs say, and only a pass is called a success', () => {
  for (const input of INPUTS) {
    expect(checkConclusion('error', input, 'green')).toBe('failure');
    for (const verdict of VERDICTS)
      expect(checkConclusion(verdict, input, 'review') === 'success').toBe(verdict === 'pass');
  }
});
