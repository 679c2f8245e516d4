/** Where GitHub looks for a CODEOWNERS file, first place first. */
export const CODEOWNERS_PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/**
 * Whom a CODEOWNERS file asks to look at a change of a file: the owners of the last line whose pattern fits. Empty: nobody.
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

/** Patterns are those of .gitignore: with a slash before its end one begins at the root, and a folder stands for all in it. */
function fits(pattern: string, path: string): boolean {
  const steps = pattern.replace(/^\//, '').replace(/\/$/, '').split('/');
  const isAnchored = pattern.replace(/\/$/, '').includes('/');
  const isFolder = pattern.endsWith('/');
  const of = path.split('/');
  const starts = isAnchored ? [0] : of.keys();
  return [...starts].some((start) => leads(steps, of.slice(start), isFolder));
}

/** Whether the steps lead to the path, or to a folder above it. */
function leads(steps: readonly string[], path: readonly string[], isFolder: boolean): boolean {
  const [step, ...further] = steps;
  if (step === undefined) return !isFolder || path.length > 0;
  if (step === '**')
    return further.length === 0 || path.some((_, skipped) => leads(further, path.slice(skipped), isFolder));
  const [here, ...below] = path;
  if (here === undefined || !isNamed(step, here)) return false;
  // `docs/*` is of the files in docs, not of those in its folders.
  if (further.length === 0 && step.includes('*') && !isFolder) return below.length === 0;
  return leads(further, below, isFolder);
}

function isNamed(step: string, name: string): boolean {
  const literal = step.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\*+/g, '[^/]*').replaceAll('?', '[^/]')}$`).test(name);
}
