import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { contentHash, documentsOf, type RootEntry } from '#domain/baseline/resume/evaluated-files.ts';
import { askGit } from './ask-git.ts';

/** What is evaluated at the commit that is checked out. */
export interface EvaluatedContent {
  /** Hash of its files. */
  readonly hash: string;
  /** Documents at its root that are not among them: no other file names them. */
  readonly unread: readonly string[];
}

const run = promisify(execFile);

/**
 * Asks git which files the commit at HEAD has, and leaves out documents at its root that no other file names: then no program opens them by
 * name, and no case is about them. Never throws.
 *
 * @param root of the repository
 * @returns `null` outside a repository
 */
export async function evaluatedContent(root: string): Promise<EvaluatedContent | null> {
  const listed = await askGit(root, ['ls-tree', '-z', 'HEAD']);
  if (listed === null) return null;
  const entries = listed.split('\0').flatMap((line) => entryOf(line) ?? []);
  const documents = documentsOf(entries);
  const named = await Promise.all(documents.map((name) => isNamed(root, name, documents)));
  const unread = documents.filter((_, i) => named[i] === false);
  return { hash: contentHash(entries, unread), unread };
}

/** `100644 blob 1f7a…<tab>README.md`. */
function entryOf(line: string): RootEntry | null {
  const [, mode, sha, name] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
  return mode === undefined || sha === undefined || name === undefined ? null : { name, mode, sha };
}

/** Whether a file names a document, other than documents themselves and what only packs or publishes them; true where git can't tell. */
async function isNamed(root: string, name: string, documents: readonly string[]): Promise<boolean> {
  const besides = [...documents, ...PACKERS].map((path) => `:(top,exclude,glob)${path}`);
  try {
    await run('git', ['-c', 'safe.bareRepository=explicit', 'grep', '-qIF', '-e', name, '--', ':(top)', ...besides], {
      cwd: root,
      timeout: 10_000,
    });
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === NOTHING_FOUND);
  }
}

const NOTHING_FOUND = 1;

const PACKERS = [
  '.github/**',
  'docs/**',
  '**/package.json',
  '**/pyproject.toml',
  '**/setup.py',
  '**/setup.cfg',
  '**/MANIFEST.in',
  '**/Cargo.toml',
  '**/.gitignore',
  '**/.dockerignore',
];
