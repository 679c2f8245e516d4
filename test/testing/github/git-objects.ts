import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

/** An object as git stores it: its id, and its bytes with their header. */
export type GitObject = { readonly sha: string; readonly bytes: Buffer };

/** A file in a tree. */
export type TreeEntry = { readonly mode: string; readonly sha: string };

/** Path → file. */
export type TreeEntries = ReadonlyMap<string, TreeEntry>;

/** What a commit is made of; `seconds` since 1970 is when, and `who` made it is `name <address>`. */
export type CommitFacts = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly who: string;
  readonly seconds: number;
};

/** The object of a file's text. */
export function blobObject(text: string): GitObject {
  return gitObject('blob', Buffer.from(text));
}

/** The objects of a tree and of all folders in it; the tree itself is the last. */
export function treeObjects(entries: TreeEntries): readonly GitObject[] {
  const folders = new Map<string, Map<string, TreeEntry>>();
  const items: { name: string; mode: string; sha: string }[] = [];
  for (const [path, entry] of entries) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      items.push({ name: path, ...entry });
      continue;
    }
    const name = path.slice(0, slash);
    const inside = folders.get(name) ?? new Map<string, TreeEntry>();
    folders.set(name, inside.set(path.slice(slash + 1), entry));
  }
  const below: GitObject[] = [];
  for (const [name, inside] of folders) {
    const objects = treeObjects(inside);
    below.push(...objects);
    items.push({ name, mode: '40000', sha: objects.at(-1)?.sha ?? '' });
  }
  const sorted = items.map((item) => ({
    ...item,
    key: Buffer.from(item.mode === '40000' ? `${item.name}/` : item.name),
  }));
  sorted.sort((a, b) => Buffer.compare(a.key, b.key));
  const body = sorted.flatMap(({ name, mode, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]);
  return [...below, gitObject('tree', Buffer.concat(body))];
}

/** The object of a commit. */
export function commitObject({ tree, parents, message, who, seconds }: CommitFacts): GitObject {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${who} ${seconds} +0000`,
    `committer ${who} ${seconds} +0000`,
  ];
  return gitObject('commit', Buffer.from(`${lines.join('\n')}\n\n${message}\n`));
}

/** Where an object is in a repository's `.git`. */
export function objectPath({ sha }: Pick<GitObject, 'sha'>): string {
  return join('objects', sha.slice(0, 2), sha.slice(2));
}

/** Writes objects into a `.git`. */
export async function writeObjects(folder: string, objects: Iterable<GitObject>): Promise<void> {
  await Promise.all(
    [...objects].map(async (object) => {
      const file = join(folder, objectPath(object));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, deflateSync(object.bytes, { level: 1 }), { mode: 0o444 });
    }),
  );
}

function gitObject(kind: 'blob' | 'tree' | 'commit', body: Buffer): GitObject {
  const bytes = Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body]);
  return { sha: createHash('sha1').update(bytes).digest('hex'), bytes };
}
