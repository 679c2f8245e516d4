import type { Trial } from '#domain/trial/trial.ts';
import type { CheckRecord } from '#domain/trial/trial-record.ts';
import { checksHold } from './checks-hold.ts';

/**
 * Share of turns whose own checks all hold, among turns that have any; `null` when none has. A turn that could not be judged is left
 * out, unless the trial broke off.
 */
export function turnPassRate(trial: Trial, checks: readonly CheckRecord[]): number | null {
  const turns = [...new Set(checks.map(({ turn }) => turn).filter((turn) => turn !== null))];
  const judged = turns
    .map(
      (turn) =>
        checksHold(checks.filter((check) => check.turn === turn)) ?? (trial.end.kind === 'completed' ? null : false),
    )
    .filter((held) => held !== null);
  return judged.length === 0 ? null : judged.filter(Boolean).length / judged.length;
}
