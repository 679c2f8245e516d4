import { listed } from './words.ts';

/**
 * What a schema says is wrong, with the places, as one sentence part.
 *
 * @param whole what the root is called
 * @param most so many of them
 */
export function issuesText(
  { issues }: { readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[] },
  whole: string,
  most: number,
): string {
  const problems = issues.map(({ path, message }) => {
    const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
    return `${text.replace(/^\./, '') || whole}: ${message}`;
  });
  return listed(problems, most, '; ');
}
