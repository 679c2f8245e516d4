import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { scratchHouse } from './support/scratch-house.ts';

const root = join(import.meta.dirname, '../../..');
const GENERATED = ['action.yml', 'docs/inputs.md', 'docs/terminal.md'];
const TABLE = 'src/entry/options/options.ts';

const house = scratchHouse(['scripts', 'docs', 'action.yml']);

afterEach(() => {
  for (const path of GENERATED) house.write(path, readFileSync(join(root, path), 'utf8'));
  house.reset();
});

afterAll(house.remove);

describe('a further row of the table of options', () => {
  test('that is an input compiles alone, and npm run inputs writes the rest', async () => {
    addRow('input: {}');
    expect(await house.filesThatDoNotCompile()).toEqual([]);
    expect(await filesWritten()).toEqual(['action.yml', 'docs/inputs.md']);
  });

  test('that is an input and a flag does not compile until settingsOf takes it up', async () => {
    addRow('input: {}, flag: {}');
    expect(await house.filesThatDoNotCompile()).toEqual(['src/entry/compose/request-settings.ts']);
    expect(await filesWritten()).toEqual(GENERATED);
    expect(house.read('action.yml')).toContain(
      "  max-steps:\n    description: Most steps of a trial.\n    default: ''\n",
    );
    expect(house.read('docs/inputs.md')).toContain('\n| `max-steps` | | Most steps of a trial. |\n');
    expect(house.read('docs/terminal.md')).toMatch(/^\| `run .* \[--max-steps N\] .*` \|/m);
  });
});

function addRow(sides: string): void {
  const row = `  'max-steps': { kind: count(100), means: 'Most steps of a trial.', ${sides} },\n`;
  house.insert(TABLE, row, "  'max-trials': {");
}

async function filesWritten(): Promise<readonly string[]> {
  await house.node('scripts/write-inputs.ts');
  return GENERATED.filter((path) => house.read(path) !== readFileSync(join(root, path), 'utf8'));
}
