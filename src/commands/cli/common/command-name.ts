import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isJsonObject, type Json } from '#common/json.ts';
import { shellLine } from '#common/shell.ts';
import { PUBLISHED } from '#common/tool.ts';

/** The same as {@link commandWords}, in a POSIX shell. */
export function commandName(...place: Parameters<typeof commandWords>): string {
  return shellLine(commandWords(...place));
}

/**
 * How people start this command again: what npx fetched it from, as `npx github:owner/name`; where it is installed, the published
 * one; or Node and the path of its script.
 *
 * @param cwd where they start it; `null`: anywhere
 */
export function commandWords(
  script: string = process.argv[1] ?? '',
  cwd: string | null = process.cwd(),
): readonly string[] {
  if (basename(script) === 'agent-eval') return fetchedBy(dirname(script)) ?? PUBLISHED;
  const short = cwd === null ? script : relative(cwd, script);
  return ['node', short.length < script.length ? short : script];
}

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

/** The command that filled a cache of npx with these programs, as the cache notes it; `null` if it does not, or a registry has it. */
function fetchedBy(programs: string): readonly string[] | null {
  const cache = dirname(dirname(programs));
  if (basename(dirname(cache)) !== '_npx') return null;
  try {
    const noted: Json = JSON.parse(readFileSync(join(cache, 'package.json'), 'utf8'));
    const npx = isJsonObject(noted) ? noted['_npx'] : null;
    const packages = isJsonObject(npx) ? npx['packages'] : null;
    const [only] = Array.isArray(packages) ? packages : [];
    return typeof only === 'string' && /^(?:github:|git\+)[\w@%+=:,./#-]+$/.test(only) ? ['npx', only] : null;
  } catch {
    return null;
  }
}
