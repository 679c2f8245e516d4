import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importedFiles } from '#cases/suite/graders/imported-files.ts';
import { always } from '#test/support/always.ts';

test.each([
  ['a.mjs', "import { x } from './lib.mjs';", 'lib.mjs'],
  ['checks/a.mjs', "import './lib.mjs';", 'checks/lib.mjs'],
  ['checks/a.mjs', 'export * from "../lib/all.mjs";', 'lib/all.mjs'],
  ['checks/a.mjs', "const x = await import('./deep/lib.mjs');", 'checks/deep/lib.mjs'],
  ['checks/a.cjs', "const x = require('./lib');", 'checks/lib.js'],
  ['checks/a.ts', "import type { X } from './lib';", 'checks/lib.ts'],
  ['checks/a.ts', "import {\n  one,\n  two,\n} from './folder';", 'checks/folder/index.ts'],
  ['checks/a.mjs', "import data from './data.json' with { type: 'json' };", 'checks/data.json'],
  ['checks/a.ts', "import { x } from './helper.js';", 'checks/helper.ts'],
  ['checks/a.mjs', 'await import(`./b.js`)', 'checks/b.js'],
  ['checks/a.mjs', "new URL('./c.json', import.meta.url)", 'checks/c.json'],
  ['checks/a.py', 'import sys; import helper', 'checks/helper.py'],
  ['checks/a.py', 'try: import helper', 'checks/helper.py'],
  ['checks/a.py', 'from agent import \\\n tools', 'agent/tools.py'],
  ['checks/a.py', 'import lib', 'checks/lib.py'],
  ['checks/a.py', 'import os, lib as l', 'checks/lib.py'],
  ['checks/a.py', 'from lib import judge', 'checks/lib.py'],
  ['checks/a.py', 'from shared.rules import strict', 'shared/rules.py'],
  ['checks/a.py', 'from shared import rules', 'shared/rules.py'],
  ['checks/a.py', 'from . import lib', 'checks/lib.py'],
  ['checks/a.py', 'from .lib import judge', 'checks/lib.py'],
  ['checks/a.py', 'from ..rules import judge', 'rules.py'],
  ['checks/a.py', 'from lib import (\n    one,\n    two,\n)', 'checks/lib/two.py'],
  ['checks/a.py', '    import lib', 'checks/lib.py'],
  ['checks/a.py', 'from a import b\nfrom lib import judge', 'checks/lib.py'],
  ['checks/a.py', 'import package', 'checks/package/__init__.py'],
])('%s that says %j takes in %s', (path, text, file) => {
  expect(importedFiles(path, text)).toContain(file);
});

test.each([
  ['a.mjs', "import fs from 'node:fs'; import zod from 'zod';"],
  ['a.mjs', 'import.meta.url'],
  ['a.sh', '. ./lib.sh'],
  ['rules.json', "import './lib.mjs'"],
])('%s that says %j takes in no file of the workspace', (path, text) => {
  expect(importedFiles(path, text)).toEqual([]);
});

test('whatever a text says, its files are named once, never itself, in time that grows with its length', () => {
  always(
    fc.property(fc.constantFrom('a.py', 'b/a.mjs'), fc.string({ maxLength: 300 }), (path, text) => {
      const files = importedFiles(path, text);
      expect(new Set(files).size).toBe(files.length);
      expect(files).not.toContain(path);
    }),
  );
  expect(importedFiles('a.py', `from ${'.'.repeat(100_000)}`)).toEqual([]);
  const long = `from ${'a.'.repeat(50_000)} import ${'b, '.repeat(50_000)}\n${'import '.repeat(20_000)}`;
  expect(importedFiles('a.py', long).length).toBeGreaterThan(0);
  expect(importedFiles('a.mjs', long)).toEqual([]);
});
