import { devNull } from 'node:os';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { ProgramSpec } from '#adapters/process/program.ts';
import { runGit } from '#adapters/workspace/base-checkout/run-git.ts';

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
  for (const args of COMMANDS) {
    const end = await runGit(args, place, LIMIT_MS);
    if (end.kind !== 'done') return;
  }
}

const LIMIT_MS = 30_000;

const COMMANDS = [
  ['init', '--quiet', '--initial-branch=main', '--template='],
  ['config', 'user.name', 'agent-eval'],
  ['config', 'user.email', 'agent-eval@localhost'],
  ['add', '--all'],
  ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty', '--message=start'],
] as const;

/** No file of this user's or of the system's decides what git does. */
function ownSettings({ PATH, TMPDIR, SystemRoot }: Environment): Environment {
  const kept = { PATH, TMPDIR, SystemRoot };
  const known = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
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
