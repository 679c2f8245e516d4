import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cruise } from '#test/repository/support/cruise.ts';

const root = join(import.meta.dirname, '../../..');

test('nothing in src breaks a rule, and every file is looked at', async () => {
  const { violations, modules } = await cruise(root);
  expect(violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)).toEqual([]);
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(modules.filter((path) => path.startsWith('src/')).sort()).toEqual(files.map((path) => `src/${path}`).sort());
});
