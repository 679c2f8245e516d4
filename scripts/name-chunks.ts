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

/** Of a chunk that is loaded on use its entry; else the largest of its inputs; one without any holds esbuild's own helpers. */
function nameOf({ entryPoint, inputs }: Output): string {
  const [largest = ''] = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)[0] ?? [];
  const source = entryPoint ?? largest;
  const [, dependency] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return (
    (dependency ?? source.replace(/^src\//, '').replace(/\.\w+$/, '')).replaceAll('/', '-').replace(/^@/, '') ||
    'helpers'
  );
}

function contents({ inputs }: Output): string {
  return Object.keys(inputs).sort().join('\n');
}

function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/[\w.-]+-[0-9A-Z]{8}\.js/g, (name) => names.get(name) ?? name);
}
