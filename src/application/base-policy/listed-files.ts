import { gitBlobSha } from '#domain/git-blob-sha.ts';
import type { CommitListing } from '../ports.ts';
import { type PolicySource, pathInCommit } from './policy-from-base.ts';

/**
 * The text of a file that the base commit and the change have alike; `null`: the base commit has none there; `undefined`: it has another, or a
 * link, and must be asked. Equal hashes make equal texts, whoever has written to the checkout.
 *
 * @param file from the working directory
 */
export async function textOfBoth(
  source: PolicySource,
  file: string,
  { files, links }: CommitListing,
): Promise<string | null | undefined> {
  const path = pathInCommit(source, file);
  const sha = files.get(path);
  if (sha === undefined) return isBehindLink(path, links) ? undefined : null;
  const here = (await source.checkout?.(file)) ?? null;
  return here !== null && gitBlobSha(here) === sha ? here : undefined;
}

/** Whether what lies there is not listed: it is a link, or a folder above it is one. */
export function isBehindLink(path: string, links: ReadonlySet<string>): boolean {
  const steps = stepsOf(path);
  return steps.some((_, i) => links.has(steps.slice(0, i + 1).join('/')));
}

/** The folders of a path and its last part. */
export function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '' && step !== '.');
}
