import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../testing');
const files = globSync('**/*.ts', { cwd: folder });

test('the fake GitHub and the fake providers know nothing of ours: they import one another, Node and packages', () => {
  expect(files.length).toBeGreaterThan(50);
  const foreign = files.flatMap((file) => {
    const imports = readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g);
    const targets = Array.from(imports, ([, target = '']) =>
      target.startsWith('#') ? target.slice(1) : posix.join('test/testing', posix.dirname(file), target),
    );
    return targets.filter((target) => !target.startsWith('test/testing/')).map((target) => `${file}: ${target}`);
  });
  expect(foreign).toEqual([]);
});

test('each has a README', () => {
  for (const product of ['github', 'providers'])
    expect(readFileSync(join(folder, product, 'README.md'), 'utf8')).toMatch(/^# /);
});
