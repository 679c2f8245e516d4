import type { Accepts } from '#cases/suite/accept.ts';
import { CODEOWNERS_PLACES, codeOwners } from '#config/base-rules/code-owners.ts';
import { pathInCommit } from '#config/base-rules/commit-listing.ts';
import type { CommitFiles } from '#ports/ports.ts';

/** Accepts, with the code owners of their file on the base commit: those that GitHub asks for a review. */
export async function withOwners(
  accepts: Accepts,
  source: { readonly files: CommitFiles; readonly folder: string },
): Promise<Accepts> {
  const path = pathInCommit(source, accepts.path);
  for (const place of CODEOWNERS_PLACES) {
    const file = await source.files.read(place);
    if ('text' in file) return { ...accepts, owners: codeOwners(file.text, path) };
    if ('problem' in file) return accepts;
  }
  return { ...accepts, owners: [] };
}
