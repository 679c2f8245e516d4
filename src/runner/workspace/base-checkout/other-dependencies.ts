import type { GitEnd } from './run-git.ts';
import { isSameFile, isThere } from './same-file.ts';

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
