import { defineConfig } from 'vitest/config';

/** Suites whose peers are too large to install for every change: `.github/workflows/scheduled.yml` runs them once a week. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts'],
    include: ['test/heavy/scheduled/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
  },
});
