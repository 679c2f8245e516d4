import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a `.git` holds besides its objects. */
export type GitFolder = {
  /** What HEAD says: a sha, or `ref: ` and the name of a branch. */
  readonly head: string;
  /** Full name → sha. */
  readonly refs: Readonly<Record<string, string>>;
  /** Added to what `git init` writes. */
  readonly config: string;
};

/** Writes a `.git` as `git init` does, with refs. */
export async function writeGitFolder(folder: string, { head, refs, config }: GitFolder): Promise<void> {
  await Promise.all(
    ['objects', 'refs/heads', 'refs/tags', 'hooks'].map((name) => mkdir(join(folder, name), { recursive: true })),
  );
  await Promise.all([
    writeHead(folder, head),
    writeFile(join(folder, 'config'), `${CORE}${config}`),
    ...Object.entries(refs).map(([ref, sha]) => writeRef(folder, ref, sha)),
  ]);
}

/** Points HEAD to a commit, or to a branch by `ref: `. */
export function writeHead(folder: string, head: string): Promise<void> {
  return writeFile(join(folder, 'HEAD'), `${head}\n`);
}

/** Points a ref to a commit. */
export async function writeRef(folder: string, ref: string, sha: string): Promise<void> {
  await mkdir(dirname(join(folder, ref)), { recursive: true });
  await writeFile(join(folder, ref), `${sha}\n`);
}

const CORE = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n';
