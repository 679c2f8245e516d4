import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProgramSpec } from '#process/program.ts';
import { type FileStates, writtenSince } from '#runner/base-side/base-checkout.ts';
import { copyFolder } from '#runner/workspace/copies/put-files.ts';
import { type GitEnd, type GitPlace, runGit } from '../git/run-git.ts';
import type { CommitSource } from './commit-source.ts';
import { gitEnvironment } from './git-environment.ts';
import { type GitTask, gitProblem } from './git-problem.ts';
import { otherDependencies } from './other-dependencies.ts';
import { unfetchedFiles } from './unfetched-files.ts';

/** The files of a commit in a folder of their own. */
export interface Checkout {
  /** Root of the repository, absolute. */
  readonly folder: string;
  /**
   * Why the packages installed for the candidate may differ from what this commit asks for, a sentence part; `null` if both ask
   * for the same.
   *
   * @param place folder of the config, from the root of the repository
   */
  otherDependencies(place: string): Promise<string | null>;
  /** The files of the commit, or all in its folder. */
  filesNow(which: 'commit' | 'all'): Promise<FileStates>;
  /** Removes the folder. Never throws: what can't be removed stays in the folder for temporary files. */
  close(): Promise<void>;
}

/** A checkout whose files may be taken in place of fetching its commit again. */
export interface FetchedBefore extends Pick<Checkout, 'folder' | 'filesNow'> {
  /** All that was in its folder before any program could write there. */
  readonly all: FileStates;
}

/** Surroundings of a checkout. */
export interface CheckoutOptions {
  /** Folder for temporary files, absolute. */
  readonly temporary: string;
  /** Variables of this process; git gets the few that it needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** See `ProgramSpec`. */
  readonly resolve?: ProgramSpec['resolve'];
  readonly signal: AbortSignal;
  /** The candidate's checkout, absolute: Git LFS files and submodules matter only if the candidate has them. */
  readonly root: string;
  readonly before?: FetchedBefore | undefined;
}

/**
 * Gets the files of one commit with a git that reads no configuration file: no hooks, filters, credential helpers or settings
 * of the user, the system or another checkout apply. The token is in git's environment, in no argument and no file. `problem`
 * is a sentence part that says how to fix it.
 */
export async function checkOutCommit(
  source: CommitSource,
  sha: string,
  options: CheckoutOptions,
): Promise<{ readonly checkout: Checkout } | { readonly problem: string }> {
  const refused = refusedOrder(source, sha);
  if (refused !== null) return { problem: refused };
  const made = await makeFolder(options.temporary);
  if ('problem' in made) return made;
  const { top } = made;
  const close = () => rm(top, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  const folder = join(top, 'repository');
  try {
    const place: GitPlace = {
      cwd: top,
      environment: gitEnvironment(options.environment, source, join(top, 'home')),
      resolve: options.resolve,
      signal: options.signal,
    };
    const git: Git = (args, limit_ms = SHORT_MS) => runGit(['-C', folder, ...args], place, limit_ms);
    const isCopied = options.before !== undefined && (await copied(options.before, folder));
    const problem = isCopied
      ? null
      : ((await fill(source, sha, git)) ?? (await unfetchedFiles(folder, options.root, git)));
    if (problem === null) {
      const otherThan = (place: string) => otherDependencies(folder, options.root, place, git);
      const paths = await filesOf(folder);
      return {
        checkout: {
          folder,
          otherDependencies: otherThan,
          filesNow: (which) => (which === 'all' ? folderStates(folder) : fileStates(folder, paths)),
          close,
        },
      };
    }
    await close();
    return { problem };
  } catch (error) {
    await close();
    throw error;
  }
}

function refusedOrder(source: CommitSource, sha: string): string | null {
  if (!/^[0-9a-f]{40}$/.test(sha)) return `${JSON.stringify(sha.slice(0, 70))} is not a full commit id of 40 digits`;
  if (source.kind === 'local') return null;
  const url = URL.canParse(source.url) ? new URL(source.url) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  return isSafe ? null : `the token is sent over https only, but the repository is at ${JSON.stringify(source.url)}`;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

async function makeFolder(temporary: string): Promise<{ readonly top: string } | { readonly problem: string }> {
  try {
    const top = await mkdtemp(join(temporary, 'agent-eval-base-'));
    for (const name of ['home', 'repository']) await mkdir(join(top, name));
    return { top };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { problem: `no folder could be made in ${temporary} (${code}); make it writable` };
  }
}

/** Copies a checkout with what git keeps. Returns whether it was as it was fetched until the end; else nothing is copied. */
async function copied({ folder: from, all, filesNow }: FetchedBefore, folder: string): Promise<boolean> {
  try {
    for (const part of ['', '.git']) await copyFolder(join(from, part), join(folder, part));
    if (writtenSince(all, await filesNow('all')) === null) return true;
  } catch {
    // A program may have taken files away, or made what can't be copied.
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await mkdir(folder);
  return false;
}

/** Runs git in the commit's folder. */
type Git = (args: readonly string[], limit_ms?: number) => Promise<GitEnd>;

/** Returns why it failed. */
async function fill(source: CommitSource, sha: string, git: Git): Promise<string | null> {
  const url = source.kind === 'local' ? pathToFileURL(source.repository).href : source.url;
  const steps: readonly [GitTask['does'], () => Promise<GitEnd>][] = [
    ['make a folder', () => git(['init', '--quiet', '--template='])],
    ['fetch', () => git([...FETCH, url, sha], FETCH_MS)],
    ['check out', () => git(['checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD'], CHECKOUT_MS)],
  ];
  for (const [does, step] of steps) {
    const end = await step();
    if (end.kind !== 'done') return gitProblem(end, { does, sha, source });
  }
  return null;
}

const FETCH = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules'];

const SHORT_MS = 30_000;
const FETCH_MS = 5 * 60_000;
const CHECKOUT_MS = 2 * 60_000;

/** All that is in a folder, also empty folders and what git keeps. */
export async function folderStates(folder: string): Promise<FileStates> {
  return fileStates(folder, await readdir(folder, { recursive: true }));
}

/** The files in a folder, from it, without git's own. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.filter((path) => !path.startsWith('.git/'));
}

/**
 * Each file with what the system notes at every write: another text means that somebody wrote to it, even if it holds the same bytes
 * again. No program can set the time of a change back.
 */
async function fileStates(folder: string, paths: readonly string[]): Promise<FileStates> {
  const states = new Map<string, string>();
  for (const path of paths) {
    const stats = await lstat(join(folder, path), { bigint: true }).catch(() => null);
    states.set(path, stats === null ? '' : `${stats.ino} ${stats.ctimeNs} ${stats.size} ${stats.mode}`);
  }
  return states;
}
