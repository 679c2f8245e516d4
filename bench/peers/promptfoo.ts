import { join } from 'node:path';
import type { Load } from '../support/model-suite.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { watch } from '../support/watch.ts';
import type { Peer } from './peer.ts';

/** promptfoo with its own `openai:chat` provider. */
export const promptfoo: Peer = {
  name: 'promptfoo',
  program: 'promptfoo/dist/src/commandspoint.js',
  async run(program, _, load, openai) {
    await using folder = await scratchFolder({ 'promptfooconfig.json': JSON.stringify(config(load, openai)) });
    const repeated = ['-j', String(load.concurrency), '--repeat', String(load.trials)];
    const cost = await watch(
      process.execPath,
      [program, 'eval', '-c', 'promptfooconfig.json', ...repeated, ...QUIETLY, '-o', 'results.json'],
      { cwd: folder.path, env: environment(folder.path) },
    );
    const passed = Number(/(\d+) passed/.exec(cost.output.replaceAll(',', ''))?.[1]);
    if (passed !== load.cases * load.trials) throw new Error(`promptfoo: not all passed: ${cost.output.slice(-2000)}`);
    return cost;
  },
};

const QUIETLY = ['--no-cache', '--no-table', '--no-progress-bar'];

function config({ cases }: Load, openai: string): object {
  return {
    prompts: [
      JSON.stringify([
        { role: 'system', content: 'You are terse.' },
        { role: 'user', content: '{{question}}' },
      ]),
    ],
    providers: [{ id: 'openai:chat:bench-model', config: { apiBaseUrl: openai, apiKey: 'bench' } }],
    tests: Array.from({ length: cases }, (_, index) => ({
      vars: { question: `question ${index}` },
      assert: [{ type: 'contains', value: 'answer' }],
    })),
  };
}

/** Nothing of it leaves the machine or outlives the folder. */
function environment(folder: string): Readonly<Record<string, string>> {
  return {
    HOME: folder,
    PROMPTFOO_CONFIG_DIR: join(folder, 'state'),
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  };
}
