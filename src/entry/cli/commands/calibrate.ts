import { Command } from 'commander';
import { CALIBRATE, type CalibrateOptions } from '#entry/options/flags.ts';
import { addFlags } from '../add-flags.ts';

/** `agent-eval calibrate`: how often the policy is red on unchanged code, and what it sees, on stored runs of main. Nothing is run. */
export function calibrateCommand(): Command {
  const command = new Command('calibrate')
    .description('how often your gate is red on unchanged code, and what it sees, on your own stored runs of main')
    .argument('<results...>', 'results.json of one or more runs of the main branch');
  return addFlags(command, CALIBRATE).action(async (files: readonly string[], options: CalibrateOptions) =>
    (await import('../calibrate.ts')).calibrateRuns(files, options),
  );
}
