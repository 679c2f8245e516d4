import { readFile, writeFile } from 'node:fs/promises';

/**
 * Replaces what stands between `<!-- MARK:start -->` and `<!-- MARK:end -->` in a page.
 *
 * @param text it, or what becomes of what stands there
 * @throws Error when the page has no such place
 */
export async function writeBetween(
  page: string,
  mark: string,
  text: string | ((before: string) => string),
): Promise<void> {
  const [start, end] = [`<!-- ${mark}:start -->`, `<!-- ${mark}:end -->`];
  const current = await readFile(page, 'utf8');
  const from = current.indexOf(start);
  const to = current.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${page}: expected the lines ${start} and ${end}`);
  const now = typeof text === 'string' ? text : text(current.slice(from + start.length, to).trim());
  await writeFile(page, `${current.slice(0, from)}${start}\n\n${now}\n\n${current.slice(to)}`);
}
