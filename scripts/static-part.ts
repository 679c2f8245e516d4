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

/** Bytes of {@link staticPart}. */
export function staticBytes(graph: ImportGraph, entry: string): number {
  return staticPart(graph, entry).reduce((sum, file) => sum + (graph[file]?.bytes ?? Number.NaN), 0);
}
