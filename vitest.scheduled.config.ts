import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Files that try things at random, at every place in turn, or row by row: the other suites have them try a part of it. */
const SAMPLED = globSync('test/**/*.test.ts', { exclude: ['test/heavy/scheduled/**', '**/zip-lines.test.ts'] }).filter(
  (path) => /fast-check|support\/tries/.test(readFileSync(path, 'utf8')),
);

/** What takes too long for every change, `.github/workflows/scheduled.yml` runs once a week: all tries, and runners too large to install. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/ends.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'runners', include: ['test/heavy/scheduled/**/*.test.ts'] } },
      { extends: true, test: { name: 'all tries', include: SAMPLED, env: { TRIES: 'all' } } },
    ],
  },
});
