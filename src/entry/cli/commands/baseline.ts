import { Command } from 'commander';
import { BASELINE_SAVE, type BaselineSaveOptions } from '#entry/options/flags.ts';
import { addFlags } from '../add-flags.ts';

/** `agent-eval baseline`: keeps runs out of the output folder, to compare with later. */
export function baselineCommand(): Command {
  const command = new Command('baseline').description('keep runs to compare with, in agent-eval-baselines/');
  const save = command
    .command('save <name>')
    .description('keep the newest run, with its trajectories, under a name for "run --baseline NAME"');
  addFlags(save, BASELINE_SAVE).action(async (name: string, options: BaselineSaveOptions) =>
    (await import('../baseline.ts')).saveBaseline(name, options),
  );
  command
    .command('list')
    .description('the runs that are kept; * marks the one in use')
    .action(async () => (await import('../baseline.ts')).listBaselines());
  command
    .command('use [name]')
    .description('compare with this one where "run" names no other; without a name: with none')
    .action(async (name: string | undefined) => (await import('../baseline.ts')).useBaseline(name));
  return command;
}
