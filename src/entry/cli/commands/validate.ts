import { Command } from 'commander';
import { list } from '../option-values.ts';
import type { ValidateOptions } from '../validate.ts';

/** `agent-eval validate`: reads config and cases and reports every problem, without running anything. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('check config and cases; nothing is run')
    .option('--config <file>', 'eval config', 'agent-eval.yml')
    .option('--strict', 'warnings are errors', false)
    .option('--cases <ids>', 'only the cases with these ids (globs, separated by commas)', list, [])
    .option('--verbose', 'print each case as it is judged: with defaults, all rules written out', false)
    .action(async (options: ValidateOptions) => (await import('../validate.ts')).validateConfig(options));
}
