import { type WhenOpen, whenUndecided } from '#gate/decision/terms/blocking.ts';
import type { Reason, VerdictName } from '#gate/decision/terms/decision.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';

export type { WhenOpen } from '#gate/decision/terms/blocking.ts';

/** The exit codes of the action and the terminal command; a signal that ends either gives 128 and its number. docs/terminal.md lists them. */
export const EXIT = { pass: 0, fail: 1, usage: 2, inconclusive: 3, error: 4 } as const;

/** When the check goes red: on `fail` verdicts, on `inconclusive` ones too, or on none. */
export type FailOn = 'fail' | 'inconclusive' | 'never';

/** How an undecided run ends: as the input says; without it, as the policy does. A selection alone is never green. */
export function whenOpen(
  input: FailOn | null,
  { on_inconclusive: setting }: Pick<Policy, 'on_inconclusive'>,
  reasons: readonly Reason[],
): WhenOpen {
  if (input !== 'never' && reasons.some(isUndecidedPart)) return 'red';
  if (input !== null) return input === 'inconclusive' ? 'red' : 'green';
  return whenUndecided(setting, reasons);
}

function isUndecidedPart({ code, facts }: Reason): boolean {
  return code === 'standing' && facts.before === null;
}

/** Exit code of a verdict: 0 if the check is green, else its own; an error is always red. */
export function exitCode(verdict: VerdictName, input: FailOn | null, open: WhenOpen): number {
  const isGreen = verdict === 'inconclusive' ? open !== 'red' : verdict === 'fail' && input === 'never';
  return isGreen ? EXIT.pass : EXIT[verdict];
}
