import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = globSync(['scripts/*.ts', 'bench/*.ts'], { cwd: root }).toSorted();

test.each(files)('the first line of %s says who runs it and when, or which file uses it', (file) => {
  const [first = ''] = read(file).split('\n');
  const [, command, forWhom] = /^\/\/ (?:(?:npm run|node) ([\w:./-]+): .*|For (.*): .*)\.$/.exec(first) ?? [];
  if (command === file) return;
  if (command !== undefined) expect(JSON.parse(read('package.json')).scripts[command]).toContain(file);
  else expect(forWhom?.match(/[\w.-]+\.ts|benchmark|browser/g)?.map((name) => isUser(name, file))).toContain(true);
});

/** Whether a file of that name imports the script. */
function isUser(name: string, script: string): boolean {
  const users = globSync(['scripts/*.ts', 'bench/**/*.ts', 'test/**/*.test.ts'], { cwd: root });
  return users.some((path) => basename(path) === name && read(path).includes(`/${basename(script)}'`));
}
