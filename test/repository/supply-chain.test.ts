import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Component = {
  group?: string;
  name: string;
  version: string;
  licenses?: { license?: { id: string }; expression?: string }[];
};

/** Licences that let the bundle be given away under MIT. */
const FREE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT/X11',
  'Unlicense',
];

/** Packages whose licence is not in their package.json, and what it is. */
const UNNAMED: Readonly<Record<string, string>> = {
  buffers: 'https://github.com/substack/node-buffers has none; @actions/artifact brings it, to unpack zip files',
};

describe('what the bundle holds', () => {
  const { components }: { components: Component[] } = JSON.parse(read('dist/sbom.cdx.json'));
  const named = components.map(({ group, name, ...rest }) => ({
    ...rest,
    name: group === undefined ? name : `${group}/${name}`,
  }));

  test('is in the lockfile, in these versions', () => {
    const { packages }: { packages: Record<string, { version?: string }> } = JSON.parse(read('package-lock.json'));
    const locked = Object.entries(packages).map(
      ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
    );
    expect(named.length).toBeGreaterThan(50);
    expect(locked).toEqual(expect.arrayContaining(named.map(({ name, version }) => `${name}@${version}`)));
  });

  test('may be given away, and comes with its licences', () => {
    const texts = read('dist/THIRD_PARTY_LICENSES');
    for (const { name, version, licenses = [] } of named) {
      const ids = licenses.map(({ license, expression }) => license?.id ?? expression ?? '');
      if (UNNAMED[name] === undefined) expect(ids.length, name).toBeGreaterThan(0);
      for (const id of ids.flatMap((expression) => expression.replace(/[()]/g, '').split(/ OR | AND /)))
        expect(FREE, name).toContain(id);
      expect(texts).toContain(`\n${name} ${version} (`);
    }
  });

  /** 4.1 MB in November 2026: the artifact client with Azure's storage is half of it. The rest is room for a year of growth. */
  test('weighs at most 6 MB, so that every job can fetch it in a second', () => {
    const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const bytes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6 * 1024 * 1024);
  });
});
