import type { Case } from '#cases/suite/case.ts';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import { folderOf, type GraderFiles, plainPath } from '#cases/suite/graders/grader-files.ts';
import { importedFiles, placedImports } from '#cases/suite/graders/imported-files.ts';
import { importsOf, launchedBy, readCommand } from '#cases/suite/graders/launchers.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { customChecks, overlaysOf } from '#trials/checks/custom-checks.ts';

/** What checks may use of the workspace; paths as they are written in the config. */
export interface GraderLook {
  read(path: string): ReturnType<SuiteFiles['read']>;
  hash(path: string): Promise<string | null>;
  below(folder: string): Promise<readonly string[]>;
  expand(glob: string): Promise<readonly string[]>;
  /** The folders above that of the config: `..`, `../..`, as far as the workspace goes. */
  readonly above: readonly string[];
  /** Files that are the config's, a case's or the agent's. */
  readonly others: ReadonlySet<string>;
}

/**
 * Finds the files of a case's custom checks, and those that its commands lay over a workspace: the programs that they name with
 * their folders and imports, what `files` lists, and what launches them.
 */
export async function graderFiles(look: GraderLook, evalCase: Case): Promise<GraderFiles> {
  const collection = new Found(look);
  for (const { expectation } of customChecks(evalCase)) await collection.take(expectation);
  for (const folder of overlaysOf(evalCase)) await collection.all(plainPath(folder));
  return collection;
}

class Found implements GraderFiles {
  readonly files = new Map<string, string>();
  readonly absent = new Set<string>();
  readonly folders: string[] = [];
  readonly open: (string | null)[] = [];
  readonly others: ReadonlySet<string>;
  readonly problems: string[] = [];
  readonly #look: GraderLook;
  readonly #followed = new Set<string>();

  constructor(look: GraderLook) {
    this.#look = look;
    this.others = look.others;
  }

  async take({ files: globs, ...expectation }: CustomExpectation): Promise<void> {
    const command = expectation.kind === 'module' ? ['node', plainPath(expectation.module)] : expectation.command;
    if (expectation.kind === 'module') {
      const read = await this.#look.read(plainPath(expectation.module));
      if ('problem' in read) this.problems.push(read.problem);
    }
    const { programs, code, launchers } = readCommand(command);
    const folders = new Set<string>();
    for (const path of programs.map(plainPath)) {
      if (await this.#follow(path)) folders.add(folderOf(path));
      else if ((await this.#look.below(path)).length > 0) folders.add(path);
    }
    for (const path of code === null ? [] : importsOf(code)) await this.#imported(path);
    for (const at of this.#upFrom(folders))
      for (const name of new Set(launchers))
        for (const path of await this.#launcher(at + name, command)) folders.add(folderOf(path));
    for (const folder of folders) await this.#folder(folder, globs !== undefined);
    for (const glob of globs ?? []) await this.#glob(glob);
    const isPlaced = (folders.size > 0 || code !== null) && !(await this.#importsByName());
    if (!isPlaced && globs === undefined) this.open.push(null);
  }

  /** All of a folder, whatever is there; what a link shows there too. */
  async all(folder: string): Promise<void> {
    if (this.folders.includes(folder)) return;
    this.folders.push(folder);
    for (const path of await this.#look.below(folder)) if (!(await this.#follow(path))) await this.all(path);
  }

  /** The folder of a program, if nothing else is in it; else any file there may be the check's, unless `files` lists its own. */
  async #folder(folder: string, isListed: boolean): Promise<void> {
    const isShared =
      folder.split('/').every((step) => step === '' || step === '..') ||
      [...this.others].some((path) => `${path}/`.startsWith(`${folder}/`));
    const paths = isShared ? [] : await this.#look.below(folder);
    if (!isShared && paths.length <= MOST_FILES) return this.all(folder);
    if (isListed) return;
    if (isShared) this.open.push(folder);
    else
      this.problems.push(
        `${folder} holds more than ${MOST_FILES} files: list the ones that the check reads under \`files\``,
      );
  }

  /** Whether a script imports by a name that a package.json or other settings place. */
  async #importsByName(): Promise<boolean> {
    const texts = new Map<string, string>();
    for (const path of this.files.keys()) {
      const read = await this.#look.read(path);
      if ('text' in read) texts.set(path, read.text);
    }
    const manifests = [...texts].filter(([path]) => path.endsWith('package.json'));
    const names = manifests.map(([, text]) => mappingOf(text)['name']);
    return [...texts].some(([path, text]) =>
      [null, ...names].some((name) => placedImports(path, text, typeof name === 'string' ? name : null).length > 0),
    );
  }

  async #glob(glob: string): Promise<void> {
    const paths = await this.#look.expand(glob);
    if (paths.length === 0) this.problems.push(`no file matches "${glob}"; correct the glob, or remove it`);
    for (const path of paths) await this.#follow(path);
  }

  /** The folder of the config, those of programs, and all above, each as the beginning of a path. */
  #upFrom(folders: ReadonlySet<string>): ReadonlySet<string> {
    const all = new Set(['', ...this.#look.above.map((folder) => `${folder}/`)]);
    for (const start of folders)
      for (let at = start; at !== '' && !at.endsWith('..'); at = folderOf(at)) all.add(`${at}/`);
    return all;
  }

  /** Returns the programs that a script of a package.json starts. */
  async #launcher(path: string, command: readonly string[]): Promise<readonly string[]> {
    if (!(await this.#imported(path)) || !path.endsWith('package.json')) return [];
    const read = await this.#look.read(path);
    const started: string[] = [];
    for (const [name, line] of Object.entries('text' in read ? scriptsOf(read.text) : {})) {
      const isRun = command.some((word) => [word, `pre${word}`, `post${word}`].includes(name));
      if (!isRun || typeof line !== 'string') continue;
      for (const word of readCommand(line.split(' ')).programs) {
        const program = plainPath(`${folderOf(path)}/${word}`.replace(/^\//, ''));
        if (await this.#follow(program)) started.push(program);
      }
    }
    return started;
  }

  async #imported(path: string): Promise<boolean> {
    const isThere = await this.#follow(path);
    if (!isThere) this.absent.add(path);
    return isThere;
  }

  /** Adds a file and what it imports. `false`: it does not exist. */
  async #follow(path: string): Promise<boolean> {
    if (this.#followed.has(path)) return this.files.has(path);
    this.#followed.add(path);
    const hash = this.#followed.size > MOST_PLACES ? null : await this.#look.hash(path);
    if (hash === null) return false;
    this.files.set(path, hash);
    const read = await this.#look.read(path);
    if ('problem' in read) return true;
    if (read.at !== undefined) await this.#follow(read.at);
    for (const imported of importedFiles(path, read.text)) await this.#imported(imported);
    for (const word of launchedBy(path, read.text)) {
      const named = plainPath(`${folderOf(path)}/${word}`.replace(/^\//, ''));
      for (const place of new Set([plainPath(word), named])) if (!this.others.has(place)) await this.#follow(place);
    }
    return true;
  }
}

/** The scripts of a package.json. */
function scriptsOf(manifest: string): JsonObject {
  const { scripts } = mappingOf(manifest);
  return scripts !== undefined && isJsonObject(scripts) ? scripts : {};
}

function mappingOf(text: string): JsonObject {
  const value = jsonOrUndefined(text);
  return isJsonObject(value) ? value : {};
}

/** A larger folder is not added as a whole. */
const MOST_FILES = 300;
/** A program that uses more files is not followed further. */
const MOST_PLACES = 5_000;
