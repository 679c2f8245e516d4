/** A path as a runner writes it, from the folder of the config; `null`: it leads out of it. */
export function fromRoot(path: string, root: string): string | null {
  const plain = path.replaceAll('\\', '/');
  const isAbsolute = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain);
  const inside = plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : isAbsolute ? null : plain;
  if (inside === null) return null;
  const steps: string[] = [];
  for (const step of inside.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join('/');
}
