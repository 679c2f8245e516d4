import { Command } from 'commander';
import type { SaveOptions } from '../baseline.ts';

/** `agent-eval baseline`: keeps runs out of the output folder, to compare with later. */
export function baselineCommand(): Command {
  const command = new Command('baseline').description('keep runs to compare with, in agent-eval-baselines/');
  command
    .command('save <name>')
    .description('keep the newest run, with its trajectories, under a name for "run --baseline NAME"')
    .option('--output <folder>', 'where the run wrote its results (default: agent-eval-results)')
    .action(async (name: string, options: SaveOptions) => (await import('../baseline.ts')).saveBaseline(name, options));
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
