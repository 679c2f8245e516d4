/** By `npm run test:heavy` everything that is tried at random is tried as often as it says; by `npm test` less often. */
const ALL = process.env['TRIES'] === 'all';

/** How often to try something at random: as told by the heavier suites, a sixth of that in between. */
export function tries(all: number): number {
  return ALL ? all : Math.ceil(all / 6);
}
