import { defineConfig } from 'vitest/config';

/** Files that measure their own memory: what others leave behind would be counted too. */
const ALONE = ['test/github/artifacts/zip/zip-lines.test.ts'];

const HEAVY = ['test/heavy/**', '**/node_modules/**'];

export default defineConfig({
  test: {
    // Ends only what hangs: whole runs of the bundle, on a machine that is busy with other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // A process for each worker: how long it takes to start a program depends on how much memory its parent holds.
    pool: 'forks',
    // Two more than a small machine has processors: many tests wait, for a program or a silence.
    maxWorkers: 4,
    // Tests make much and keep little: a twentieth of their time went into collecting it piece by piece.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/fewer-tries.ts', 'test/support/ends.ts'],
    projects: [
      // Files share what is loaded, so each puts back what it changes in its process: variables, timers, streams.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...ALONE, ...HEAVY], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
