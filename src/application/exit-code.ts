import type { VerdictName } from '#domain/gate/decision.ts';

/** When the check goes red: on `fail` verdicts, on `inconclusive` ones too, or on none. */
export type FailOn = 'fail' | 'inconclusive' | 'never';

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
