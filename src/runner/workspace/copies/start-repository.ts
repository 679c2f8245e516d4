import { appendFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#process/child-environment.ts';
import type { ProgramSpec } from '#process/program.ts';
import { runGit } from '#runner/workspace/base-checkout/run-git.ts';

/**
 * Makes a copy a repository with one commit, for the agent: what it does there is never read from it. The same files give the same commit.
 * Without git there is none.
 */
export async function startRepository(
  cwd: string,
  environment: Environment,
  { resolve, signal }: { readonly resolve?: ProgramSpec['resolve']; readonly signal: AbortSignal },
): Promise<void> {
  const place = { cwd, environment: ownSettings(environment), resolve, signal };
  const git = async (args: readonly string[]) => (await runGit(args, place, LIMIT_MS)).kind === 'done';
  if (!(await git(['init', '--quiet', '--initial-branch=main', '--template=']))) return;
  // As `git config` would write it, without two more processes for every trial.
  await appendFile(join(cwd, '.git', 'config'), '[user]\n\tname = agent-eval\n\temail = agent-eval@localhost\n');
  if (!(await git(['add', '--all']))) return;
  await git(['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty', '--message=start']);
}

const LIMIT_MS = 30_000;

/** No file of this user's or of the system's decides what git does. */
function ownSettings({ PATH, TMPDIR, SystemRoot }: Environment): Environment {
  const variables = { PATH, TMPDIR, SystemRoot };
  const known = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(known),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
    LC_ALL: 'C',
  };
}
