import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compileGlob } from '#cases/matching/glob.ts';
import type { CommandExpectation } from '#cases/suite/expectation.ts';
import { duration } from '#common/words.ts';
import type { Environment } from '#process/child-environment.ts';
import { timeLimit } from '#process/deferred.ts';
import { judgingFolders } from '#process/own-folders.ts';
import { endOrStop, type ProgramEnd, type ProgramSpec, startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import { commandKey } from '#trials/trial/content-hashes.ts';
import type { CommandFacts } from '#trials/trial/workspace-facts.ts';
import { type FileList, listFiles } from './list-files.ts';
import { copyFolder, putFile } from './put-files.ts';

/** Where the files of a copy come from, absolute. */
export interface Origin {
  /** Most of them. */
  readonly folder: string;
  /** One of them, by its path in the copy. */
  of(path: string): string;
}

/** Where a command runs, and where its files come from. */
export interface CommandPlace {
  /** The copy in which the agent has worked, absolute. */
  readonly copy: string;
  readonly origin: Origin;
  /** What was in the copy before the agent. */
  readonly before: FileList;
  readonly environment: Environment;
  readonly resolve?: ProgramSpec['resolve'];
  /** The folder that is laid over it, absolute, with the paths of its files; or why it can't be, a sentence part. */
  overlay(
    folder: string,
    hash: string | null,
  ): Promise<{ readonly folder: string; readonly paths: readonly string[] } | { readonly problem: string }>;
}

/** Bytes that are kept of each stream. */
const KEPT_BYTES = 32 * 1024;

/** Puts back and lays over what a command asks for, and runs it. Never throws. */
export async function runCommand(
  command: CommandExpectation,
  place: CommandPlace,
  signal: AbortSignal,
): Promise<CommandFacts> {
  const facts = { key: commandKey(command), exit: null, stdout: '', stderr: '', duration_ms: 0 };
  const unfit = await makeReady(command, place).catch((error: Error) => `can't be prepared: ${error.message}`);
  if (unfit !== null) return { ...facts, ended: { fault: 'judge', why: unfit } };
  const [stdout, stderr] = [createTailBuffer(KEPT_BYTES), createTailBuffer(KEPT_BYTES)];
  const begun = performance.now();
  const own = await judgingFolders(place.environment);
  const program = startProgram(
    { command: command.run, cwd: place.copy, environment: own.environment, resolve: place.resolve },
    { line() {}, overlong() {}, stdout: (chunk) => stdout.push(chunk), stderr: (chunk) => stderr.push(chunk) },
  );
  program.closeInput();
  const patience = timeLimit(command.timeout_ms);
  const end = await endOrStop(program, AbortSignal.any([signal, patience])).finally(own.close);
  return {
    ...facts,
    stdout: stdout.text(),
    stderr: stderr.text(),
    duration_ms: Math.round(performance.now() - begun),
    ...endOf(end, command, signal),
  };
}

function endOf(
  end: ProgramEnd | 'stopped',
  { timeout_ms }: CommandExpectation,
  { aborted }: AbortSignal,
): Pick<CommandFacts, 'exit' | 'ended'> {
  if (end === 'stopped')
    return {
      exit: null,
      ended: aborted
        ? { fault: 'judge', why: 'was cancelled' }
        : { fault: 'agent', why: `took longer than ${duration(timeout_ms)}` },
    };
  if (end.kind === 'not_started')
    return { exit: null, ended: { fault: 'judge', why: `can't be started: ${end.message}` } };
  if (end.code === null) return { exit: null, ended: { fault: 'agent', why: `was ended by ${end.signal}` } };
  return { exit: end.code, ended: null };
}

/** `null`: ready; else why not, a sentence part. */
async function makeReady({ restore, files }: CommandExpectation, place: CommandPlace): Promise<string | null> {
  if (restore !== null && restore.length > 0) {
    const problem = await putBack(restore, place);
    if (problem !== null) return problem;
  }
  if (files === null) return null;
  const overlay = await place.overlay(files.folder, files.hash);
  if ('problem' in overlay) return `was not run: ${overlay.problem}`;
  for (const path of overlay.paths) await putFile(join(overlay.folder, path), place.copy, path);
  return null;
}

/** Files that match are as they were; those that were not there are removed. Installed packages are replaced as a whole. */
async function putBack(globs: readonly string[], { copy, origin, before }: CommandPlace): Promise<string | null> {
  const fits = globs.map((glob) => compileGlob(glob, 'path'));
  const isMeant = (path: string) => fits.some((matches) => matches(path));
  const now = await listFiles(copy);
  for (const path of now.files.keys()) if (isMeant(path) && !before.files.has(path)) await rm(join(copy, path));
  for (const [path, was] of before.files) {
    const is = now.files.get(path);
    if (!isMeant(path) || (is?.kind === was.kind && is.hash === was.hash && is.executable === was.executable)) continue;
    await putFile(origin.of(path), copy, path);
  }
  const after = await listFiles(copy);
  for (const [path, { hash }] of before.files)
    if (isMeant(path) && after.files.get(path)?.hash !== hash)
      return `was not run: ${JSON.stringify(path)} of the workspace has changed since the trial began`;
  for (const folder of new Set([...before.made, ...now.made])) {
    if (folder.split('/').includes('.git') || !isMeant(`${folder}/x`)) continue;
    await rm(join(copy, folder), { recursive: true, force: true });
    if (before.made.includes(folder)) await copyFolder(join(origin.folder, folder), join(copy, folder));
  }
  return null;
}
