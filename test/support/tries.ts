/** Only `npm run test:scheduled` tries everything as often as it says. */
const ALL = process.env['TRIES'] === 'all';

/** How often to try what is tried at random, or at every place in turn: a sixth of what is said, and all of it on a schedule. */
export function tries(all: number): number {
  return ALL ? all : Math.ceil(all / 6);
}
