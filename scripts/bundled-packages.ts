// For bundle.ts and supply-chain.ts: which packages the bundle holds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package of which the bundle holds code. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package says; `null`: it says none. */
  readonly license: string | null;
  /** Folder below the repository, with `/`. */
  readonly folder: string;
}

/** The packages whose files are in a bundle, by name and version. Types and files that were shaken off don't count. */
export function bundledPackages(outputs: Metafile['outputs']): readonly BundledPackage[] {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const packages = [...folders].map((folder): BundledPackage => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { name, version, license: typeof license === 'string' ? license : null, folder };
  });
  return packages.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

function keyOf({ name, version, folder }: BundledPackage): string {
  return `${name} ${version} ${folder}`;
}
