import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Files of `files` that a file imports, by their paths, `src/cli.ts`. */
export function importsOf({ path, text }: { readonly path: string; readonly text: string }): readonly string[] {
  return ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => /^[.#]/.test(name))
    .map((name) => (name.startsWith('#') ? `src/${name.slice(1)}` : join(dirname(path), name)));
}
