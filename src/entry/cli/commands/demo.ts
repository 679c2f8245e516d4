import { Command } from 'commander';
import { DEMO, type DemoOptions } from '#entry/options/flags.ts';
import { addFlags } from '../add-flags.ts';

/** `agent-eval demo`: the whole story offline: a run on main, an unchanged pull request, one with a broken prompt. */
export function demoCommand(): Command {
  const command = new Command('demo').description(
    'show the whole story offline, in seconds, with a small scripted agent',
  );
  return addFlags(command, DEMO).action(async (options: DemoOptions) => (await import('../demo.ts')).tellDemo(options));
}
