import type { Case } from '#cases/suite/case.ts';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import { checkProgram, pathsOfLine } from '#cases/suite/graders/check-program.ts';
import type { GraderFiles } from '#cases/suite/graders/grader-files.ts';
import { importedFiles } from '#cases/suite/graders/imported-files.ts';
import { mentionedFiles, opensComputedNames, plainPath } from '#cases/suite/graders/mentioned-files.ts';
import { folderOf, packageTargets, scriptsOf, takesOwnPackage } from '#cases/suite/graders/package-files.ts';
import { hashJson } from '#common/hash-json.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { customChecks, overlaysOf } from '#trials/checks/custom-checks.ts';
/** What checks may use of the workspace; paths as they are written in the config. */
export interface GraderLook {
  read(path: string): ReturnType<SuiteFiles['read']>;
  hash(path: string): Promise<string | null>;
  below(folder: string): Promise<readonly string[]>;
  expand(glob: string): Promise<readonly string[]>;
  /** Whether a folder contains nothing but checks, so that all of it belongs to them. */
  isOwn(folder: string): boolean;
}

/**
 * Finds the files of a case's custom checks, and those that its commands lay over a workspace: the programs that they name, what those import, read and start, and either the
 * files that `files` lists or the whole folder of each program that has its own.
 */
export async function graderFiles(look: GraderLook, evalCase: Case): Promise<GraderFiles> {
  const collection = new Found(look);
  for (const { expectation } of customChecks(evalCase)) await collection.take(expectation);
  for (const folder of overlaysOf(evalCase)) await collection.overlay(plainPath(folder));
  return collection;
}

class Found implements GraderFiles {
  readonly files = new Map<string, string>();
  readonly watched = new Set<string>();
  readonly absent = new Set<string>();
  readonly folders: string[] = [];
  readonly unknown: string[] = [];
  readonly computed: string[] = [];
  readonly problems: string[] = [];
  readonly #look: GraderLook;
  readonly #followed = new Set<string>();

  constructor(look: GraderLook) {
    this.#look = look;
  }

  async take(expectation: CustomExpectation): Promise<void> {
    const programs =
      expectation.kind === 'module'
        ? await this.#module(plainPath(expectation.module))
        : await this.#command(expectation);
    const { files: globs } = expectation;
    for (const glob of globs ?? []) await this.#glob(glob);
    if (globs !== undefined) return;
    for (const folder of new Set(programs.map(folderOf))) await this.#folder(folder);
  }

  /** All of it is the check's, whatever else is there. */
  async overlay(folder: string): Promise<void> {
    if (this.folders.includes(folder)) return;
    this.folders.push(folder);
    for (const path of await this.#look.below(folder)) {
      this.watched.add(path);
      await this.#keep(path);
    }
  }

  /** Returns the programs that exist. */
  async #module(module: string): Promise<readonly string[]> {
    const read = await this.#look.read(module);
    if ('problem' in read) this.problems.push(read.problem);
    return (await this.#follow(module)) ? [module] : [];
  }

