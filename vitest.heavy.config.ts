import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Files that try things at random, or count how often something happens: `npm test` has them try a sixth of it. */
const RANDOM = globSync('test/**/*.test.ts', { exclude: ['test/heavy/**', '**/zip-lines.test.ts'] }).filter((path) =>
  /fast-check|support\/tries/.test(readFileSync(path, 'utf8')),
);

/** Files that measure how long something takes: nothing else runs beside them. */
const TIMED = ['test/heavy/bundle/signals.test.ts', 'test/heavy/support-tests/github/runner.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'heavy', include: ['test/heavy/**/*.test.ts'], exclude: [...TIMED, '**/node_modules/**'] },
      },
      {
        extends: true,
        test: { name: 'random', include: RANDOM, env: { TRIES: 'all' }, pool: 'threads', isolate: false },
      },
      { extends: true, test: { name: 'timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
