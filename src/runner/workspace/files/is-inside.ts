import { isAbsolute, relative, sep } from 'node:path';

/** True when `path` is `folder` or below it; both real and absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
