import { Command } from 'commander';
import { VALIDATE, type ValidateOptions } from '#entry/options/flags.ts';
import { addFlags } from '../add-flags.ts';

/** `agent-eval validate`: reads config and cases and reports every problem, without running anything. */
export function validateCommand(): Command {
  const command = new Command('validate').description('check config and cases; nothing is run');
  return addFlags(command, VALIDATE).action(async (options: ValidateOptions) =>
    (await import('../validate.ts')).validateConfig(options),
  );
}
