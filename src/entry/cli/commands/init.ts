import { Command, Option } from 'commander';
import type { InitOptions } from '../init.ts';

/** `agent-eval init`: writes a workflow, a config, a first case and a small agent to replace. */
export function initCommand(): Command {
  return new Command('init')
    .description('write a workflow, a config, a first case and a starter agent')
    .addOption(
      new Option('--language <name>', 'language of the starter agent (default: from the files here)').choices([
        'python',
        'node',
      ]),
    )
    .option('--force', 'overwrite files that exist', false)
    .action(async (options: InitOptions) => (await import('../init.ts')).writeStarter(options));
}
