/** Only `npm run test:scheduled` tries everything as often as it says. */
const ALL = process.env['TRIES'] === 'all';

/** Of rows that show one thing by many examples: one of so many, beginning with the first, and all of them on a schedule. */
export function sample<Row>(rows: readonly Row[], oneOf: number): readonly Row[] {
  return ALL ? rows : rows.filter((_, at) => at % oneOf === 0);
}

/** How often to try what is tried at random, or at every place in turn: one of so many, and all on a schedule. */
export function tries(all: number, oneOf = 6): number {
  return ALL ? all : Math.ceil(all / oneOf);
}
