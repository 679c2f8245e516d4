import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Json, valueAt } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { keysOf } from '#common/keyed.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { parseMcpFile } from '#trials/mcp/parse-mcp-file.ts';
import {
  type FoundPackage,
  type FoundProvider,
  MANIFESTS,
  namedInPackageJson,
  packagesIn,
  providersIn,
  type StarterLanguage,
  type StarterProvider,
} from './dependencies.ts';
import { type DefaultModel, findDefaultModel, SAMPLES } from './find-default-model.ts';
import { findInstaller, type Installer } from './find-installer.ts';

/** What the files of a folder say about the agent in it. */
export interface FoundProject {
  /** Languages with the file that shows each, the chosen one first; empty: none is seen. */
  readonly languages: readonly { readonly language: StarterLanguage; readonly file: string }[];
  readonly language: StarterLanguage;
  readonly frameworks: readonly FoundPackage[];
  /** `null`: none is seen. */
  readonly provider: { readonly name: FoundProvider; readonly by: string; readonly has_sdk: boolean } | null;
  /** What the starter agent can call with the project's packages; `null`: nothing, it answers by itself. */
  readonly calls: StarterCalls | null;
  /** Installs what the project needs, and how its interpreter is started. */
  readonly installer: Installer;
  /** `null`: the project is not written in it. */
  readonly typescript: FoundTypeScript | null;
  /** `null`: no file names any. */
  readonly mcp: FoundMcp | null;
  /** The package that takes models by their name: only `preload` leads its calls to the recorder. `null`: none does. */
  readonly by_name: FoundPackage | null;
}

/** A provider's model, through a framework or, with `null`, through its own SDK. */
export interface StarterCalls {
  readonly provider: StarterProvider;
  readonly framework: string | null;
  /** The major version of the framework's package; `null`: unknown. */
  readonly major: number | null;
}

/**
 * Reads dependency files, lock files and sample environment files of a folder; of `.env` itself nothing is read.
 *
 * @param folder the same, relative to the root of its repository: a workspace above it may hold its lock file
 */
export async function findProject(
  cwd: string,
  choice: StarterLanguage | null,
  folder: string = '',
): Promise<FoundProject> {
  const languages: { language: StarterLanguage; file: string; packages: readonly FoundPackage[] }[] = [];
  for (const language of keysOf(MANIFESTS)) {
    for (const file of MANIFESTS[language]) {
      const text = await readFile(join(cwd, file), 'utf8').catch(() => null);
      if (text !== null) languages.push({ language, file, packages: packagesIn(language, file, text) });
    }
  }
  const byEvidence = languages.toSorted((left, right) => evidence(right.packages) - evidence(left.packages));
  const language = choice ?? byEvidence[0]?.language ?? 'python';
  const packages = byEvidence.filter((item) => item.language === language).flatMap((item) => item.packages);
  const model = await findDefaultModel(cwd, language);
  const provider = providerOf(packages, model) ?? (await providerOfSamples(cwd));
  const packageJson = language === 'node' ? await readFile(join(cwd, 'package.json'), 'utf8').catch(() => null) : null;
  const calls = callsOf(language, packages, provider, provider !== null && provider.by === model?.by);
  const built = packages.find(({ framework }) => framework !== undefined && framework === calls?.framework);
  const isVersioned = language === 'node' && built !== undefined;
  return {
    languages: [
      ...byEvidence.filter((item) => item.language === language),
      ...byEvidence.filter((item) => item.language !== language),
    ],
    language,
    frameworks: distinct(packages.filter(({ framework }) => framework !== undefined)),
    provider,
    calls: calls && { ...calls, major: isVersioned ? await findMajor(cwd, built.name, packageJson) : null },
    installer: await findInstaller(cwd, folder, language),
    typescript: language === 'node' ? await findTypeScript(cwd, packageJson) : null,
    mcp: await findMcp(cwd),
    by_name:
      packages.find(({ model_by_name: by }) => by?.unless.every((name) => !isIn(packages, name)) ?? false) ?? null,
  };
}

/** A project of two languages has its agent where the packages for one are. */
function evidence(packages: readonly FoundPackage[]): number {
  return packages.reduce((sum, { brings_sdk: sdk }) => sum + (sdk === true ? 2 : 1), 0);
}

function isIn(packages: readonly FoundPackage[], name: string): boolean {
  return packages.some((item) => item.name === name);
}

function distinct(packages: readonly FoundPackage[]): readonly FoundPackage[] {
  return packages.filter((item, at) => packages.findIndex(({ framework }) => framework === item.framework) === at);
}

/**
 * The provider of the application's default model, where a package calls it or none says whose it is. Otherwise a package that brings
 * the SDK comes first: the starter agent can call its model.
 */
