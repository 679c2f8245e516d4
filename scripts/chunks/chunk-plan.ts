import type { Metafile } from 'esbuild';

/** Entries of a bundle that one start loads, one after the other. */
export type Start = readonly string[];

/**
 * What each entry that is loaded on use is to import besides what it needs. esbuild makes a chunk for each set of entries that share files, hundreds for our commands, and each costs a
 * start about 0.7 ms. So what the same starts load is made one piece: an entry that needs a file of a piece imports the whole
 * piece. No listed start loads more files by that; other entries do, in fewer chunks.
 *
 * @param metafile of the bundle without this plan
 * @param starts those for which chunks are cut; an entry that none names takes whole pieces
 */
export function chunkPlan(
  { inputs, outputs }: Metafile,
  starts: readonly Start[],
): ReadonlyMap<string, readonly string[]> {
  const named = starts.flat();
  for (const entry of named) if (inputs[entry] === undefined) throw new Error(`the bundle has no ${entry}`);
  const loadedBy = starts.map((start) => closure(start));
  const first = new Set(starts.map(([entry]) => entry));
  const pieces = Map.groupBy(
    Object.values(outputs).flatMap((output) => bundledFiles(output)),
    pieceOf,
  );
  pieces.delete('');
  return new Map(entriesOnUse().map((entry) => [entry, missing(entry)]));

  /** The starts that load a file. */
  function pieceOf(file: string): string {
    return loadedBy.flatMap((files, start) => (files.has(file) ? [start] : [])).join();
  }

  function missing(entry: string): readonly string[] {
    const own = closure([entry]);
    const all = new Set(own);
    const met = new Set<string>();
    // A piece may import files of others, which are then met too.
    for (const file of all) {
      const piece = pieceOf(file);
      if (met.has(piece)) continue;
      met.add(piece);
      for (const other of closure(pieces.get(piece) ?? [])) all.add(other);
    }
    return [...all].filter((file) => !own.has(file) && !first.has(file) && !runsOnUse(file));
  }

  /** Importing one for nothing runs it, and copies what it exports name by name: 90 MB for a parser that undici exports as bytes. What uses one imports it anyway. */
  function runsOnUse(file: string): boolean {
    return inputs[file]?.format === 'cjs' || file.endsWith('?now');
  }

  function closure(files: readonly string[]): ReadonlySet<string> {
    const reached = new Set(files);
    for (const file of reached) for (const imported of imports(file, false)) reached.add(imported);
    return reached;
  }

  function entriesOnUse(): readonly string[] {
    return [...new Set(Object.keys(inputs).flatMap((file) => imports(file, true)))];
  }

  function imports(file: string, onUse: boolean): readonly string[] {
    const own = inputs[file]?.imports ?? [];
    return own
      .filter(({ kind, external }) => external !== true && (kind === 'dynamic-import') === onUse)
      .map(({ path }) => path);
  }
}

/** Without those of which nothing is used. */
function bundledFiles({ inputs }: Metafile['outputs'][string]): readonly string[] {
  return Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
}
