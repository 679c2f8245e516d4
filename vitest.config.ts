import { defineConfig } from 'vitest/config';

/** Pure functions leave nothing behind, so that their files can share what is loaded. */
const PURE = ['test/domain/**/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'threads',
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'domain', include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, 'test/heavy/**', '**/node_modules/**'],
        },
      },
    ],
  },
});
