import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const { scripts, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A small project that uses all it has. */
const PROJECT = {
  'package.json': JSON.stringify({
    name: 'small',
    type: 'module',
    imports,
    scripts: { unused: scripts.unused, openapi: 'node scripts/openapi-slice.ts' },
    devDependencies: { knip: '*', 'node-24-for-scripts': '*', preact: '*', typescript: '*', vitest: '*', yaml: '*' },
  }),
  'src/action.ts': "import { parse } from 'yaml';\nimport { used } from '#common/used.ts';\nparse(used());\n",
  'src/cli.ts': "import '#common/used.ts';\n",
  'src/common/used.ts': "export function used() {\n  return '';\n}\n",
  'test/used.test.ts': "import { test } from 'vitest';\nimport { used } from '#common/used.ts';\ntest('', used);\n",
};

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'unused-'));
  for (const file of ['knip.config.ts', 'tsconfig.json']) cpSync(join(root, file), join(project, file));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  for (const [path, text] of Object.entries(PROJECT)) write(path, text);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

test('a project that uses all it has passes', async () => {
  expect(await unused()).toEqual({ passed: true, said: expect.any(String) });
});

test('files, functions, types, dependencies and helpers of tests that nobody uses are found', async () => {
  write('src/common/no-file.ts', 'export const value = 1;\n');
  write(
    'src/common/used.ts',
    'export type NoType = 1;\nexport function noFunction() {\n  return "";\n}\nexport const used = noFunction;\n',
  );
  write('src/action.ts', "import '#common/used.ts';\n");
  write('test/support/no-helper.ts', 'export const value = 1;\n');
  const { passed, said } = await unused();
  const names = ['src/common/no-file.ts', 'test/support/no-helper.ts', 'noFunction', 'NoType', 'yaml'];
  for (const name of names) expect(said).toMatch(new RegExp(`^${name}\\s`, 'm'));
  expect(passed).toBe(false);
});

test('a file that ships for the sake of a test is found', async () => {
  write('src/common/tested.ts', 'export const tested = 1;\n');
  write(
    'test/tested.test.ts',
    "import { test } from 'vitest';\nimport { tested } from '#common/tested.ts';\ntest(`${tested}`, () => {});\n",
  );
  const { passed, said } = await unused();
  expect(said).toMatch(/^src\/common\/tested\.ts\s/m);
  expect(passed).toBe(false);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** `npm run unused` in the small project. */
function unused(): Promise<{ readonly passed: boolean; readonly said: string }> {
  const options = {
    cwd: project,
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` },
  };
  return new Promise((resolve) => {
    execFile('sh', ['-c', scripts.unused], options, (error, stdout) =>
      resolve({ passed: error === null, said: stdout }),
    );
  });
}