  async #command({
    command,
    files: globs,
  }: Extract<CustomExpectation, { kind: 'command' }>): Promise<readonly string[]> {
    const { paths, imports, is_inline: isInline, script } = checkProgram(command);
    const programs: string[] = [];
    const take = async (path: string) => {
      if (await this.#follow(path)) programs.push(path);
      else if (await this.#folder(path)) programs.push(`${path}/.`);
    };
    for (const path of paths) await take(plainPath(path));
    for (const path of imports) await this.#imported(path);
    if (script !== null) for (const path of await this.#script(script)) await take(path);
    const isKnown = programs.length > 0 || isInline || globs !== undefined;
    if (!isKnown) this.unknown.push(command.join(' '));
    return programs;
  }

  /** Paths that a script of the nearest package.json names; the scripts' text is part of the check. */
  async #script(name: string): Promise<readonly string[]> {
    const manifest = await this.#nearestPackage('');
    if (manifest === null) return [];
    const scripts = scriptsOf(manifest.text);
    this.files.set(`${manifest.path}#scripts`, hashJson(scripts));
    const line = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    return typeof line === 'string'
      ? pathsOfLine(line).map((path) => `${folderOf(manifest.path)}/${path}`.replace(/^\//, ''))
      : [];
  }

  async #glob(glob: string): Promise<void> {
    const paths = await this.#look.expand(glob);
    if (paths.length === 0) this.problems.push(`no file matches "${glob}"; correct the glob, or remove it`);
    for (const path of paths) await this.#follow(path);
  }

  /** Whether the folder has files; all of them belong to the check if the folder is its own. */
  async #folder(folder: string): Promise<boolean> {
    if (this.folders.includes(folder)) return true;
    const isOwn = folder !== '' && this.#look.isOwn(folder);
    if (!isOwn) return this.#entryPoints(folder);
    const paths = await this.#look.below(folder);
    if (paths.length === 0) return false;
    if (paths.length > MOST_FILES) {
      this.problems.push(
        `${folder} holds more than ${MOST_FILES} files: list the ones that the check reads under \`files\``,
      );
      return true;
    }
    this.folders.push(folder);
    for (const path of paths) await this.#follow(path);
    return true;
  }

  /** The files that run when a folder is run that also contains other things. */
  async #entryPoints(folder: string): Promise<boolean> {
    const names = ['__main__.py', '__main__.pyc', '__init__.py', 'package.json', 'index.js', 'index.mjs', 'index.cjs'];
    const there: boolean[] = [];
    for (const name of names) there.push(folder !== '' && (await this.#follow(`${folder}/${name}`)));
    return there.includes(true);
  }

  async #imported(path: string): Promise<void> {
    if (!(await this.#follow(path))) this.absent.add(path);
  }

  /** Adds a file and what it uses. `false`: it does not exist. */
  async #follow(path: string, isWatched = true): Promise<boolean> {
    if (isWatched) this.watched.add(path);
    if (this.#followed.has(path)) return this.files.has(path);
    this.#followed.add(path);
    if (this.#followed.size > MOST_PLACES || !(await this.#keep(path))) return false;
    const read = await this.#look.read(path);
    if ('problem' in read) return true;
    if (opensComputedNames(path, read.text)) this.computed.push(path);
    if (path.endsWith('package.json')) await this.#targets(path, read.text);
    for (const imported of importedFiles(path, read.text)) await this.#imported(imported);
    for (const mentioned of mentionedFiles(path, read.text)) await this.#follow(mentioned, isProgram(mentioned));
    const manifest = SCRIPT.test(path) ? await this.#nearestPackage(folderOf(path)) : null;
    if (manifest !== null && takesOwnPackage(read.text, manifest.text)) await this.#follow(manifest.path);
    return true;
  }

  /** The files that the entries of a package name. */
  async #targets(path: string, text: string): Promise<void> {
    const folder = folderOf(path);
    for (const target of packageTargets(folder, text)) {
      if (target.endsWith('/'))
        for (const file of (await this.#look.below(target.slice(0, -1))).slice(0, MOST_FILES)) await this.#follow(file);
      else await this.#imported(target);
    }
  }

  async #nearestPackage(folder: string): Promise<{ readonly path: string; readonly text: string } | null> {
    for (let at = folder, left = MOST_FOLDERS; left > 0; left -= 1) {
      const path = `${at}/package.json`.replace(/^\//, '');
      const read = await this.#look.read(path);
      if ('text' in read) return { path, text: read.text };
      at = at === '' || at.endsWith('..') ? `${at}/..`.replace(/^\//, '') : folderOf(at);
    }
    return null;
  }

  async #keep(path: string): Promise<boolean> {
    const hash = this.files.get(path) ?? (await this.#look.hash(path));
    if (hash !== null) this.files.set(path, hash);
    return hash !== null;
  }
}

function isProgram(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|pyw?|pyc|so|pyd|node|sh|bash|zsh|rb|pl|php)$|(?:^|\/)[^./]+$/.test(path);
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** A larger folder is not added as a whole. */
const MOST_FILES = 300;
/** A program that uses more files is not followed further. */
const MOST_PLACES = 5_000;
const MOST_FOLDERS = 8;
