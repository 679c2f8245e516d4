import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGit, type Git } from './git.ts';
import { writeGitFolder } from './git-folder.ts';
import type { GitHistory, KnownCommit } from './git-history.ts';
import { writeIndex } from './git-index.ts';
import { objectPath, treeObjects } from './git-objects.ts';

/** A folder made by `checkout`. */
export type Checkout = {
  readonly path: string;
  readonly git: Git['run'];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** How much of the history a checkout brings, and the pull request it is for. */
export type CheckoutOptions = { readonly depth?: number; readonly number?: number };

/** A repository on this machine, and what is known of it. */
export type Origin = { readonly path: string; readonly history: GitHistory };

/** Leaves behind what `git init`, `git remote add`, `git fetch --depth` and `git checkout --detach` would. */
export async function checkOut(
  { path: origin, history }: Origin,
  sha: string,
  { depth = 1, number }: CheckoutOptions,
): Promise<Checkout> {
  const path = await mkdtemp(join(tmpdir(), 'checkout-'));
  const folder = join(path, '.git');
  const ref = number === undefined ? 'refs/remotes/origin/main' : `refs/remotes/pull/${number}/merge`;
  const { commits, cut } = fetched(history, sha, depth);
  await writeGitFolder(folder, {
    head: sha,
    refs: { [ref]: sha },
    config: `[remote "origin"]\n\turl = file://${origin}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
  });
  if (cut.length > 0) await writeFile(join(folder, 'shallow'), cut.map((line) => `${line}\n`).join(''));
  const objects = new Set(commits.flatMap(objectsOf));
  await Promise.all([...objects].map((object) => share(object, join(origin, '.git'), folder)));
  const { run } = createGit(path);
  await writeIndex(folder, history.commits.get(sha)?.entries ?? new Map());
  await writeFiles(path, history, sha);
  return { path, git: run, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function writeFiles(path: string, { commits, texts }: GitHistory, sha: string): Promise<void> {
  const files = [...(commits.get(sha)?.entries ?? [])];
  const plain = files.flatMap(([name, entry]) => {
    const text = entry.mode === '100644' ? texts.get(entry.sha) : undefined;
    return text === undefined ? [] : [{ name, text }];
  });
  // What git made by itself may be links and programs: it knows how to write them.
  if (plain.length < files.length) return void (await createGit(path).run('reset', '--quiet', '--hard'));
  for (const { name, text } of plain) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
}

/** The commits that come, and those of them whose parents stay behind. */
function fetched(
  { commits }: GitHistory,
  sha: string,
  depth: number,
): { readonly commits: readonly KnownCommit[]; readonly cut: readonly string[] } {
  const tip = commits.get(sha);
  if (tip === undefined) throw new Error(`the repository has no commit ${sha}`);
  const found = new Set([tip]);
  let last: readonly KnownCommit[] = [tip];
  for (let level = 1; last.length > 0 && (depth === 0 || level < depth); level += 1) {
    const parents = last.flatMap((commit) => commit.parents.flatMap((parent) => commits.get(parent) ?? []));
    last = parents.filter((commit) => !found.has(commit));
    for (const commit of last) found.add(commit);
  }
  const known = new Set([...found].map((commit) => commit.sha));
  const cut = [...found].filter(({ parents }) => parents.some((parent) => !known.has(parent)));
  return { commits: [...found], cut: cut.map((commit) => commit.sha) };
}

function objectsOf({ sha, entries }: KnownCommit): readonly string[] {
  return [sha, ...treeObjects(entries).map((tree) => tree.sha), ...[...entries.values()].map((entry) => entry.sha)];
}

async function share(sha: string, from: string, to: string): Promise<void> {
  const file = join(to, objectPath({ sha }));
  await mkdir(dirname(file), { recursive: true });
  await link(join(from, objectPath({ sha })), file);
}
