import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load } from '../support/model-suite.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { watch } from '../support/watch.ts';
import type { Peer } from './peer.ts';

/** evalite, whose task asks by `fetch`; it keeps results in memory. */
export const evalite: Peer = {
  name: 'evalite',
  program: 'evalite/dist/bin.js',
  async run(program, packages, load, openai) {
    await using folder = await scratchFolder(files(load, openai));
    await symlink(packages, join(folder.path, 'node_modules'));
    const cost = await watch(process.execPath, [program, 'run', 'bench.eval.ts', '--threshold', '100'], {
      cwd: folder.path,
      env: { HOME: folder.path, NO_COLOR: '1' },
    });
    const ran = Number(/Evals\s+(\d+)/.exec(cost.output)?.[1]);
    if (cost.exit_code !== 0 || ran !== load.cases * load.trials)
      throw new Error(`evalite: not all passed: ${cost.output.slice(-2000)}`);
    return cost;
  },
};

function files({ cases, trials, concurrency }: Load, openai: string): Readonly<Record<string, string>> {
  return {
    'evalite.config.ts': `export default { maxConcurrency: ${concurrency}, testTimeout: 60_000, hideTable: true };\n`,
    'bench.eval.ts': `import { evalite } from 'evalite';

const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
const system = { role: 'system', content: 'You are terse.' };
evalite('bench', {
  data: Array.from({ length: ${cases} }, (_, index) => ({ input: \`question \${index}\` })),
  trialCount: ${trials},
  task: async (content) => {
    const body = JSON.stringify({ model: 'bench-model', messages: [system, { role: 'user', content }] });
    const response = await fetch('${openai}/chat/completions', { method: 'POST', headers, body });
    return (await response.json()).choices[0].message.content;
  },
  scorers: [{ name: 'contains', scorer: ({ output }) => (output.includes('answer') ? 1 : 0) }],
});
`,
  };
}
