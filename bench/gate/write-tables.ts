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
  /** Words of the titles of the tables that were drawn; empty: all were. */
  readonly wanted: string;
  /** Pull requests. */
  readonly drawn: number;
  readonly tallyOf: (cell: Cell) => Tally | undefined;
  readonly marks: readonly MarkReading[];
  readonly sides: readonly SideTable[];
  readonly speeds: readonly Speed[];
}

/**
 * Writes the measured tables beside the bench; if some alone were drawn, in place of those that stand there.
 *
 * @throws Error when the page has no place for them
 */
export async function writeTables(measurements: Measurements): Promise<void> {
  await writeBetween(PAGE, 'bench:gate', (before) =>
    measurements.wanted === '' ? tables(measurements).join('\n\n') : inPlace(before, measurements),
  );
}

const HELD = '**What the gate is held to';

/** Tables by their title, and marks by their name and bound: those that were drawn, in place of those before or after them. */
function inPlace(before: string, { wanted, tallyOf, marks, sides }: Measurements): string {
  const [first = '', ...others] = before.split('\n\n**');
  const blocks = new Map(others.map((block) => [titleOf(`**${block}`), `**${block}`]));
  const [known = ''] = [...blocks.values()].filter((block) => block.startsWith(HELD));
  const ends = [...blocks].filter(([title]) => title.startsWith(HELD) || title.startsWith(TIMED));
  for (const [title] of ends) blocks.delete(title);
  const drawn = TABLES.filter(({ title }) => title.includes(wanted)).flatMap(
    (table) => markdownOf(table, tallyOf) ?? [],
  );
  for (const block of [...drawn, ...sides.map(sideOf)]) blocks.set(titleOf(block), block);
  const lines = new Map([...known.split('\n'), ...held(marks).split('\n')].map((line) => [nameOf(line), line]));
  const written = `\`-- --write --table ${JSON.stringify(wanted)}\``;
  return [
    first.includes(written) ? first : `${first} Again since, those of ${written}.`,
    ...blocks.values(),
    ...ends.map(([title, block]) => (title.startsWith(HELD) ? [...lines.values()].join('\n') : block)),
  ].join('\n\n');
}

function titleOf(block: string): string {
  return block.split('** (')[0]?.split('\n')[0] ?? block;
}

/** Figure and bound of a line: a figure may have one of each kind. */
function nameOf(line: string): string {
  const [figure, , bound = ''] = line.split(' | ');
  return `${figure} ${bound.slice(0, 1)}`;
}

function tables({ quick, drawn, tallyOf, marks, sides, speeds }: Measurements): readonly string[] {
  return [
    `Written by \`npm run bench:gate -- ${quick ? '--quick ' : ''}--write\`, from ${drawn.toLocaleString('en')} pull requests.`,
    ...TABLES.map((table) => markdownOf(table, tallyOf)).filter((text) => text !== null),
    ...sides.map(sideOf),
    held(marks),
    timed(speeds),
  ];
}

function held(marks: readonly MarkReading[]): string {
  return [
    `${HELD}, % or trials per case, ± Monte Carlo error**`,
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

const TIMED = '**One decision';

function timed(speeds: readonly Speed[]): string {
  return [
    `${TIMED}, from parsed files to its words**`,
    '',
    markdownLine(['suite', 'bound']),
    markdownLine(['---', '--:']),
    ...speeds.map(({ work, ms, most_ms }) => markdownLine([work, `${ms <= most_ms ? '' : 'missed: '}≤ ${most_ms} ms`])),
  ].join('\n');
}
