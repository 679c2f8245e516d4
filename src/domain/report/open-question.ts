import type { Reason } from '#domain/gate/decision.ts';
import type { WhenOpen } from './exit-code.ts';
import { nextStep, type Place } from './reasons/next-step.ts';
import type { Report } from './report.ts';

/** The one thing that settles an undecided verdict, a sentence part that begins with a verb; `null` if it is decided. */
export function settlement(report: Report): string | null {
  const { verdict, reasons, numbers, run, main } = report;
  if (addsAction(report)) return `merge it: ${main}'s first run makes the baseline`;
  return nextStep({ verdict, reasons, decision: numbers, main }, placeOf(run));
}

/** A change that adds the first config, and so has nothing to be compared with. */
export function addsAction({ reasons }: Pick<Report, 'reasons'>): boolean {
  const first = reasons.find(({ outcome }) => outcome === 'inconclusive');
  const isFirst = (reason: Reason) => reason.code === 'policy_origin' && reason.facts.kind === 'first';
  return first?.code === 'no_baseline' && reasons.some(isFirst);
}

/** What an undecided verdict means for its reader: whether it blocks, and the one thing that settles it; `null` if it is decided. */
export function openQuestion(report: Report): string | null {
  const way = settlement(report);
  return way === null ? null : `${BLOCKS[placeOf(report.run)][report.when_open]}; to settle it, ${way}`;
}

function placeOf({ run_url }: Report['run']): Place {
  return run_url === null ? 'terminal' : 'job';
}

const BLOCKS: Readonly<Record<Place, Readonly<Record<WhenOpen, string>>>> = {
  job: {
    green: 'This does not block: the check is green',
    red: 'This blocks: the check is red',
    review: 'This asks for a review',
  },
  terminal: {
    green: 'This would not block a pull request',
    red: 'This would block a pull request',
    review: 'This would ask for a review',
  },
};
