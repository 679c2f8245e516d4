// For the benchmark and bundle.test.ts: what an entry of the bundle loads at its start.
import { relative } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** What the files of a bundle import, by their path. */
export type ImportGraph = Metafile['inputs'];

/** Reads what entries of a bundle import, at the start and on use. Paths are relative to `root`. */
export async function importGraph(root: string, entries: readonly string[]): Promise<ImportGraph> {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => relative(root, entry)),
    absWorkingDir: root,
    outdir: root,
    bundle: true,
    packages: 'external',
    splitting: true,
    format: 'esm',
    platform: 'node',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return metafile.inputs;
}

/** A file of a bundle and all that it imports before it runs. */
export function staticPart(graph: ImportGraph, entry: string): readonly string[] {
  const reached = new Set([entry]);
  for (const file of reached) {
    for (const { path, kind, external } of graph[file]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) reached.add(path);
  }
  return [...reached];
}

/** The chunk that an entry, or what it imports before it runs, loads on use, by a part of its name. Throws if there is no such chunk. */
export function chunkOf(graph: ImportGraph, entry: string, name: string): string {
  const found = staticPart(graph, entry)
    .flatMap((file) => graph[file]?.imports ?? [])
    .find(({ path, kind }) => kind === 'dynamic-import' && path.includes(name));
  if (found === undefined) throw new Error(`${entry} loads no ${name} on use`);
  return found.path;
}

/** Bytes of what some files are and import before they run. */
export function staticBytes(graph: ImportGraph, files: readonly string[]): number {
  const all = new Set(files.flatMap((file) => staticPart(graph, file)));
  return [...all].reduce((sum, file) => sum + (graph[file]?.bytes ?? Number.NaN), 0);
}
