import { describe, expect, test } from 'vitest';
import type { VerdictName } from '#gate/decision/terms/decision.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { exitCode, type FailOn, failOnOf } from '#report/exit-code.ts';
import { type CheckConclusion, checkConclusion } from '#report/outputs/check-conclusion.ts';

const VERDICTS: readonly VerdictName[] = ['pass', 'fail', 'inconclusive', 'error'];
const INPUTS: readonly (FailOn | null)[] = ['fail', 'inconclusive', 'never', null];
const WRITTEN: readonly Policy['on_inconclusive'][] = ['warn', 'fail', 'review'];

describe('an undecided run', () => {
  test.each<[Policy['on_inconclusive'], FailOn | null, CheckConclusion, number]>([
    ['warn', null, 'neutral', 0],
    ['fail', null, 'failure', 3],
    ['review', null, 'action_required', 0],
    ['review', 'inconclusive', 'failure', 3],
    ['review', 'fail', 'neutral', 0],
    ['review', 'never', 'neutral', 0],
    ['fail', 'never', 'neutral', 0],
  ])('with on_inconclusive %s and fail-on %s is %s, and its exit code %i', (on_inconclusive, input, end, code) => {
    const policy = { on_inconclusive };
    expect(checkConclusion('inconclusive', input, policy)).toBe(end);
    expect(exitCode('inconclusive', failOnOf(input, policy))).toBe(code);
  });
});

test('a check run is red where the exit code is, and where it asks for a person', () => {
  for (const verdict of VERDICTS) {
    for (const input of INPUTS) {
      for (const on_inconclusive of WRITTEN) {
        const end = checkConclusion(verdict, input, { on_inconclusive });
        const code = exitCode(verdict, failOnOf(input, { on_inconclusive }));
        if (end !== 'action_required')
          expect(end === 'failure', `${verdict} ${input} ${on_inconclusive}`).toBe(code > 0);
      }
    }
  }
});

test('an error is red whatever the inputs say, and only a pass is called a success', () => {
  for (const input of INPUTS) {
    expect(checkConclusion('error', input, { on_inconclusive: 'warn' })).toBe('failure');
    for (const verdict of VERDICTS) {
      const end = checkConclusion(verdict, input, { on_inconclusive: 'review' });
      expect(end === 'success').toBe(verdict === 'pass');
    }
  }
});
