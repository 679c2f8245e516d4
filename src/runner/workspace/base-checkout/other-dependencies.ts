import { lstat, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readForeign } from '#process/foreign-files.ts';
import type { GitEnd } from '../git/run-git.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Why the packages installed here may differ from what a commit asks for, a sentence part: the candidate's checkout has a
 * different dependency manifest. `null` if all manifests that both sides have are equal. Manifests of only one side prove
 * nothing: a checkout may be sparse, and installing writes lock files.
 *
 * @param folder the commit's files
 * @param root the candidate's files: only read; its git is not run, and its settings do not apply
 * @param place folder of the config, from both: what is neither above nor below it belongs to other programs
 * @param git in the commit's folder
 */
export async function otherDependencies(
  folder: string,
  root: string,
  place: string,
  git: (args: readonly string[]) => Promise<GitEnd>,
): Promise<string | null> {
  const end = await git(['ls-files', '-z', '--', ...MANIFEST_PATHS]);
  if (end.kind !== 'done' || !end.whole) return 'it may need other packages than those installed here';
  const manifests = end.stdout.split('\0').filter((path) => path !== '' && isNear(path, place));
  const same = new Map<string, boolean>();
  for (const path of manifests) {
    if (await isThere(path, root)) same.set(path, await isSameFile(path, folder, root));
  }
  const other = [...same].find(([path, isSame]) => !isSame && !isLocked(path, same))?.[0];
  return other === undefined ? null : `${JSON.stringify(other)} is not the one of main`;
}

function isNear(path: string, place: string): boolean {
  const folder = path.split('/').slice(0, -1).join('/');
  const isWithin = (inner: string, outer: string) => outer === '' || inner === outer || inner.startsWith(`${outer}/`);
  if (isWithin(place, folder)) return true;
  const below = folder.slice(place.length).split('/');
  return isWithin(folder, place) && !below.some((name) => ASIDE.includes(name));
}

/** Folders of documents and tests, which are no part of an agent. */
const ASIDE = ['docs', 'examples', 'fixtures', 'test', 'tests', '__tests__'];

/** The lock file decides what is installed, whatever else changed in the manifest: a version, scripts. */
function isLocked(path: string, same: ReadonlyMap<string, boolean>): boolean {
  const at = path.lastIndexOf('/') + 1;
  return (LOCKS[path.slice(at)] ?? []).some((lock) => same.get(path.slice(0, at) + lock) === true);
}

/** Lock files by the manifest that they belong to. */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  'package.json': [
    ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock'],
    ...['pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ],
  'pyproject.toml': ['poetry.lock', 'uv.lock', 'pdm.lock'],
  Pipfile: ['Pipfile.lock'],
  Gemfile: ['Gemfile.lock'],
  'Cargo.toml': ['Cargo.lock'],
  'composer.json': ['composer.lock'],
  'mix.exs': ['mix.lock'],
};

/** Files that tell package managers what to install, in any folder. A commit with a different one needs different packages. */
const MANIFESTS = [
  ...['requirements*.txt', 'requirements/*.txt', 'constraints*.txt', 'pyproject.toml', 'setup.py', 'setup.cfg'],
  ...['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile', 'Pipfile.lock', 'environment.yml', 'environment.yaml'],
  ...[
    'package.json',
    'package-lock.json',
    'npm-shrinkwrap.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lock',
    'bun.lockb',
  ],
  ...['go.mod', 'go.sum', 'Gemfile', 'Gemfile.lock', 'Cargo.toml', 'Cargo.lock', 'composer.json', 'composer.lock'],
  ...['*.csproj', 'pom.xml', 'build.gradle*', 'mix.exs', 'mix.lock'],
];

/** Folders of installed packages, which contain manifests of other projects. */
const INSTALLED = ['node_modules', 'site-packages', '.venv', 'venv'];

/** Patterns that make git list only manifests, in any folder. */
const MANIFEST_PATHS: readonly string[] = [
  ...MANIFESTS.map((name) => `:(top,glob)**/${name}`),
  ...INSTALLED.map((folder) => `:(top,exclude,glob)**/${folder}/**`),
];

/**
 * Whether two folders have the same file under a path: the same text, whatever its line ends, or links with the same target.
 * Both folders are untrusted: no link is followed, not even on the way, and only plain files are opened. Files that can't be
 * read are not the same.
 *
 * @param path relative to both folders
 */
export async function isSameFile(path: string, left: string, right: string): Promise<boolean> {
  const [here, there] = await Promise.all([contentOf(left, path), contentOf(right, path)]);
  return here !== null && there !== null && here.kind === there.kind && here.bytes.equals(there.bytes);
}

/** Whether a path exists in a folder. */
async function isThere(path: string, folder: string): Promise<boolean> {
  return lstat(join(folder, path)).then(
    () => true,
    () => false,
  );
}

type Content = { readonly kind: 'file' | 'link'; readonly bytes: Buffer };

async function contentOf(folder: string, path: string): Promise<Content | null> {
  try {
    const place = join(folder, path);
    const top = await realpath(folder);
    if ((await realpath(join(place, '..'))) !== join(top, path, '..')) return null;
    const stats = await lstat(place);
    if (stats.isSymbolicLink()) return { kind: 'link', bytes: await readlink(place, 'buffer') };
    const read = stats.size <= MOST_BYTES ? readForeign(place, MOST_BYTES) : null;
    return read === null || 'problem' in read ? null : { kind: 'file', bytes: withPlainEnds(read.bytes) };
  } catch {
    return null;
  }
}

/** Git on Windows may convert line ends. */
function withPlainEnds(bytes: Buffer): Buffer {
  return bytes.includes('\r\n') ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes;
}
