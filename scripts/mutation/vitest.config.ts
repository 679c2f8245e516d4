import { defineConfig } from 'vitest/config';

/** The tests of one room, in one process. */
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    setupFiles: ['test/support/fewer-tries.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
});
