import { hashJson } from '#domain/hash-json.ts';

/** A file or folder at the root of a repository; a folder's `sha` covers all that is in it. */
export interface RootEntry {
  readonly name: string;
  readonly mode: string;
  readonly sha: string;
}

/** What people read and no agent does, if nothing in the repository names it: `README.md`, `LICENSE`, `CHANGELOG.rst`. */
const DOCUMENT =
  /^(readme|licen[cs]e|copying|notice|authors|changelog|changes|history|contributing|code_of_conduct|security|support)(\.(md|markdown|rst|txt|adoc))?$/i;

/** Names at the root of a repository that are documents, as far as their names tell. */
export function documentsOf(entries: readonly RootEntry[]): readonly string[] {
  return entries.filter(({ name, mode }) => FILE_MODES.has(mode) && DOCUMENT.test(name)).map(({ name }) => name);
}

/** Plain and executable; neither folders, links nor submodules. */
const FILE_MODES: ReadonlySet<string> = new Set(['100644', '100755']);

/**
 * Hash of all files of a commit but those that nothing evaluates.
 *
 * @param unread names at its root that are left out
 */
export function contentHash(entries: readonly RootEntry[], unread: readonly string[]): string {
  const left = new Set(unread);
  const kept = entries.filter(({ name }) => !left.has(name)).map(({ name, mode, sha }) => `${mode} ${sha} ${name}`);
  return hashJson(kept.sort());
}
