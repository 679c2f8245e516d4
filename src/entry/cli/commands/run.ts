import { Command } from 'commander';
import { RUN, type RunOptions } from '#entry/options/flags.ts';
import { addFlags } from '../add-flags.ts';

/** `agent-eval run`: runs the suite here, compares with a results file when one is given, decides. */
export function runCommand(): Command {
  const command = new Command('run').description('run the cases of a config, compare with a baseline file, decide');
  return addFlags(command, RUN).action(async (options: RunOptions) => (await import('../run.ts')).runSuite(options));
}
