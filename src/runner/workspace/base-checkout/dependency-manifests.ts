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
export const MANIFEST_PATHS: readonly string[] = [
  ...MANIFESTS.map((name) => `:(top,glob)**/${name}`),
  ...INSTALLED.map((folder) => `:(top,exclude,glob)**/${folder}/**`),
];
