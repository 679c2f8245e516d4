import { expect, test } from 'vitest';
import { builtinsByName } from '../../scripts/chunks/builtins-by-name.ts';

const asked = (module: string) => `process.getBuiltinModule("${module}")`;

test.each([
  ['import{readFile as r,stat}from"node:fs/promises";r()', `const {readFile:r,stat}=${asked('node:fs/promises')};;r()`],
  ['import p from"path";p.sep', `const p=${asked('path')};;p.sep`],
  ['import*as h from"node:http";h.get', `const h=${asked('node:http')};;h.get`],
  ['import p,{sep as s}from"node:path";s', `const p=${asked('node:path')};const {sep:s}=${asked('node:path')};;s`],
  ['import"node:http";', ';'],
])('%s', (script, expected) => {
  expect(builtinsByName(script)).toBe(expected);
});

test('what other modules and later imports give stays; the first line of a program stays first', () => {
  const kept = 'import{a}from"./a.js";const b=await import("node:http");';
  expect(builtinsByName(kept)).toBe(kept);
  expect(builtinsByName('#!/usr/bin/env node\na();import{b}from"node:os";')).toBe(
    `#!/usr/bin/env node\nconst {b}=${asked('node:os')};a();;`,
  );
});

test('what is asked for is what an import gives', async () => {
  const script =
    'import o, { EOL as e, cpus } from "node:os"; import * as all from "node:os"; export default [o.EOL, e, cpus, all.cpus];';
  const made = builtinsByName(script).replace('export default', 'return ');
  const os = await import('node:os');
  expect(new Function(made)()).toEqual([os.EOL, os.EOL, os.cpus, os.cpus]);
});
