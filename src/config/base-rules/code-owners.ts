import { compileGlob } from '#cases/matching/glob.ts';

/** Where GitHub looks for a CODEOWNERS file, first place first. */
export const CODEOWNERS_PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/**
 * The code owners of a file: those on the last line of CODEOWNERS whose pattern fits. Empty: there are none.
 *
 * @param path from the root of the repository
 */
export function codeOwners(text: string, path: string): readonly string[] {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const [pattern, ...owners] = line
      .replace(/(^|\s)#.*$/, '')
      .split(/\s+/)
      .filter((word) => word !== '');
    return pattern === undefined ? [] : [{ pattern, owners }];
  });
  return rules.findLast(({ pattern }) => fits(pattern, path))?.owners ?? [];
}

/**
 * Patterns are those of .gitignore: with a slash before its end one begins at the root, and a folder stands for all in it. But
 * `docs/*` matches the files in docs, not those in its folders.
 */
function fits(pattern: string, path: string): boolean {
  const isFolder = pattern.endsWith('/');
  const bare = pattern.replace(/^\//, '').replace(/\/$/, '');
  const isAnchored = pattern.replace(/\/$/, '').includes('/');
  // Brackets and braces mean nothing here. In linear time, whatever the pattern.
  const matches = compileGlob(`${isAnchored ? '' : '**/'}${bare.replace(/[[\]{}\\]/g, '\\$&')}`, 'id');
  const last = bare.split('/').at(-1) ?? '';
  const isOfFiles = last.includes('*') && last !== '**';
  const steps = path.split('/');
  return steps.some((_, at) => {
    const isWhole = at === steps.length - 1;
    return (isWhole ? !isFolder : isFolder || !isOfFiles) && matches(steps.slice(0, at + 1).join('/'));
  });
}
