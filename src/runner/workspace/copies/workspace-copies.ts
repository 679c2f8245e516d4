import { appendFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { basename, join, posix } from 'node:path';
import type { Case } from '#cases/suite/case.ts';
import { folderHash } from '#cases/suite/folder-hash.ts';
import type { HashedFolder, Overlay, Workspace } from '#cases/suite/hashed-folder.ts';
import { errorMessage } from '#common/error-message.ts';
import type { WorkspaceCopy, Workspaces } from '#ports/workspace-ports.ts';
import type { Environment } from '#process/child-environment.ts';
import { privateFolder } from '#process/foreign-files.ts';
import type { ProgramSpec } from '#process/program.ts';
import { linkProblem } from '#runner/workspace/files/read-folder.ts';
import type { WorkspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { runGit } from '#runner/workspace/git/run-git.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { CommandFacts } from '#trials/trial/workspace-facts.ts';
import { type FileList, listFiles } from './list-files.ts';
import { changesOf, filesOf } from './look-at.ts';
import { copyFolder, putFile } from './put-files.ts';
import { type Origin, runCommand } from './run-command.ts';

/** What copies are made from and where. */
export interface CopiesOptions {
  /** The files of the commit whose cases run. */
  readonly files: Pick<WorkspaceFiles, 'folder' | 'locate' | 'resolve'>;
  /** What the agent lays over each, and the files of its own commit. */
  readonly overlay: {
    readonly files: Pick<WorkspaceFiles, 'folder' | 'locate' | 'resolve'>;
    readonly folders: readonly Overlay[];
  };
  /** Folder for temporary files, absolute. */
  readonly temporary: string;
  /** Of commands: without keys. */
  readonly environment: Environment;
  /** See `ProgramSpec`. */
  readonly resolve?: ProgramSpec['resolve'];
  /** Gets the copy of each trial that did not pass; that copy stays. `null`: no copy stays. */
  readonly onKept: ((caseId: string, index: number, path: string) => void) | null;
}

/** Copies of the workspaces of cases, each in a folder that has the same path in every run if that is free. */
export function workspaceCopies(options: CopiesOptions): Workspaces {
  const { files, onKept } = options;
  const open = new Set<string>();
  /** The folder of the last attempt at each trial, if it may be kept. */
  const finished = new Map<string, { readonly top: string; readonly path: string }>();

  async function remove(top: string): Promise<void> {
    open.delete(top);
    await rm(top, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }

  async function copyOf(plan: TrialPlan, workspace: Workspace, signal: AbortSignal): Promise<WorkspaceCopy> {
    const original = await folderOf(files, workspace.folder);
    const top = await freeFolder(options.temporary, plan);
    open.add(top);
    const path = join(top, basename(workspace.folder));
    await copyFolder(original, path);
    const fixture = await listFiles(path);
    await verify(workspace, path, fixture);
    const laid = await layOver(path);
    const before = laid.size === 0 ? fixture : await listFiles(path);
    const origin: Origin = { folder: original, of: (file) => laid.get(file) ?? join(original, file) };
    await startRepository(path, options.environment, { resolve: options.resolve, signal });
    return {
      path,
      async look(answered, stop) {
        const { expect } = plan.case;
        const after = await listFiles(path);
        const changes = await changesOf(before, after, { original: origin.of, copy: path });
        const matches = await filesOf(expect.files ?? {}, after, path);
        const commands = answered ? await runCommands(plan.case, { path, origin, before }, stop) : [];
        return { ...changes, ...matches, commands };
      },
      async release() {
        if (onKept === null) return remove(top);
        const key = keyOf(plan.case.id, plan.index);
        const earlier = finished.get(key);
        finished.set(key, { top, path });
        if (earlier !== undefined) await remove(earlier.top);
      },
    };
  }

  async function runCommands(
    { expect }: Case,
    { path: copy, origin, before }: { readonly path: string; readonly origin: Origin; readonly before: FileList },
    signal: AbortSignal,
  ): Promise<readonly CommandFacts[]> {
    const overlay = (folder: string, hash: string | null) => readUnchanged(files, { folder, hash });
    const place = { ...options, copy, origin, before, overlay };
    const facts: CommandFacts[] = [];
    for (const command of expect.commands ?? []) facts.push(await runCommand(command, place, signal));
    return facts;
  }

  /** Puts what belongs to the agent into its copy, over the case's own files; where each file is from, absolute, by its path there. */
  async function layOver(copy: string): Promise<ReadonlyMap<string, string>> {
    const laid = new Map<string, string>();
    for (const { place, ...source } of options.overlay.folders) {
      const layer = await readUnchanged(options.overlay.files, source);
      if ('problem' in layer) throw new Error(`overlay: ${layer.problem}`);
      for (const path of layer.paths) {
        const at = posix.join(place, path);
        await putFile(join(layer.folder, path), copy, at);
        laid.set(at, join(layer.folder, path));
      }
    }
    return laid;
  }

  /** The code under test can write to the repository: what was copied must be what was read. */
  async function verify(
    { folder, hash, max_bytes }: Workspace,
    copy: string,
    { files: there }: FileList,
  ): Promise<void> {
    const read = await files.folder(files.locate(folder), max_bytes);
    if ('problem' in read) throw new Error(read.problem);
    const isSame = [...read.files].every(([path, own]) => there.get(path)?.hash === own);
    if (folderHash(read.files) !== hash || !isSame)
      throw new Error(
        `${folder} has changed since the suite was read, by the agent or its setup; let it write only to its copy, and let git ignore what setup makes there`,
      );
    for (const [path, { kind }] of there) {
      const problem = kind === 'link' ? await linkProblem(copy, path) : null;
      if (problem !== null) throw new Error(`${folder}/${path} ${problem}`);
    }
  }

  return {
    async open(plan, signal) {
      const { workspace } = plan.case;
      if (workspace === undefined) return { problem: 'its case has no workspace' };
      return copyOf(plan, workspace, signal).catch((error: unknown) => ({
        problem: `no copy of the workspace could be made: ${errorMessage(error)}`,
      }));
    },
    async judged(caseId, index, passed) {
      const last = finished.get(keyOf(caseId, index));
      if (last === undefined) return;
      finished.delete(keyOf(caseId, index));
      if (passed) return remove(last.top);
      open.delete(last.top);
      onKept?.(caseId, index, last.path);
    },
    async close() {
      for (const top of open) await remove(top);
    },
  };
}

/** A folder, absolute, with the paths of its files, if it is as it was when the suite was read. */
async function readUnchanged(
  files: CopiesOptions['files'],
  { folder, hash }: HashedFolder,
): Promise<{ readonly folder: string; readonly paths: readonly string[] } | { readonly problem: string }> {
  const read = await files.folder(files.locate(folder), Number.POSITIVE_INFINITY);
  if ('problem' in read) return read;
  if (folderHash(read.files) !== hash)
    return { problem: `the files of ${folder} have changed since the suite was read` };
  return { folder: await folderOf(files, folder), paths: [...read.files.keys()] };
}

async function folderOf(files: CopiesOptions['files'], folder: string): Promise<string> {
  const place = await files.resolve(files.locate(folder));
  if ('problem' in place) throw new Error(place.problem);
  return place.path;
}

function keyOf(caseId: string, index: number): string {
  return `${caseId}#${index}`;
}

/**
 * A new folder for one attempt. Coding agents tell their model where they work: equal paths make requests of two runs alike. One that is
 * taken has a number behind it.
 */
async function freeFolder(temporary: string, { case: { id }, index }: TrialPlan): Promise<string> {
  const top = join(await realpath(temporary), `agent-eval-workspaces-${process.getuid?.() ?? 0}`);
  await privateFolder(top);
  const name = `${id.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80)}-${index}`;
  for (let number = 1; number <= MOST_TAKEN; number += 1) {
    const folder = join(top, number === 1 ? name : `${name}.${number}`);
    const made = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (made) return folder;
  }
  return mkdtemp(join(top, `${name}.`));
}

const MOST_TAKEN = 20;

/**
 * Makes a copy a repository with one commit, for the agent: what it does there is never read from it. The same files give the same commit.
 * Without git there is none.
 */
async function startRepository(
  cwd: string,
  environment: Environment,
  { resolve, signal }: { readonly resolve?: ProgramSpec['resolve']; readonly signal: AbortSignal },
): Promise<void> {
  const place = { cwd, environment: ownSettings(environment), resolve, signal };
  const git = async (args: readonly string[]) => (await runGit(args, place, LIMIT_MS)).kind === 'done';
  if (!(await git(['init', '--quiet', '--initial-branch=main', '--template=']))) return;
  // As `git config` would write it, without two more processes for every trial.
  await appendFile(join(cwd, '.git', 'config'), '[user]\n\tname = agent-eval\n\temail = agent-eval@localhost\n');
  if (!(await git(['add', '--all']))) return;
  await git(['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty', '--message=start']);
}

const LIMIT_MS = 30_000;

/** No file of this user's or of the system's decides what git does. */
function ownSettings({ PATH, TMPDIR, SystemRoot }: Environment): Environment {
  const variables = { PATH, TMPDIR, SystemRoot };
  const known = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(known),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
    LC_ALL: 'C',
  };
}
