import { Command } from 'commander';
import { COMPARE, type CompareOptions } from '#entry/options/flags.ts';
import { addFlags } from '../add-flags.ts';

/** `agent-eval compare`: decides from two results files, without running anything. */
export function compareCommand(): Command {
  const command = new Command('compare').description('decide from two results files, without running anything');
  return addFlags(command, COMPARE).action(async (options: CompareOptions) =>
    (await import('../compare.ts')).compareFiles(options),
  );
}
