import { join } from 'node:path';
import { compileGlob } from '#cases/matching/glob.ts';
import { unifiedDiff } from '#cases/matching/unified-diff.ts';
import type { Expectations } from '#cases/suite/expectation.ts';
import { readForeign } from '#process/foreign-files.ts';
import { hashOfBytes } from '#runner/workspace/files/git-hash.ts';
import type { FileChange, FoundFile, WorkspaceFacts } from '#trials/trial/workspace-facts.ts';
import type { FileList, FileState } from './list-files.ts';

/** Bytes of a file that is read or compared. */
const MOST_BYTES = 256 * 1024;
const MOST_CHANGES = 1_000;
const MOST_FOUND = 500;
/** Characters. */
const MOST_PATCH = 64 * 1024;

/** Where the files are, absolute. */
interface Places {
  /** Where a file of the copy comes from. */
  readonly original: (path: string) => string;
  readonly copy: string;
}

/** What the agent changed. */
export async function changesOf(
  before: FileList,
  after: FileList,
  places: Places,
): Promise<Pick<WorkspaceFacts, 'changes' | 'changed' | 'patch'>> {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].filter(
    (path) => !isSame(before.files.get(path), after.files.get(path)),
  );
  const changes: FileChange[] = [];
  let patch = '';
  for (const path of paths.sort().slice(0, MOST_CHANGES)) {
    const [was, is] = [before.files.get(path), after.files.get(path)];
    const change = was === undefined ? 'added' : is === undefined ? 'deleted' : 'modified';
    const old = was === undefined ? '' : await textOf(places.original(path), was);
    const fresh = is === undefined ? '' : await textOf(join(places.copy, path), is);
    const diff = old === null || fresh === null ? null : unifiedDiff(old, fresh);
    changes.push({ path, change, added: diff?.added ?? null, removed: diff?.removed ?? null });
    if (patch.length <= MOST_PATCH) patch += `${headOf(path, change)}${diff?.hunks ?? noDiff(was, is)}`;
  }
  // More files than are listed: how many changed is not known, only that there are at least so many.
  const changed = after.more ? Math.max(paths.length, after.files.size + 1) : paths.length;
  return { changes, changed, patch: cutPatch(patch) };
}

/** The files that a case's globs match. */
export async function filesOf(
  demanded: NonNullable<Expectations['files']>,
  after: FileList,
  copy: string,
): Promise<Pick<WorkspaceFacts, 'globs' | 'files' | 'more_files'>> {
  const globs = Object.entries(demanded).map(([glob, { text }]) => ({
    glob,
    fits: compileGlob(glob, 'path'),
    isRead: text !== null,
  }));
  const matches = [...after.files].filter(([path]) => globs.some(({ fits }) => fits(path)));
  const files: FoundFile[] = [];
  for (const [path, state] of matches.slice(0, MOST_FOUND)) {
    const isRead = globs.some((glob) => glob.isRead && glob.fits(path));
    files.push({ path, text: isRead ? await textOf(join(copy, path), state) : null });
  }
  return {
    globs: globs.map(({ glob }) => glob),
    files,
    more_files: matches.length > MOST_FOUND || (after.more && globs.length > 0),
  };
}

function isSame(left: FileState | undefined, right: FileState | undefined): boolean {
  return left?.kind === right?.kind && left?.hash === right?.hash && left?.executable === right?.executable;
}

/** `null`: no UTF-8 text, a link, too large, or no longer what it was. */
async function textOf(path: string, { kind, hash, bytes }: FileState): Promise<string | null> {
  if (kind !== 'file' || bytes > MOST_BYTES) return null;
  const read = readForeign(path, MOST_BYTES);
  if ('problem' in read || hashOfBytes(read.bytes) !== hash || read.bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes);
  } catch {
    return null;
  }
}

function headOf(path: string, change: FileChange['change']): string {
  const [old, fresh] = [
    change === 'added' ? '/dev/null' : `a/${path}`,
    change === 'deleted' ? '/dev/null' : `b/${path}`,
  ];
  return `--- ${old}\n+++ ${fresh}\n`;
}

function noDiff(was: FileState | undefined, is: FileState | undefined): string {
  const kinds = new Set([was?.kind, is?.kind]);
  return kinds.has('link') ? 'A link differs.\n' : 'Binary or large files differ.\n';
}

function cutPatch(patch: string): string {
  return patch.length <= MOST_PATCH ? patch : `${patch.slice(0, MOST_PATCH).toWellFormed()}\n… (more is not kept)\n`;
}
