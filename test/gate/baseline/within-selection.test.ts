import { expect, test } from 'vitest';
import type { Selection } from '#cases/suite/selection/shard.ts';
import { withinSelection } from '#gate/baseline/within-selection.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { filesOf } from '#test/runner/in-memory.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { caseRecord, resultsFile } from '#test/support/results.ts';

const CASES = ['guarded', 'plain'];

test.each<[string, Partial<Selection>, string[], string[]]>([
  ['nothing is selected', {}, [], CASES],
  ['it is not among the selected ids', { ids: ['pl*'] }, ['safety'], ['plain']],
  ['it never had the selected tag', { tags: ['safety'] }, [], ['guarded']],
  [
    'it is not among the selected ids, and lost a selected tag',
    { ids: ['gu*'], tags: ['safety'] },
    ['safety'],
    ['guarded'],
  ],
  ['the change took the selected tag from it', { tags: ['safety'] }, ['safety'], CASES],
])('main keeps or leaves out a case where %s', async (_, selection, tagsOnMain, kept) => {
  const cases = CASES.map((id) => ({
    id,
    input: 'hi',
    expect: { completes: true },
    tags: id === 'plain' ? [] : ['safety'],
  }));
  const config = { version: 1, agent: { command: ['agent'] }, cases: ['c.yml'] };
  const files = filesOf({ 'agent-eval.yml': JSON.stringify(config), 'c.yml': JSON.stringify({ cases }) });
  const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [], ...selection });
  mustBeRead(loaded);
  const results = resultsFile([caseRecord('guarded', { tags: ['safety'] }), caseRecord('plain', { tags: tagsOnMain })]);
  const runs = [{ results, sha: null, url: null, place: null }] as const;
  const found = { kind: 'found', runs, target_sha: null, choice: 'x', notes: [] } as const;
  const { baseline, left_out: leftOut } = withinSelection(found, loaded.suite);
  expect(baseline).toMatchObject({ runs: [{ results: { cases: kept.map((id) => ({ id })) } }] });
  expect(leftOut.map(({ id }) => id)).toEqual(CASES.filter((id) => !kept.includes(id)));
});
