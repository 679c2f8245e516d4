import { join } from 'node:path';
import { exists } from '#adapters/workspace/files/exists.ts';
import type { GithubRun } from './github-run.ts';

/**
 * What is wrong where the config is not there, a sentence with how to mend it; `null` when it is. A checkout that was forgotten, and a working
 * directory that is written wrong, look just like a config that nobody wrote.
 */
export async function missingConfig({ inputs, root, cwd }: GithubRun): Promise<string | null> {
  const { config, workingDirectory } = inputs;
  if (await exists(join(cwd, config))) return null;
  const missing = `"${config}" does not exist`;
  if (!(await exists(join(root, '.git'))))
    return `${missing}, and there is no repository here: is actions/checkout missing before this step? Every job needs it, including one that merges. If it is there, correct the inputs config and working-directory; working-directory starts with the checkout's path, if it has one`;
  if (!(await exists(cwd)))
    return `${missing}: the checkout has no folder "${workingDirectory}", which the input working-directory names; correct it`;
  const place = workingDirectory === '.' ? 'the root of the checkout' : `the folder "${workingDirectory}"`;
  return `${missing} in ${place} (input working-directory); correct this input or the input config, or write the file with "agent-eval init"`;
}
