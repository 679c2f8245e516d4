import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** Files that measure how long something takes: nothing else runs beside them. */
const TIMED = ['test/heavy/bundle/signals.test.ts', 'test/heavy/testing/github/runner.test.ts'];

/** Files that take minutes: begun last, each would have the machine to itself at the end. */
const LONG = [
  'attacks/base-side',
  'models/upstream-faults',
  'models/budgets',
  'init-frameworks',
  'faults/github',
  'bundle/publishing',
  'bundle/coverage',
  'models/replay',
  'bundle/report-mode',
  'faults/killed',
  'faults/interrupted',
];

/** Files that watch the bundle from outside: they share what is loaded, and the results of main that each scene begins with. */
const OF_BUNDLE = ['test/heavy/bundle/**/*.test.ts', 'test/heavy/models/**/*.test.ts'];

const isLong = (path: string) => LONG.some((name) => path.endsWith(`/${name}.test.ts`));

class LongFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong(b.moduleId)) - Number(isLong(a.moduleId)));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts'],
    sequence: { sequencer: LongFirst },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // One more than a small machine has processors: many tests wait, for a silence or a clock.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'heavy',
          include: ['test/heavy/**/*.test.ts'],
          // vitest.scheduled.config.ts runs those below scheduled/.
          exclude: [...OF_BUNDLE, ...TIMED, 'test/heavy/scheduled/**', '**/node_modules/**'],
        },
      },
      { extends: true, test: { name: 'bundle', include: OF_BUNDLE, exclude: TIMED, isolate: false } },
      { extends: true, test: { name: 'timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
