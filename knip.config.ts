import type { KnipConfig } from 'knip';

/** What nobody uses has no place here: files, exports, types and dependencies (`npm run unused`). */
const config: KnipConfig = {
  // The two programs that ship, scripts that are run by hand, and programs that benchmarks and tests start by their path.
  entry: [
    'src/{action,cli}.ts!',
    'scripts/openapi-slice.ts',
    'bench/programs/*',
    'test/heavy/support-tests/github/actions/*.ts',
    'test/heavy/support/no-network.mjs',
    'test/support/hasty-timers.mjs',
  ],
  // Bundles, examples, fixtures and agents with packages of their own are used by their path alone.
  project: ['src/**!', 'scripts/**', 'bench/**', 'test/**', '!test/fixtures/**', '!test/heavy/agents/**', '*.{ts,mjs}'],
  // Puts Node 24 on the path of the scripts of package.json.
  ignoreDependencies: ['node-24-for-scripts'],
  // A program of the system.
  ignoreBinaries: ['mkfifo'],
};

export default config;
