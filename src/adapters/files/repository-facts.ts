import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What git knows of a folder; everything is `null` outside a repository or without git. */
export interface RepositoryFacts {
  readonly root: string | null;
  readonly sha: string | null;
  readonly ref: string | null;
}

const run = promisify(execFile);

/**
 * Asks git about the checkout at `cwd`. Never throws. Committed files that look like a bare repository are not believed:
 * inside of them everything is `null`.
 */
export async function repositoryFacts(cwd: string): Promise<RepositoryFacts> {
  const [root, sha, ref] = await Promise.all([
    git(cwd, ['rev-parse', '--show-toplevel']),
    git(cwd, ['rev-parse', 'HEAD']),
    git(cwd, ['symbolic-ref', '-q', 'HEAD']),
  ]);
  return { root, sha, ref };
}

async function git(cwd: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-c', 'safe.bareRepository=explicit', ...args], { cwd, timeout: 10_000 });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
