import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CaseRecord, ResultsFile } from '#domain/baseline/results/results-file.ts';
import { checkWords } from '#domain/facts/check-words.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';

const typeset = 'I don\u2019t\u00a0know';
const call = { name: 'reply', arguments: { text: typeset }, status: 'ok', result: 'done' };
const answer = { ...ANSWER, output: typeset, tool_calls: [call], state: { note: typeset }, metadata: { note: 'no' } };
const step = { answer };

const DIFFER = {
  equals: { response: { equals: "I don't know" } },
  pattern: { response: { matches: ["don't know$"] } },
  argument: { tools: [{ name: 'reply', args: { text: "I don't know" } }] },
  matcher: { tools: [{ name: 'reply', args: { text: { $matches: "^I don't" } } }] },
  field: { state: { note: "I don't know" } },
  words: { metadata: { note: 'nothing' } },
};

it('a difference that is only typographic is said to be one, and no other is', async () => {
  const cases = Object.entries(DIFFER).map(([id, demand]) => [id, { step, expect: demand }]);
  await using folder = await folderWith(scriptedSuite(Object.fromEntries(cases), { trials: 1 }));
  const run = await folder.cli(['run']);
  const text = await readFile(join(folder.path, 'agent-eval-results', 'results.json'), 'utf8');
  const results: ResultsFile = JSON.parse(text);
  const broken = ({ id, trials: [trial] }: CaseRecord) => [
    id,
    (trial?.checks ?? []).filter(({ passed }) => passed === false).map(({ fact }) => checkWords(fact)),
  ];
  const said: Readonly<Record<string, readonly string[]>> = Object.fromEntries(results.cases.map(broken));
  const isSaid = (id: string) => said[id]?.some((words) => words.includes('only typography tells them apart'));
  expect(Object.keys(DIFFER).map((id) => [id, said[id]?.length, isSaid(id)])).toEqual([
    ['equals', 1, true],
    ['pattern', 1, true],
    ['argument', 1, true],
    ['matcher', 1, true],
    ['field', 1, true],
    ['words', 1, false],
  ]);
  expect(run.stdout + run.stderr).toContain('only typography tells them apart');
});
