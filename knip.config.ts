import type { KnipConfig } from 'knip';

/** What nobody uses is deleted: files, exports, types and dependencies (`npm run unused`). */
const config: KnipConfig = {
  // The programs that ship, the script that every HTML report carries, scripts that people run by hand, and what is used by its path alone: programs that
  // benchmarks and tests start, and the globals that the tsconfig of the pure rooms adds.
  entry: [
    'src/{action,cli,draw-thread,mcp-relay}.ts!',
    'src/common/globals.d.ts!',
    'src/report/page/main.ts!',
    'src/wire/recorder/preload/node.cjs!',
    'scripts/mutation/{sample,vitest.config}.ts',
    'scripts/openapi-slice.ts',
    'bench/gate/worker.ts',
    'bench/programs/*',
    'test/heavy/repository/support/compiler.ts',
    'test/heavy/testing/github/actions/*.ts',
    'test/heavy/support/no-network.mjs',
    'test/support/fast-timers.mjs',
    'test/testing/providers/serve.ts',
  ],
  // Bundles, examples, fixtures and agents with packages of their own stand outside.
  project: [
    'src/**!',
    '!src/commands/cli/starter/templates/**',
    'scripts/**',
    'bench/**',
    'test/**',
    '!test/fixtures/**',
    '!test/heavy/agents/**',
    '*.{ts,mjs}',
  ],
  // Puts Node 24 on the path of the scripts of package.json.
  ignoreDependencies: ['node-24-for-scripts', 'typescript-native'],
  // What an exported function takes and gives may be exported beside it.
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
