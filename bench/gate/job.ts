import { decideOne } from './decide-cell.ts';
import { randomOf } from './random.ts';
import { TABLES } from './tables.ts';
import { counted, NOTHING, type Tally } from './tally.ts';

/** A part of one cell: so small that two processors end at about the same time, and with a seed of its own. */
export interface Job {
  /** Position of the cell among those of all tables. */
  readonly cell: number;
  readonly part: number;
  readonly draws: number;
}

/** Every cell of every table. */
export const CELLS = TABLES.flatMap(({ cells }) => cells);

/** Pull requests in one part. */
const PART = 200;

/** The parts of a cell. The same part draws the same pull requests whoever draws it. */
export function jobsOf(cell: number, draws: number): readonly Job[] {
  return Array.from({ length: Math.ceil(draws / PART) }, (_, part) => ({
    cell,
    part,
    draws: Math.min(PART, draws - part * PART),
  }));
}

/** Draws and decides. */
export function doJob({ cell, part, draws }: Job): Tally {
  const found = CELLS[cell];
  if (found === undefined) throw new RangeError(`there is no cell ${cell}`);
  const random = randomOf(cell * 10_000 + part);
  let tally = NOTHING;
  for (let draw = 0; draw < draws; draw += 1) tally = counted(tally, decideOne(found.scenario, found.rule, random));
  return tally;
}
