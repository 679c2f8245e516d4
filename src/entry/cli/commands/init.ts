import { Command } from 'commander';
import { INIT, type InitOptions } from '#entry/options/flags.ts';
import { addFlags } from '../add-flags.ts';

/** `agent-eval init`: writes a workflow, a config, a first case and a small agent to replace. */
export function initCommand(): Command {
  const command = new Command('init').description('write a workflow, a config, a first case and a starter agent');
  return addFlags(command, INIT).action(async (options: InitOptions) =>
    (await import('../init.ts')).writeStarter(options),
  );
}
