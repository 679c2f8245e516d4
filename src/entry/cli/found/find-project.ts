import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '#adapters/workspace/files/exists.ts';
import { keysOf } from '#domain/keyed.ts';
import {
  type FoundPackage,
  type FoundProvider,
  MANIFESTS,
  packagesIn,
  providersIn,
  type StarterLanguage,
} from './dependencies.ts';

/** What the files of a folder say about the agent in it. */
export interface FoundProject {
  /** Languages with the file that shows each, the chosen one first; empty: none is seen. */
  readonly languages: readonly { readonly language: StarterLanguage; readonly file: string }[];
  readonly language: StarterLanguage;
  readonly frameworks: readonly FoundPackage[];
  /** `null`: none is seen. */
  readonly provider: { readonly name: FoundProvider; readonly by: string; readonly has_sdk: boolean } | null;
  /** Installs what the project needs, and how its interpreter is started. */
  readonly installer: Installer;
}

/** How a project installs its packages. */
export interface Installer {
  readonly line: string;
  /** What stands before the file of a program. */
  readonly start: readonly string[];
  /** The starter agent needs the line even though it needs no packages. */
  readonly needed?: true;
}

/** Reads dependency files, lock files and sample environment files of a folder; of `.env` itself nothing is read. */
export async function findProject(cwd: string, asked: StarterLanguage | null): Promise<FoundProject> {
  const languages: { language: StarterLanguage; file: string; packages: readonly FoundPackage[] }[] = [];
  for (const language of keysOf(MANIFESTS)) {
    for (const file of MANIFESTS[language]) {
      const text = await readFile(join(cwd, file), 'utf8').catch(() => null);
      if (text !== null) languages.push({ language, file, packages: packagesIn(language, file, text) });
    }
  }
  const byEvidence = languages.toSorted((one, other) => evidence(other.packages) - evidence(one.packages));
  const language = asked ?? byEvidence[0]?.language ?? 'python';
  const packages = byEvidence.filter((one) => one.language === language).flatMap((one) => one.packages);
  return {
    languages: [
      ...byEvidence.filter((one) => one.language === language),
      ...byEvidence.filter((one) => one.language !== language),
    ],
    language,
    frameworks: distinct(packages.filter(({ framework }) => framework !== undefined)),
    provider: providerOf(packages) ?? (await providerOfSamples(cwd)),
    installer: await installerOf(cwd, language),
  };
}

/** A project of two languages has its agent where the packages for one are. */
function evidence(packages: readonly FoundPackage[]): number {
  return packages.reduce((sum, { brings_sdk: sdk }) => sum + (sdk === true ? 2 : 1), 0);
}

function distinct(packages: readonly FoundPackage[]): readonly FoundPackage[] {
  return packages.filter((one, at) => packages.findIndex(({ framework }) => framework === one.framework) === at);
}

/** A package that brings the SDK comes first: the starter agent can call its model. */
function providerOf(packages: readonly FoundPackage[]): FoundProject['provider'] {
  const found = packages.find(({ brings_sdk: sdk }) => sdk) ?? packages.find(({ provider }) => provider !== undefined);
  if (found?.provider === undefined) return null;
  return { name: found.provider, by: `${found.name} in ${found.file}`, has_sdk: found.brings_sdk === true };
}

const SAMPLES = ['.env.example', '.env.sample', '.env.template', '.env.dist'];

async function providerOfSamples(cwd: string): Promise<FoundProject['provider']> {
  for (const file of SAMPLES) {
    const [name] = providersIn(await readFile(join(cwd, file), 'utf8').catch(() => ''));
    if (name !== undefined) return { name, by: `a variable in ${file}`, has_sdk: false };
  }
  return null;
}

/** By the lock file, so that both commits get exact versions. */
async function installerOf(cwd: string, language: StarterLanguage): Promise<Installer> {
  for (const [file, installer] of INSTALLERS[language])
    if (file === null || (await exists(join(cwd, file)))) return installer;
  throw new Error(`${language} has no last installer`);
}

type Known = readonly [file: string | null, installer: Installer];

const INSTALLERS: Readonly<Record<StarterLanguage, readonly Known[]>> = {
  python: [
    ['uv.lock', { line: 'uv sync --frozen', start: ['uv', 'run', 'python'] }],
    ['poetry.lock', { line: 'poetry install', start: ['poetry', 'run', 'python'] }],
    ['requirements.txt', { line: 'pip install -r requirements.txt', start: ['python3'] }],
    ['pyproject.toml', { line: 'pip install .', start: ['python3'] }],
    [null, { line: 'pip install -r requirements.txt', start: ['python3'] }],
  ],
  node: [
    ['pnpm-lock.yaml', { line: 'pnpm install --frozen-lockfile --ignore-scripts', start: ['node'] }],
    ['yarn.lock', { line: 'yarn install --frozen-lockfile --ignore-scripts', start: ['node'] }],
    ['package-lock.json', { line: 'npm ci --ignore-scripts', start: ['node'] }],
    ['package.json', { line: 'npm install --ignore-scripts', start: ['node'] }],
    [null, { line: 'npm ci --ignore-scripts', start: ['node'] }],
  ],
  // Compiled once: the first trials would each wait for it.
  go: [[null, { line: 'go build -o /dev/null evals/agent.go', start: ['go', 'run'], needed: true }]],
};
