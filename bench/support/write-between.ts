import { readFile, writeFile } from 'node:fs/promises';

/**
 * Replaces what stands between `<!-- MARK:start -->` and `<!-- MARK:end -->` in a page.
 *
 * @throws Error when the page has no such place
 */
export async function writeBetween(page: string, mark: string, text: string): Promise<void> {
  const [start, end] = [`<!-- ${mark}:start -->`, `<!-- ${mark}:end -->`];
  const current = await readFile(page, 'utf8');
  const from = current.indexOf(start);
  const to = current.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${page}: expected the lines ${start} and ${end}`);
  await writeFile(page, `${current.slice(0, from)}${start}\n\n${text}\n\n${current.slice(to)}`);
}
