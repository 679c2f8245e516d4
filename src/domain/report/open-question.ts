import { type Place, wayOut } from '#domain/gate/way-out.ts';
import type { WhenOpen } from './exit-code.ts';
import type { Report } from './report.ts';

/** What an undecided verdict means for its reader: whether it blocks, and the one thing that settles it; `null` if it is decided. */
export function openQuestion({ verdict, reasons, numbers, when_open, run }: Report): string | null {
  const place = run.run_url === null ? 'terminal' : 'job';
  const way = wayOut({ verdict, reasons, decision: numbers }, place);
  return way === null ? null : `${BLOCKS[place][when_open]}; to settle it, ${way}`;
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
