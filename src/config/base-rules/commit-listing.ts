import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** All files of a commit, by path from the root of the repository. */
export interface CommitListing {
  /** Git's own hash of each. */
  readonly files: ReadonlyMap<string, string>;
  /** Those of them that can be executed. */
  readonly executables: ReadonlySet<string>;
  /** Symbolic links and submodules: their targets are not listed. */
  readonly links: ReadonlySet<string>;
  /** Where each of them leads, as git names it; absent: unknown. */
  readonly targets?: ReadonlyMap<string, string>;
  /** Those of `links` that are submodules; absent: none. */
  readonly submodules?: ReadonlySet<string>;
}

/** A path from the working directory as the commit names its files. */
export function pathInCommit({ folder }: { readonly folder: string }, path: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split('/')) {
    if (step === '..' && steps.length > 0) steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Whether the path is not listed because it, or a folder above it, is a link. */
export function isBehindLink(path: string, links: ReadonlySet<string>): boolean {
  const steps = stepsOf(path);
  return steps.some((_, i) => links.has(steps.slice(0, i + 1).join('/')));
}

/** The folders of a path and its last part. */
export function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '' && step !== '.');
}

/** Git's own hash of a file whose bytes are this text in UTF-8: sha1 (hex) of `blob LENGTH`, a zero byte and the bytes. */
export function gitBlobSha(text: string): string {
  const bytes = utf8ToBytes(text);
  return bytesToHex(sha1(concatBytes(utf8ToBytes(`blob ${bytes.length}\0`), bytes)));
}
