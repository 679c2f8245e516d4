import type { VerdictName } from '#gate/decision/terms/decision.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';

/** The exit codes of the action and the terminal command; a signal that ends either gives 128 and its number. docs/terminal.md lists them. */
export const EXIT = { pass: 0, fail: 1, usage: 2, inconclusive: 3, error: 4 } as const;

/** When the check goes red: on `fail` verdicts, on `inconclusive` ones too, or on none. */
export type FailOn = 'fail' | 'inconclusive' | 'never';

/** The effective setting: the input if given, else the policy's for inconclusive runs. */
export function failOnOf(input: FailOn | null, { on_inconclusive }: Pick<Policy, 'on_inconclusive'>): FailOn {
  return input ?? (on_inconclusive === 'fail' ? 'inconclusive' : 'fail');
}

/** What the check does if nothing is decided. */
export type WhenOpen = 'green' | 'red' | 'review';

/** How an undecided run ends: a person is asked only if the policy says so and no input overrules it. */
export function whenOpen(input: FailOn | null, policy: Pick<Policy, 'on_inconclusive'>): WhenOpen {
  if (input === null && policy.on_inconclusive === 'review') return 'review';
  return failOnOf(input, policy) === 'inconclusive' ? 'red' : 'green';
}

/** Exit code of a verdict: 0 if `failOn` lets it be green, else its own; an error is always red. */
export function exitCode(verdict: VerdictName, failOn: FailOn): number {
  const isGreen = failOn === 'never' ? verdict !== 'error' : failOn === 'fail' && verdict === 'inconclusive';
  return isGreen ? EXIT.pass : EXIT[verdict];
}
