import { fisherLess } from '#domain/statistics/fisher.ts';
import type { CaseDecision } from '../decision.ts';
import { countsOf, type GateTrial, type PairedCase, passes } from '../evidence.ts';
import type { FreshTrials } from './fresh-trials.ts';
import { CONFIRMATION_TRIALS } from './plan-confirmation.ts';
import type { RepeatedSide } from './repeated-test.ts';
import { filled, HINGES_ON_MISSING, isRedAgain, NOTHING_FRESH, notRepeated, type Repetition } from './repetition.ts';

/** Repeats the test of one broken case, the candidate's side with its top-ups: Fisher's exact test by itself, as one case was asked about. */
export function repeatCase(decision: CaseDecision, cases: readonly PairedCase[], fresh: FreshTrials): Repetition {
  const stored = shareOf(decision.baseline.passed, decision.baseline.scored);
  const lost = stored.value - shareOf(decision.candidate.passed, decision.candidate.scored).value;
  const [item] = cases;
  const today = fresh.main.get(decision.id) ?? [];
  if (item === undefined || today.length === 0) return notRepeated(lost, NOTHING_FRESH);
  const here = fresh.candidate.get(decision.id) ?? item.trials;
  const seen = { ...item, trials: here, baseline: today };
  const sides = { stored, today: sideOf(today), here: sideOf(here) };
  const p = fisherLess(countsOf(seen));
  const kept = isHeld(p, decision);
  if (!kept && isHeld(fisherLess(countsOf(atWorst(seen))), decision))
    return notRepeated(lost, HINGES_ON_MISSING, sides);
  const change_from_today = sides.today.value - sides.here.value;
  return { p, kept, unconfirmed: null, change_from_stored: lost, change_from_today, sides };
}

function isHeld(p: number, { boundary }: CaseDecision): boolean {
  return isRedAgain({ p, change: 0, boundary, limit: 0 });
}

/** The missing trials, had they passed on main and failed here. */
function atWorst({ trials, baseline, scheduled, ...item }: PairedCase): PairedCase {
  const due = Math.max(scheduled, CONFIRMATION_TRIALS);
  return {
    ...item,
    scheduled,
    trials: filled(trials, due, { passed: false, tool_recall: null }),
    baseline: filled(baseline, CONFIRMATION_TRIALS, { passed: true, tool_recall: null }),
  };
}

function sideOf(trials: readonly GateTrial[]): RepeatedSide {
  return shareOf(passes(trials), trials.length);
}

function shareOf(passed: number, scored: number): RepeatedSide {
  return { value: scored === 0 ? 0 : passed / scored, trials: scored };
}
