import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RepositoryPlace, repositoryPlace } from '#adapters/workspace/git/repository-place.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import type { InitOptions } from '#entry/options/flags.ts';
import { commandName } from './command-name.ts';
import { errorCode } from './error-code.ts';
import { say } from './say.ts';
import { type StarterLanguage, starterFiles } from './starter-files.ts';

/** What `agent-eval init` does. */
export async function writeStarter(options: InitOptions): Promise<void> {
  const cwd = process.cwd();
  const language = options.language ?? guessLanguage(cwd);
  const place = await repositoryPlace(cwd);
  const files = starterFiles(language, place ?? undefined);
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
      ...wherefrom(place),
      'Next:',
      `  ${command} run`,
      '      runs the starter agent on the first cases; agent-eval-results/ keeps itself out of commits',
      `  edit ${files.find((file) => file.path.includes('agent.'))?.path}`,
      '      call your own agent instead',
      '  edit agent-eval.yml',
      '      uncomment record and needs once it calls a model, and setup once it needs packages',
      '  git push',
      `      the first run on ${place?.branch ?? 'main'} becomes the baseline`,
      '',
    ].join('\n'),
  );
}

/** What was assumed about the repository, and what to change if it is wrong. */
function wherefrom(place: RepositoryPlace | null): readonly string[] {
  if (place === null)
    return [
      'This folder is not in a git repository: .github/workflows/ must be at the root of one, and "branches: [main]" in it',
      'must name its default branch.',
      '',
    ];
  const branch = [
    `The workflow takes ${place.branch} for the default branch, whose runs are the baseline. If it is another, change`,
    '"branches:" in it.',
    '',
  ];
  const folder = [
    `The workflow is at the root of the repository, where GitHub reads it, and runs in ${place.folder}.`,
    '',
  ];
  return [...(place.branch_by === 'guessed' ? branch : []), ...(place.folder === '' ? [] : folder)];
}

function guessLanguage(cwd: string): StarterLanguage {
  return existsSync(join(cwd, 'package.json')) ? 'node' : 'python';
}
