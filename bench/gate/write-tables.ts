import { join } from 'node:path';
import { writeBetween } from '../support/write-between.ts';
import { type MarkReading, measuredText } from './measured.ts';
import { markdownLine, markdownOf } from './print.ts';
import type { Cell } from './scenario.ts';
import type { SideTable } from './side/side-table.ts';
import type { Speed } from './speed.ts';
import { TABLES } from './tables.ts';
import type { Tally } from './tally.ts';

const PAGE = join(import.meta.dirname, 'tables.md');

/** All that a run measured. */
export interface Measurements {
  /** Only cells with a mark were drawn, from fewer pull requests. */
  readonly quick: boolean;
  /** Pull requests. */
  readonly drawn: number;
  readonly tallyOf: (cell: Cell) => Tally | undefined;
  readonly marks: readonly MarkReading[];
  readonly sides: readonly SideTable[];
  readonly speeds: readonly Speed[];
}

/**
 * Writes the measured tables beside the bench.
 *
 * @throws Error when the page has no place for them
 */
export async function writeTables(measurements: Measurements): Promise<void> {
  await writeBetween(PAGE, 'bench:gate', tables(measurements));
}

function tables({ quick, drawn, tallyOf, marks, sides, speeds }: Measurements): string {
  return [
    `Written by \`npm run bench:gate -- ${quick ? '--quick ' : ''}--write\`, from ${drawn.toLocaleString('en')} pull requests.`,
    ...TABLES.map((table) => markdownOf(table, tallyOf)).filter((text) => text !== null),
    ...sides.map(sideOf),
    held(marks),
    timed(speeds),
  ].join('\n\n');
}

function held(marks: readonly MarkReading[]): string {
  return [
    '**What the gate is held to, % or trials per case, ± Monte Carlo error**',
    '',
    markdownLine(['figure', 'measured', 'bound', '']),
    markdownLine(['---', '--:', '--:', '---']),
    ...marks.map(({ mark, measured, outcome }) =>
      markdownLine([
        mark.name,
        measuredText(measured),
        `${mark.at === 'most' ? '≤' : '≥'} ${mark.bound}`,
        {
          met: 'met',
          unclear: 'missed within its error',
          missed: 'missed',
        }[outcome],
      ]),
    ),
  ].join('\n');
}

function sideOf({ title, header, rows }: SideTable): string {
  const aligned = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [`**${title}**`, '', ...[header, aligned, ...rows].map(markdownLine)].join('\n');
}

function timed(speeds: readonly Speed[]): string {
  return [
    '**One decision, from parsed files to its words**',
    '',
    markdownLine(['suite', 'bound']),
    markdownLine(['---', '--:']),
    ...speeds.map(({ work, ms, most_ms }) => markdownLine([work, `${ms <= most_ms ? '' : 'missed: '}≤ ${most_ms} ms`])),
  ].join('\n');
}
