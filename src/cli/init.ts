import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { commandName } from './command-name.ts';
import { errorCode } from './error-code.ts';
import { EXIT } from './exit.ts';
import { say } from './say.ts';
import { type StarterLanguage, starterFiles } from './starter-files.ts';

interface InitOptions {
  readonly language?: StarterLanguage;
  readonly force: boolean;
}

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
    .action(run);
}

async function run(options: InitOptions): Promise<void> {
  const cwd = process.cwd();
  const language = options.language ?? guessLanguage(cwd);
  const files = starterFiles(language);
  const existing = files.filter((file) => existsSync(join(cwd, file.path)));
  if (existing.length > 0 && !options.force) {
    for (const file of existing) say(`${file.path} exists already`);
    say('nothing was written; move these files away, or overwrite them with --force');
    process.exitCode = EXIT.usage;
    return;
  }
  for (const file of files) {
    try {
      await mkdir(dirname(join(cwd, file.path)), { recursive: true });
      await writeFile(join(cwd, file.path), file.text);
    } catch (error) {
      say(`${file.path} can't be written (${errorCode(error)}); check the folder's permissions`);
      process.exitCode = EXIT.usage;
      return;
    }
    process.stdout.write(`wrote ${file.path}: ${file.purpose}\n`);
  }
  const command = commandName();
  process.stdout.write(
    [
      '',
      'Next:',
      `  ${command} run`,
      '      runs the starter agent on the first cases',
      `  edit ${files.find((file) => file.path.includes('agent.'))?.path}`,
      '      call your own agent instead',
      '  edit agent-eval.yml',
      '      take record and needs out of their comments once it asks a model',
      '  git push',
      '      the first run on main becomes the baseline',
      '',
    ].join('\n'),
  );
}

function guessLanguage(cwd: string): StarterLanguage {
  return existsSync(join(cwd, 'package.json')) ? 'node' : 'python';
}
