import type { VerdictName } from '#domain/gate/decision.ts';
import type { Policy } from '#domain/gate/policy.ts';

/** When the check goes red: on `fail` verdicts, on `inconclusive` ones too, or on none. */
export type FailOn = 'fail' | 'inconclusive' | 'never';

/** What holds: the input where it is given, else what the policy says of undecided runs. */
export function failOnOf(input: FailOn | null, { on_inconclusive }: Pick<Policy, 'on_inconclusive'>): FailOn {
  return input ?? (on_inconclusive === 'fail' ? 'inconclusive' : 'fail');
}

/** Exit code of a verdict: 0 green, 1 fail, 3 inconclusive when failing on it, 4 error whatever `failOn` says. */
export function exitCode(verdict: VerdictName, failOn: FailOn): 0 | 1 | 3 | 4 {
  switch (verdict) {
    case 'pass':
      return 0;
    case 'fail':
      return failOn === 'never' ? 0 : 1;
    case 'inconclusive':
      return failOn === 'inconclusive' ? 3 : 0;
    case 'error':
      return 4;
  }
}
