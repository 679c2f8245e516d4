import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Load } from './model-suite.ts';
import { scratchFolder } from './scratch-folder.ts';
import { type Cost, watch } from './watch.ts';

/**
 * The same calls by promptfoo, with its own `openai:chat` provider and a check of the answer; `null` where it is not
 * installed. It is 2 GB: BENCH_PROMPTFOO names a folder in which `npm install promptfoo@0.123.1` was run.
 */
export async function promptfoo(load: Load, openai: string): Promise<Cost | null> {
  const installed = process.env['BENCH_PROMPTFOO'];
  if (installed === undefined || installed === '') return null;
  const program = resolve(installed, 'node_modules/promptfoo/dist/src/entrypoint.js');
  if (!existsSync(program)) throw new Error(`BENCH_PROMPTFOO: there is no promptfoo in ${installed}`);
  await using folder = await scratchFolder({ 'promptfooconfig.json': JSON.stringify(config(load, openai)) });
  const args = ['eval', '-c', 'promptfooconfig.json', '-j', String(load.concurrency), '--repeat', String(load.trials)];
  const cost = await watch(
    process.execPath,
    [program, ...args, '--no-cache', '--no-table', '--no-progress-bar', '-o', 'results.json'],
    { cwd: folder.path, env: environment(folder.path) },
  );
  const passed = Number(/(\d+) passed/.exec(cost.output.replaceAll(',', ''))?.[1]);
  if (passed !== load.cases * load.trials) throw new Error(`promptfoo: not all passed: ${cost.output.slice(-2000)}`);
  return cost;
}

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
