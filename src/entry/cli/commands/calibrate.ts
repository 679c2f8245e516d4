import { Command } from 'commander';
import type { CalibrateOptions } from '../calibrate.ts';
import { count, trials } from '../option-values.ts';

/** `agent-eval calibrate`: how often the policy is red on unchanged code, and what it sees, on stored runs of main. Nothing is run. */
export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description('how often your gate is red on unchanged code, and what it sees, on your own stored runs of main')
    .argument('<results...>', 'results.json of one or more runs of the main branch')
    .option('--config <file>', `eval config whose gate and trials are looked at (default: ${CONFIG} if it exists)`)
    .option('--trials <number>', "trials per case, a number or a range such as 3-10, in place of the config's", trials)
    .option('--draws <number>', 'made-up pull requests behind each figure', count(MOST_DRAWS), DRAWS)
    .option('--json', 'print all figures as JSON on standard output', false)
    .action(async (files: readonly string[], options: CalibrateOptions) =>
      (await import('../calibrate.ts')).calibrateRuns(files, options),
    );
}

const CONFIG = 'agent-eval.yml';
const MOST_DRAWS = 100_000;
const DRAWS = 200;
