import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What git knows about a folder; everything is `null` outside a repository or without git. */
export interface RepositoryFacts {
  readonly root: string | null;
  readonly sha: string | null;
  readonly ref: string | null;
}

const run = promisify(execFile);

/**
 * Asks git about the checkout at `cwd`. Never throws. Ignores committed files that look like a bare repository: inside them
 * everything is `null`.
 */
export async function repositoryFacts(cwd: string): Promise<RepositoryFacts> {
  return (await allAtOnce(cwd)) ?? (await oneByOne(cwd));
}

/** `null` if git can't answer one of the questions, for example before the first commit. */
async function allAtOnce(cwd: string): Promise<RepositoryFacts | null> {
  const lines = (await git(cwd, ['rev-parse', '--show-toplevel', 'HEAD', '--symbolic-full-name', 'HEAD']))?.split('\n');
  const [ref = '', sha = '', ...root] = lines?.reverse() ?? [];
  if (root.length === 0 || !/^[0-9a-f]{40,64}$/.test(sha)) return null;
  // A path may hold line breaks.
  return { root: root.reverse().join('\n'), sha, ref: ref === 'HEAD' ? null : ref };
}

async function oneByOne(cwd: string): Promise<RepositoryFacts> {
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
