import { execFile } from 'node:child_process';
import { resolve as absolute } from 'node:path';

/** What git knows about a folder; everything is `null` outside a repository or without git. */
export interface RepositoryFacts {
  readonly root: string | null;
  readonly sha: string | null;
  readonly ref: string | null;
}

/**
 * Asks git about the checkout at `cwd`; a caller that asks the same meanwhile gets the same answer. Never throws. Ignores
 * committed files that look like a bare repository: inside them everything is `null`.
 */
export function repositoryFacts(cwd: string): Promise<RepositoryFacts> {
  const folder = absolute(cwd);
  const running = ASKED.get(folder);
  if (running !== undefined) return running;
  const facts = askGit(folder).finally(() => ASKED.delete(folder));
  ASKED.set(folder, facts);
  return facts;
}

const ASKED = new Map<string, Promise<RepositoryFacts>>();

async function askGit(cwd: string): Promise<RepositoryFacts> {
  const all = await git(cwd, ['rev-parse', '--show-toplevel', 'HEAD', '--symbolic-full-name', 'HEAD']);
  // Its first answer is the root; without a root there is nothing to ask for.
  if (!all.answered) return all.text === '' ? NOTHING : oneByOne(cwd);
  const [ref = '', sha = '', ...root] = all.text.split('\n').reverse();
  if (root.length === 0 || !/^[0-9a-f]{40,64}$/.test(sha)) return oneByOne(cwd);
  // A path may hold line breaks.
  return { root: root.reverse().join('\n'), sha, ref: ref === 'HEAD' ? null : ref };
}

const NOTHING: RepositoryFacts = { root: null, sha: null, ref: null };

/** Before the first commit, git has no answer to one of the questions. */
async function oneByOne(cwd: string): Promise<RepositoryFacts> {
  const [root, sha, ref] = await Promise.all([
    answer(cwd, ['rev-parse', '--show-toplevel']),
    answer(cwd, ['rev-parse', 'HEAD']),
    answer(cwd, ['symbolic-ref', '-q', 'HEAD']),
  ]);
  return { root, sha, ref };
}

async function answer(cwd: string, args: readonly string[]): Promise<string | null> {
  const { answered, text } = await git(cwd, args);
  return answered && text !== '' ? text : null;
}

/** What git printed, also before it failed. */
async function git(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly answered: boolean; readonly text: string }> {
  const safely = ['-c', 'safe.bareRepository=explicit', ...args];
  return new Promise((resolve) => {
    execFile('git', safely, { cwd, timeout: 10_000 }, (error, stdout) =>
      resolve({ answered: error === null, text: stdout.trim() }),
    );
  });
}
