import { compileGlob } from '#cases/matching/glob.ts';
import type { CoverageRules } from './coverage-rules.ts';

/** A case as far as it tells which files it depends on. */
export interface CoveredCase {
  readonly id: string;
  readonly tags: readonly string[];
  /** Its own globs. */
  readonly covers: readonly string[];
  /** Files besides those of the agent may decide how it is judged, and nobody knows which. */
  readonly is_open: boolean;
}

/** What is known about the files of a suite; paths are from the root of the repository. */
export interface CoverageFacts {
  readonly rules: CoverageRules;
  /** Folder of the config, where its globs begin; empty for the root. */
  readonly folder: string;
  /** Files that the agent was seen to read. */
  readonly agent_files: ReadonlySet<string>;
  /** The agent reads nothing else. */
  readonly is_agent_known: boolean;
  /** Globs of cases that this run leaves out: their files are named, though not by a case that runs here. */
  readonly other_covers: readonly string[];
  /** Every file of the change; `null`: they are not known. */
  readonly present: readonly string[] | null;
  /** Each path of a file: links lead to it by others than its own. */
  readonly namesOf: (file: string) => readonly string[];
  /** What of the change stands for all that is below it: links and submodules. */
  readonly links: ReadonlySet<string>;
  /** The config and the files of cases: hashes of cases show what a change of them does. */
  readonly case_files: ReadonlySet<string>;
}

/**
 * What a change of files can reach: every case, because of a file and for a reason; or these cases, each with a file. `ignored_automation`: changed files below
 * `.github` that reach no case because `ignores` names them.
 */
export type Reach =
  | { readonly kind: 'all'; readonly file: string; readonly why: string }
  | {
      readonly kind: 'some';
      readonly files: ReadonlyMap<string, string>;
      readonly ignored_automation: readonly string[];
    };

/**
 * The cases that a change of files can make behave otherwise. A declared glob decides about the files that it matches; files that
 * the agent was seen to read reach every case; what nobody names reaches every case too, unless `ignores` names it. A file that a
 * case hashes (of its check, in its workspace) is not named by that: the agent may read it in other cases. Each name of a file can
 * name it, and `ignores` has to name them all.
 */
export function reachOf(changed: readonly string[], cases: readonly CoveredCase[], facts: CoverageFacts): Reach {
  const matcher = (globs: readonly string[]) => {
    const [fits, fitsBelow] = [matcherOf(globs, facts.folder), matcherBelow(globs, facts.folder)];
    return (file: string) =>
      facts.namesOf(file).some((name) => fits(name) || (facts.links.has(file) && fitsBelow(name)));
  };
  const { rules, is_agent_known: isKnown } = facts;
  const every = matcher(rules.every_case);
  const tags = Object.entries(rules.tags).map(([tag, globs]) => ({ tag, matches: matcher(globs) }));
  const [elsewhere, isIgnored] = [matcher(facts.other_covers), matcherOf(rules.ignores, facts.folder)];
  const own = cases.map((evalCase) => ({ evalCase, matches: matcher(evalCase.covers) }));
  const undeclared = cases.filter((evalCase) => !isDeclared(evalCase, rules));
  const files = new Map<string, string>();
  const ignored_automation: string[] = [];
  const touch = (some: readonly CoveredCase[], file: string) => {
    for (const { id } of some) if (!files.has(id)) files.set(id, file);
  };

  // A glob that no longer matches anything may mean any file: its cases run.
  for (const glob of [...Object.values(rules.tags), ...cases.map(({ covers }) => covers)].flat()) {
    if (facts.present === null || facts.present.some(matcher([glob]))) continue;
    const names = (globs: readonly string[]) => globs.includes(glob);
    const isNamed = ({ tags: own, covers }: CoveredCase) =>
      names(covers) || own.some((tag) => Object.hasOwn(rules.tags, tag) && names(rules.tags[tag] ?? []));
    touch(cases.filter(isNamed), glob);
  }

  for (const file of changed) {
    const names = facts.namesOf(file);
    if (every(file)) return { kind: 'all', file, why: 'every case covers it' };
    const tagged = tags.filter(({ matches }) => matches(file)).map(({ tag }) => tag);
    const declared = own
      .filter(({ evalCase, matches }) => matches(file) || evalCase.tags.some((tag) => tagged.includes(tag)))
      .map(({ evalCase }) => evalCase);
    const isObserved =
      facts.agent_files.has(file) ||
      (facts.links.has(file) && [...facts.agent_files].some((path) => path.startsWith(`${file}/`)));
    if (declared.length > 0 || tagged.length > 0 || elsewhere(file)) {
      touch([...declared, ...(isKnown && !isObserved ? undeclared.filter(isOpen) : undeclared)], file);
    } else if (isObserved) return { kind: 'all', file, why: 'the agent reads it' };
    else if (names.some((name) => isManifest(name, facts.folder)))
      return { kind: 'all', file, why: 'it says what is installed' };
    else if (names.some((name) => facts.case_files.has(name))) continue;
    else if (names.every(isIgnored)) {
      if (file.startsWith('.github/')) ignored_automation.push(file);
    } else {
      if (!isKnown || rules.every_case.length + tags.length > 0)
        return { kind: 'all', file, why: 'no `covers` names it' };
      // All that the agent reads is known: only declared cases may depend on more.
      touch(
        cases.filter((evalCase) => isOpen(evalCase) || isDeclared(evalCase, rules)),
        file,
      );
    }
  }
  return { kind: 'some', files, ignored_automation };
}

