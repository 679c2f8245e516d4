import { defineConfig } from 'vitest/config';

/** The tests of one room, in one process. */
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    setupFiles: ['test/support/fewer-tries.ts', 'test/support/ends.ts'],
    // An instrumented simulation on a busy machine takes minutes; what hangs is ended by the time limit of the mutant.
    testTimeout: 600_000,
    isolate: false,
  },
});
