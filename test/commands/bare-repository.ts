import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** Files that make git take `folder` for a bare repository whose newest commit is `sha`. */
export const bareRepository = (folder: string, sha: string): WorkspaceFiles => ({
  [`${folder}/HEAD`]: `${sha}\n`,
  [`${folder}/config`]: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  [`${folder}/objects/x`]: '',
  [`${folder}/refs/x`]: '',
});