/** Whether a file decides what is installed for the programs of a folder: it is there, or in a folder above it. */
function isManifest(file: string, folder: string): boolean {
  const steps = file.split('/');
  const name = steps.pop() ?? '';
  const at = steps.length === 0 ? '' : `${steps.join('/')}/`;
  return `${folder}/`.startsWith(at) && FITTING.some((fits) => fits(name));
}

/** Files that decide what is installed, by name: plain globs, since an expression of RE2 would cost every start. */
export const MANIFEST_NAMES = `
  package.json package-lock.json npm-shrinkwrap.json deno.json bun.json
  pnpm-lock.yaml yarn.lock bun.lock bun.lockb deno.lock .npmrc .nvmrc .node-version
  requirements*.txt constraints*.txt pyproject.toml setup.py setup.cfg poetry.lock uv.lock pdm.lock
  Pipfile Pipfile.lock .python-version environment.yml environment.yaml conda-lock.yml
  go.mod go.sum Cargo.toml Cargo.lock Gemfile Gemfile.lock composer.json composer.lock
  pom.xml build.gradle build.gradle.kts gradle.lockfile Dockerfile .tool-versions mise.toml
`
  .trim()
  .split(/\s+/);
const FITTING = MANIFEST_NAMES.map((glob) => compileGlob(glob, 'name'));

function isOpen({ is_open }: CoveredCase): boolean {
  return is_open;
}

/** Globs of a config's folder, matched from the root. */
export function matcherOf(globs: readonly string[], folder: string): (file: string) => boolean {
  const fits = globs.map((glob) => compileGlob(globFromRoot(glob, folder), 'path'));
  return (file) => fits.some((matches) => matches(file));
}

/** The same for what may be below a path. */
function matcherBelow(globs: readonly string[], folder: string): (path: string) => boolean {
  const all = globs.map((glob) => globFromRoot(glob, folder).split('/'));
  return (path) => {
    const depth = path.split('/').length;
    return all.some((steps) => {
      const above = steps.slice(0, depth);
      return steps.length > depth && (above.includes('**') || compileGlob(above.join('/'), 'path')(path));
    });
  };
}

/** `../src/**` of the folder `evals` is `src/**`. */
function globFromRoot(glob: string, folder: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${glob}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

function isDeclared({ covers, tags }: CoveredCase, rules: CoverageRules): boolean {
  return rules.every_case.length > 0 || covers.length > 0 || tags.some((tag) => Object.hasOwn(rules.tags, tag));
}
