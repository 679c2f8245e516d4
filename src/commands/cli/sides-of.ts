/** Arguments before and after `--`, which commander leaves out. */
export function sidesOf(files: readonly string[]): Readonly<Record<'main' | 'here', readonly string[]>> {
  const separator = process.argv.lastIndexOf('--');
  const count = separator === -1 ? 0 : process.argv.length - separator - 1;
  return { main: files.slice(0, files.length - count), here: files.slice(files.length - count) };
}
