import { importedFiles } from '#cases/suite/graders/imported-files.ts';
import { hashJson } from '#common/hash-json.ts';
import type { SuiteFiles } from '#ports/ports.ts';

/** A file with its text, or why it can't be read. */
export type ReadFile = { readonly path: string } & Awaited<ReturnType<SuiteFiles['read']>>;

/**
 * Programs of the workspace with everything they import from it, directly or not. The named files are always in the list, with
 * the problem of one that can't be read; imported files only if they exist.
 */
export async function withImports(read: SuiteFiles['read'], paths: readonly string[]): Promise<readonly ReadFile[]> {
  const files: ReadFile[] = [];
  const queue = [...paths];
  const known = new Set(queue);
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const source = await read(path);
    if ('text' in source || paths.includes(path)) files.push({ path, ...source });
    if ('problem' in source) continue;
    for (const next of [...(source.at === undefined ? [] : [source.at]), ...importedFiles(path, source.text)]) {
      if (!known.has(next)) queue.push(next);
      known.add(next);
    }
  }
  return files;
}

/** One hash for a module and all its imports; for a module without imports, the hash of its text. */
export async function hashModule(
  files: SuiteFiles,
  path: string,
): Promise<{ readonly hash: string } | { readonly problem: string }> {
  const [own, ...imported] = await withImports((name) => files.read(files.locate(name)), [path]);
  if (own === undefined || 'problem' in own) return { problem: own?.problem ?? `${path} can't be read` };
  const texts = imported.flatMap((file) => ('text' in file ? [`${file.path}\n${hashJson(file.text)}`] : []));
  return { hash: texts.length === 0 ? hashJson(own.text) : hashJson([hashJson(own.text), ...texts]) };
}

/** For cases that share programs: reads each file, by its path in the config, once. */
export function readOnce(files: SuiteFiles): SuiteFiles['read'] {
  const known = new Map<string, ReturnType<SuiteFiles['read']>>();
  return (path) => {
    const reading = known.get(path) ?? files.read(files.locate(path));
    known.set(path, reading);
    return reading;
  };
}
