import { fileWithout, type Hunk, hunksOf, type SplitFile } from './split-change.ts';

/** Hunks that are undone together: one, those of all manifests of packages, or neighbours where there are too many. */
export interface ChangePart {
  readonly hunks: readonly Hunk[];
}

/** What the agent is made of, where that is known. Paths are from the root of the repository. */
export interface AgentPaths {
  readonly prompt: readonly string[];
  readonly tools: readonly string[];
  readonly config: string;
  /** Whether it may read other files too. */
  readonly is_program: boolean;
  /** Files that nothing of the agent reads, such as cases. */
  readonly others: ReadonlySet<string>;
  /** Whether the config's `ignores` name a file. */
  readonly isIgnored: (path: string) => boolean;
  /** What of the text of a file reaches the agent. */
  readonly seen: (path: string, text: string | null) => string | null;
}

/** More parts are not told apart in the trials of a search. */
const MOST_PARTS = 40;

/** The parts of a change that reach the agent, the likeliest kinds first: prompts, tools, config, code. */
export function changeParts(files: readonly SplitFile[], agent: AgentPaths): readonly ChangePart[] {
  const { prompt, tools, config, seen } = agent;
  const rank = ({ path }: SplitFile) =>
    [prompt.includes(path), tools.includes(path), path === config, !isManifest(path)].indexOf(true);
  const hunks = files
    .filter(({ path }) => mayMatter(path, agent))
    .toSorted((left, right) => rank(left) - rank(right) || (left.path < right.path ? -1 : 1))
    .flatMap((file) =>
      hunksOf(file).filter(
        (hunk) => seen(file.path, fileWithout(file, new Set([hunk]))) !== seen(file.path, file.head),
      ),
    );
  const packages = hunks.filter(({ path }) => isManifest(path));
  const own = hunks.filter(({ path }) => !isManifest(path)).map((hunk) => ({ hunks: [hunk] }));
  return mergeNeighbours([...own, ...(packages.length === 0 ? [] : [{ hunks: packages }])]);
}

/** Every changed file as it is without some parts; `null`: there is none. */
export function versionWithout(
  files: readonly SplitFile[],
  parts: readonly ChangePart[],
): ReadonlyMap<string, string | null> {
  const undone = new Set(parts.flatMap(({ hunks }) => hunks));
  return new Map(files.map((file) => [file.path, fileWithout(file, undone)]));
}

/** The hunks of a part as parts of their own; none: it is one hunk, or packages, which stay together. */
export function splitPart({ hunks }: ChangePart): readonly ChangePart[] {
  const isOne = hunks.length === 1 || hunks.every(({ path }) => isManifest(path));
  return isOne ? [] : hunks.map((hunk) => ({ hunks: [hunk] }));
}

/** Puts neighbours of one file together until there are few enough parts. */
function mergeNeighbours(parts: readonly ChangePart[]): readonly ChangePart[] {
  const result = [...parts];
  while (result.length > MOST_PARTS) {
    const sizes = result.slice(1).map((part, at) => sizeOfPair(result[at], part));
    const at = sizes.indexOf(Math.min(...sizes));
    result.splice(at, 2, { hunks: result.slice(at, at + 2).flatMap(({ hunks }) => hunks) });
  }
  return result;
}

/** Parts of two files are put together last. */
function sizeOfPair(left: ChangePart | undefined, right: ChangePart): number {
  const isOneFile = left?.hunks[0]?.path === right.hunks[0]?.path;
  return (left?.hunks.length ?? 0) + right.hunks.length + (isOneFile ? 0 : 1_000);
}

function mayMatter(path: string, { prompt, tools, config, is_program, others, isIgnored }: AgentPaths): boolean {
  if ([...prompt, ...tools, config].includes(path)) return true;
  return is_program && !others.has(path) && !isIgnored(path) && !ASIDE.test(path);
}

/** Tests, documentation and workflows. */
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|docs?|\.github)\/|(?:^|\/)(?:README|CHANGELOG|LICENSE|CONTRIBUTING)[^/]*$|[._]test\.[^/.]+$|(?:^|\/)test_[^/]*\.py$|(?:^|\/)agent-eval-(?:accepts\.yml$|results\/|baselines\/)/i;

function isManifest(path: string): boolean {
  return MANIFEST.test(path);
}

const MANIFEST =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|pyproject\.toml|poetry\.lock|uv\.lock|requirements[^/]*\.txt|Pipfile(?:\.lock)?|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|Gemfile(?:\.lock)?)$/;
