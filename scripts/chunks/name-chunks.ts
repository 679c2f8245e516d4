import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';

type Output = Metafile['outputs'][string];

/**
 * Names the chunks of a bundle after what they hold instead of by a hash, so that a change of one source changes one file.
 *
 * @param folder where esbuild wrote the bundle that `outputs` describes
 */
export function nameChunks(folder: string, outputs: Metafile['outputs']): void {
  const chunks = Object.entries(outputs).filter(([path]) => /\/chunks\/[^/]+\.js$/.test(path));
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const [path, output] of chunks.sort((a, b) => (contents(a[1]) < contents(b[1]) ? -1 : 1))) {
    const name = nameOf(output);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    names.set(basename(path), `${name}${count === 1 ? '' : `-${count}`}.js`);
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|txt)$/.test(name),
  )) {
    const path = join(folder, file);
    writeFileSync(path, renamed(readFileSync(path, 'utf8'), names));
    renameSync(path, join(folder, renamed(file, names)));
  }
}

/** Of a chunk that is loaded on use its entry; else the package or file that is the largest part of it; one without any holds esbuild's own helpers. */
function nameOf({ entryPoint, inputs }: Output): string {
  if (entryPoint !== undefined) return partOf(entryPoint);
  const parts = new Map<string, number>();
  for (const [file, { bytesInOutput }] of Object.entries(inputs))
    parts.set(partOf(file), (parts.get(partOf(file)) ?? 0) + bytesInOutput);
  const [[largest, size] = ['helpers', 0]] = [...parts].sort(([, a], [, b]) => b - a);
  const all = [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
  return size < all / 2 ? `${largest}-and-others` : largest;
}

/** The package of a file, or for one of our own its path. */
function partOf(file: string): string {
  const [, dependency] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  const name = dependency ?? file.replace(/^src\//, '').replace(/\.\w+$/, '');
  return name.replaceAll('/', '-').replace(/^@/, '');
}

function contents({ inputs }: Output): string {
  return Object.keys(inputs).sort().join('\n');
}

function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/[\w.-]+-[0-9A-Z]{8}\.js/g, (name) => names.get(name) ?? name);
}
