import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isJsonObject, type Json } from '#common/json.ts';
import { shellLine } from '#common/shell.ts';

/** The same as {@link commandWords}, in a POSIX shell. */
export function commandName(...place: Parameters<typeof commandWords>): string {
  return shellLine(commandWords(...place));
}

/**
 * How people start this command again: `agent-eval`, `npx agent-eval` where a project has it, `npx github:owner/name` where
 * npx fetched it, or Node and the path of its script.
 *
 * @param cwd where they start it; `null`: anywhere
 */
export function commandWords(
  script: string = process.argv[1] ?? '',
  cwd: string | null = process.cwd(),
): readonly string[] {
  if (basename(script) === NAME) return inModules(dirname(script)) ?? [NAME];
  const short = cwd === null ? script : relative(cwd, script);
  return ['node', short.length < script.length ? short : script];
}

const NAME = 'agent-eval';

/** What follows a mistake in a command line: an example if the command takes an argument, and where to read all of it. */
export function helpHint(command = ''): string {
  const [start, example] = [commandName(), EXAMPLES[command]];
  const help = `see "${[start, command, '--help'].filter((part) => part !== '').join(' ')}"`;
  return example === undefined ? `(${help})` : `(for example: ${start} ${command} ${example}; ${help})`;
}

/** Arguments without which a command can't start. */
const EXAMPLES: Readonly<Record<string, string>> = {
  show: 'refund-late',
  regrade: 'agent-eval-results',
  calibrate: 'main-1/results.json main-2/results.json',
  export: 'agent-eval-results',
  import: 'promptfooconfig.yaml',
};

/** The command of a folder whose programs only npx finds; `null` for any other folder. */
function inModules(folder: string): readonly string[] | null {
  if (!folder.endsWith(join('node_modules', '.bin'))) return null;
  const home = dirname(dirname(folder));
  return ['npx', (basename(dirname(home)) === '_npx' ? fetchedPackage(home) : null) ?? NAME];
}

/** The package that npx was given, as its cache notes it; `null` if it does not. */
function fetchedPackage(cache: string): string | null {
  try {
    const noted: Json = JSON.parse(readFileSync(join(cache, 'package.json'), 'utf8'));
    const npx = isJsonObject(noted) ? noted['_npx'] : null;
    const packages = isJsonObject(npx) ? npx['packages'] : null;
    const [only] = Array.isArray(packages) ? packages : [];
    return typeof only === 'string' && /^[\w@%+=:,./#-]+$/.test(only) ? only : null;
  } catch {
    return null;
  }
}
