import { wayOut } from '#domain/gate/way-out.ts';
import type { WhenOpen } from './exit-code.ts';
import type { Report } from './report.ts';

/** What an undecided verdict means for its reader: whether it blocks, and the one thing that settles it; `null` if it is decided. */
export function openQuestion({ verdict, reasons, numbers, when_open }: Report): string | null {
  const way = wayOut({ verdict, reasons, decision: numbers });
  return way === null ? null : `${BLOCKS[when_open]}; to settle it, ${way}`;
}

const BLOCKS: Readonly<Record<WhenOpen, string>> = {
  green: 'This does not block: the check is green',
  red: 'This blocks: the check is red',
  review: 'This asks for a review',
};
