import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** A file that measures how long something takes: nothing else runs beside it. */
const TIMED = 'test/heavy/bundle/signals.test.ts';

/** Files that take most of a minute or more: begun last, each would have the machine to itself at the end. */
const LONG = [
  'other-runners',
  'own-runners',
  'attacks/base-side',
  'bundle/between-pushes',
  'bundle/failing-github',
  'models/upstream-faults',
  'repository/additions',
  'repository/removals',
  'report-in-browser',
  'bundle/shards',
  'bundle/coverage',
  'faults/github',
  'models/budgets',
  'bundle/cheats',
  'bundle/repair',
  'bundle/verdict-file',
  'bundle/foreign-spans',
].map((name) => `test/heavy/${name}.test.ts`);

const gone = [TIMED, ...LONG].filter((path) => !existsSync(path));
if (gone.length > 0) throw new Error(`vitest.heavy.config.ts names files that are gone: ${gone.join(', ')}`);

/** Files that watch the bundle from outside: they share what is loaded, and the results of main that each scene begins with. */
const OF_BUNDLE = ['test/heavy/bundle/**/*.test.ts', 'test/heavy/models/**/*.test.ts'];

const isLong = (path: string) => LONG.some((name) => path.endsWith(`/${name}`));

class LongFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong(b.moduleId)) - Number(isLong(a.moduleId)));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts', 'test/heavy/support/browser-first.ts'],
    sequence: { sequencer: LongFirst },
    setupFiles: ['test/support/ends.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Two more than a small machine has processors: many tests wait, for a silence or a clock.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'heavy',
          include: ['test/heavy/**/*.test.ts'],
          // vitest.scheduled.config.ts runs those below scheduled/.
          exclude: [...OF_BUNDLE, TIMED, 'test/heavy/scheduled/**', '**/node_modules/**'],
        },
      },
      { extends: true, test: { name: 'bundle', include: OF_BUNDLE, exclude: [TIMED], isolate: false } },
      { extends: true, test: { name: 'timed', include: [TIMED], maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
