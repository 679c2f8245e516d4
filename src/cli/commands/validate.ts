import { Command } from 'commander';
import type { ValidateOptions } from '../validate.ts';

/** `agent-eval validate`: reads config and cases and reports every problem, without running anything. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('check config and cases; nothing is run')
    .option('--config <file>', 'eval config', 'agent-eval.yml')
    .option('--strict', 'warnings are errors', false)
    .action(async (options: ValidateOptions) => (await import('../validate.ts')).validateConfig(options));
}
