import { join } from 'node:path';
import type { Environment } from './child-environment.ts';

/** The private folders of one side; the variables are named in capitals. */
export interface OwnPlaces {
  readonly home: string;
  readonly temporary: string;
  readonly runtime: string;
  readonly variables: Environment;
}

/** The places below a folder, and every variable with which common programs find them. */
export function ownPlaces(top: string): OwnPlaces {
  const [home, temporary, runtime] = [join(top, 'home'), join(top, 'tmp'), join(top, 'run')];
  const cache = join(home, '.cache');
  const data = join(home, '.local', 'share');
  return {
    home,
    temporary,
    runtime,
    variables: {
      HOME: home,
      USERPROFILE: home,
      APPDATA: join(home, 'AppData', 'Roaming'),
      LOCALAPPDATA: join(home, 'AppData', 'Local'),
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_CACHE_HOME: cache,
      XDG_DATA_HOME: data,
      XDG_STATE_HOME: join(home, '.local', 'state'),
      XDG_RUNTIME_DIR: runtime,
      PYTHONUSERBASE: join(home, '.local'),
      PIP_CACHE_DIR: join(cache, 'pip'),
      UV_CACHE_DIR: join(cache, 'uv'),
      POETRY_CACHE_DIR: join(cache, 'pypoetry'),
      NPM_CONFIG_CACHE: join(cache, 'npm'),
      NPM_CONFIG_USERCONFIG: join(home, '.npmrc'),
      NPM_CONFIG_GLOBALCONFIG: join(home, '.npmrc-global'),
      YARN_CACHE_FOLDER: join(cache, 'yarn'),
      BUN_INSTALL_CACHE_DIR: join(cache, 'bun'),
      DENO_DIR: join(cache, 'deno'),
      GOPATH: join(home, 'go'),
      GOCACHE: join(cache, 'go-build'),
      GOMODCACHE: join(home, 'go', 'pkg', 'mod'),
      GOENV: join(home, '.config', 'go', 'env'),
      CARGO_HOME: join(home, '.cargo'),
      GRADLE_USER_HOME: join(home, '.gradle'),
      NUGET_PACKAGES: join(home, '.nuget', 'packages'),
      HF_HOME: join(cache, 'huggingface'),
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_CONFIG_NOSYSTEM: '1',
    },
  };
}

/** Folders of a home in which packages are kept that programs were installed with or download at need, by the variable that names them. */
export const KEPT_BELOW_HOME: Environment = {
  XDG_CACHE_HOME: '.cache',
  PIP_CACHE_DIR: '.cache/pip',
  UV_CACHE_DIR: '.cache/uv',
  UV_PYTHON_INSTALL_DIR: '.local/share/uv/python',
  POETRY_CACHE_DIR: '.cache/pypoetry',
  WORKON_HOME: '.local/share/virtualenvs',
  HATCH_DATA_DIR: '.local/share/hatch',
  NPM_CONFIG_CACHE: '.npm',
  YARN_CACHE_FOLDER: '.cache/yarn',
  BUN_INSTALL_CACHE_DIR: '.bun/install/cache',
  DENO_DIR: '.cache/deno',
  GOCACHE: '.cache/go-build',
  GOMODCACHE: 'go/pkg/mod',
  NUGET_PACKAGES: '.nuget/packages',
  HF_HOME: '.cache/huggingface',
};

/** Folders of a home in which tool managers keep the programs that their shims on PATH start, by the variable that names them. */
export const TOOLS_BELOW_HOME: Environment = {
  RUSTUP_HOME: '.rustup',
  PYENV_ROOT: '.pyenv',
  VOLTA_HOME: '.volta',
  ASDF_DATA_DIR: '.asdf',
  MISE_DATA_DIR: '.local/share/mise',
};
