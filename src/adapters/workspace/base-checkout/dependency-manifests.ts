/** Files by which package managers are told what to install, wherever they lie. Where a commit has another one, it needs other packages. */
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

/** Folders of what was installed, which holds the manifests of others. */
const INSTALLED = ['node_modules', 'site-packages', '.venv', 'venv'];

/** What makes git list manifests and nothing else, in any folder. */
export const MANIFEST_PATHS: readonly string[] = [
  ...MANIFESTS.map((name) => `:(top,glob)**/${name}`),
  ...INSTALLED.map((folder) => `:(top,exclude,glob)**/${folder}/**`),
];
