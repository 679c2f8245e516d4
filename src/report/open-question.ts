import type { Reason } from '#gate/decision/terms/decision.ts';
import type { WhenOpen } from './exit-code.ts';
import { nextStep, type ReaderPlace } from './reasons/next-step.ts';
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

/** Whether an undecided verdict blocks: the check of a pull request, or one that a run in a terminal stands for. */
export function blocks({ run, when_open }: Pick<Report, 'run' | 'when_open'>): string {
  return BLOCKS[placeOf(run)][when_open];
}

function placeOf({ run_url }: Report['run']): ReaderPlace {
  return run_url === null ? 'terminal' : 'job';
}

const BLOCKS: Readonly<Record<ReaderPlace, Readonly<Record<WhenOpen, string>>>> = {
  job: { green: 'does not block', red: 'blocks', review: 'asks for a review' },
  terminal: { green: 'would not block', red: 'would block', review: 'would ask for a review' },
};
