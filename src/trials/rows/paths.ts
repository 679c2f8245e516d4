/** A file names a path outside the folder of the config: the message. */
export class OutsideError extends Error {}

/**
 * A path as a runner writes it, from the folder of the config.
 *
 * @throws OutsideError if it leads out of it
 */
export function fromRoot(path: string, root: string): string {
  const plain = path.replaceAll('\\', '/');
  const isInside = plain.startsWith(`${root}/`);
  if (!isInside && /^(?:[A-Za-z]:)?\//.test(plain)) throw new OutsideError(path);
  const steps: string[] = [];
  for (const step of (isInside ? plain.slice(root.length) : plain).split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) throw new OutsideError(path);
  }
  return steps.join('/');
}
