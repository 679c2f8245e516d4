import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** What a reader still takes in at a glance. */
const MOST_FILES = 25;

test('no folder of src holds more files than a reader takes in', () => {
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(500);
  const counts = Map.groupBy(files, ({ parentPath }) => parentPath);
  const crowded = [...counts].filter(([, inside]) => inside.length > MOST_FILES);
  expect(crowded.map(([folder, inside]) => `${folder.slice(src.length + 1)}: ${inside.length} files`)).toEqual([]);
});
