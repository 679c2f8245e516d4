import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { editedTrials, PUBLISHED, type Published, publishedRun, valuesAt } from '../../../scripts/published.ts';

const TRIALS = 'published/trials.jsonl';

async function reproduction(published: Published): Promise<Folder> {
  const folder = await folderWith({});
  await cp(join(import.meta.dirname, '../../../examples', published.folder), folder.path, { recursive: true });
  await folder.write({ [TRIALS]: editedTrials(await folder.read(TRIALS), published) });
  return folder;
}

test.each(PUBLISHED)('examples/$folder measures what is published as it prints: $prints', async (published) => {
  await using folder = await reproduction(published);
  const { exitCode, stdout, stderr } = await folder.cli([...publishedRun(published), '--json']);
  const { candidate } = JSON.parse(stdout).comparison.figures;
  expect(valuesAt(published.figures, candidate), stderr).toEqual(valuesAt(published.figures, published.figures));
  expect(exitCode, stderr).toBe(published.exit_code);
});

test('every example that reproduces a published evaluation says so in its README', async () => {
  for (const folder of new Set(PUBLISHED.map((published) => published.folder)))
    expect(await readFile(join(import.meta.dirname, '../../../examples', folder, 'README.md'), 'utf8')).toContain(
      'run --config published.yml --verbose',
    );
});

test('a conversation that breaks at its second turn says so in the reason and in the cell of the comment', async () => {
  const sticks = PUBLISHED.find(({ prints }) => prints.includes('sticks to its first tool'));
  if (sticks === undefined) throw new Error('no published agent sticks to its first tool');
  await using folder = await reproduction(sticks);
  const { stdout } = await folder.cli([...publishedRun(sticks), '--verbose']);
  expect(stdout).toMatch(/ turns that hold in every trial +here 4 of 5\n +overall, cases and turns +here 8 of 9\n/);
  expect(stdout).toContain('turn 2: 0 of 1 expected call made by name; missing: get_stock_price');
  expect(await folder.read('agent-eval-results/comment.md')).toContain(
    '<code>turn 2: missing: get&#95;stock&#95;price',
  );
});