function providerOf(packages: readonly FoundPackage[], model: DefaultModel | null): FoundProject['provider'] {
  const providers = packages.filter(({ provider }) => provider !== undefined);
  const used = providers.filter(({ dev }) => dev !== true);
  const telling = used.length > 0 ? used : providers;
  const fitting = telling.filter(({ provider }) => provider === model?.provider);
  if (
    model !== null &&
    (fitting.length > 0 ||
      telling.length === 0 ||
      packages.some(({ routes }) => routes) ||
      // It is called by another provider's package.
      HOSTS_OF_OTHERS.includes(model.provider))
  )
    return { name: model.provider, by: model.by, has_sdk: fitting.some(({ brings_sdk: sdk }) => sdk === true) };
  const match = telling.find(({ brings_sdk: sdk }) => sdk) ?? telling[0];
  if (match?.provider === undefined) return null;
  return { name: match.provider, by: `${match.name} in ${match.file}`, has_sdk: match.brings_sdk === true };
}

const HOSTS_OF_OTHERS: readonly FoundProvider[] = ['openrouter', 'vertex', 'azure', 'bedrock'];

/**
 * Through the first framework that has what it needs for the provider; else through the provider's SDK.
 *
 * @param isCalled the application's code says so, so no other provider's model may take its place
 */
function callsOf(
  language: StarterLanguage,
  packages: readonly FoundPackage[],
  choice: FoundProject['provider'],
  isCalled: boolean,
): Omit<StarterCalls, 'major'> | null {
  const isNamed = (name: string) => isIn(packages, name);
  for (const { framework = null, models = {} } of packages) {
    const able = STARTER_PROVIDERS.filter((provider) => models[provider]?.every(isNamed));
    const provider =
      able.find((name) => name === choice?.name) ??
      able.find((name) => choice === null || (!isCalled && (models[name] ?? []).length > 0));
    if (provider !== undefined) return { provider, framework };
  }
  const hasSdk = choice?.has_sdk === true && language !== 'go';
  return hasSdk && (choice.name === 'openai' || choice.name === 'anthropic')
    ? { provider: choice.name, framework: null }
    : null;
}

const STARTER_PROVIDERS = ['openai', 'anthropic'] as const;

async function providerOfSamples(cwd: string): Promise<FoundProject['provider']> {
  for (const file of SAMPLES) {
    const [name] = providersIn(await readFile(join(cwd, file), 'utf8').catch(() => ''));
    if (name !== undefined) return { name, by: `a variable in ${file}`, has_sdk: false };
  }
  return null;
}

/** A file of MCP servers, with their names. */
export interface FoundMcp {
  readonly file: string;
  readonly servers: readonly string[];
}

const MCP_FILES = ['.mcp.json', 'mcp.json', '.cursor/mcp.json', '.vscode/mcp.json'];

/** The first file that names MCP servers for a client; `null`: there is none. */
async function findMcp(cwd: string): Promise<FoundMcp | null> {
  for (const file of MCP_FILES) {
    const text = await readFile(join(cwd, file), 'utf8').catch(() => null);
    const parsed = text === null ? null : parseMcpFile(text, file);
    if (parsed !== null && 'mcp' in parsed) return { file, servers: parsed.mcp.servers.map(({ name }) => name) };
  }
  return null;
}

/** What lets a program of Node import the TypeScript of a project: its tsx, or Node itself. */
interface FoundTypeScript {
  readonly by: 'tsx' | 'node';
  /** The file that shows it. */
  readonly file: string;
}

/** Whether a project of Node is written in TypeScript; `null`: it is not. */
async function findTypeScript(cwd: string, packageJson: string | null): Promise<FoundTypeScript | null> {
  const isNamed = namedInPackageJson(packageJson ?? '');
  if (isNamed('tsx')) return { by: 'tsx', file: 'package.json' };
  if (await exists(join(cwd, 'tsconfig.json'))) return { by: 'node', file: 'tsconfig.json' };
  return isNamed('typescript') ? { by: 'node', file: 'package.json' } : null;
}

/**
 * The major version of a package of Node: the installed one, here or in a folder above, or else the one that package.json asks
 * for; `null` if neither says.
 */
async function findMajor(cwd: string, name: string, packageJson: string | null): Promise<number | null> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(() => null);
    const installed = text === null ? null : firstNumber(valueAt(jsonOrUndefined(text), ['version']));
    if (installed !== null) return installed;
    if (dirname(folder) === folder) break;
  }
  const versions = ['dependencies', 'devDependencies', 'peerDependencies'].map((list) =>
    packageJson === null ? null : firstNumber(valueAt(jsonOrUndefined(packageJson), [list, name])),
  );
  return versions.find((major) => major !== null) ?? null;
}

function firstNumber(range: Json | undefined): number | null {
  const [, digits] = (typeof range === 'string' ? /^[~^>=v\s]*(\d+)/.exec(range) : null) ?? [];
  return digits === undefined ? null : Number(digits);
}
