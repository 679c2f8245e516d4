import { Command } from 'commander';
import type { DemoOptions } from '../demo.ts';

/** `agent-eval demo`: the whole story offline: a run on main, an unchanged pull request, one with a broken prompt. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('show the whole story offline, in seconds, with a small scripted agent')
    .option('--keep', "keep the folder with the demo's files and results", false)
    .action(async (options: DemoOptions) => (await import('../demo.ts')).tellDemo(options));
}
