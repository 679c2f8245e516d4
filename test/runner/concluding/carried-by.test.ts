import { expect, test } from 'vitest';
import type { ChangedFiles } from '#config/base-rules/changed-files.ts';
import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { CommitFiles } from '#ports/ports.ts';
import { namedChange } from '#report/rows/named-change.ts';
import { carriedBy } from '#runner/concluding/carried-by.ts';

const MAIN = { 'agent.py': 'tools = [look_up]', 'desk.md': 'Refund only what arrived broken.' };
const HERE = {
  'agent.py': 'model = "gpt-4.1-nano"\ntools = [search]',
  'desk.md': 'Refund whole orders, and thank everybody who writes to this desk for doing so.',
  'evals/cases.yml': 'search gpt-4.1-nano',
};

function commit(files: Readonly<Record<string, string>>, read: string[]): CommitFiles {
  return {
    sha: 'a',
    read: async (path) => {
      read.push(path);
      const text = files[path];
      return text === undefined ? { absent: true } : { text };
    },
    list: async () => ({ problem: 'is not asked' }),
  };
}

const SOURCE = { folder: '', places: [], side_branch: null, workflow: { path: '', here: null } };

async function named(
  changes: readonly RunDifference[],
  changed: ChangedFiles | null = { files: Object.keys(HERE) },
): Promise<{ readonly changes: readonly RunDifference[]; readonly read: readonly string[] }> {
  const read: string[] = [];
  const source = { ...SOURCE, files: commit(MAIN, read), change: commit(HERE, read) };
  return { changes: await carriedBy(changes, { changed, source }, new Set(['evals/cases.yml'])), read };
}

const PROMPT = { kind: 'prompt_text', lines: ['- Refund only what arrived broken.', `+ ${HERE['desk.md']}`] } as const;

test.each([
  [
    'a model, without the day of its snapshot',
    { kind: 'setting', name: 'model', before: 'a', after: 'gpt-4.1-nano-2025-04-14' },
    ['agent.py'],
  ],
  ['a new tool', { kind: 'tool', tool: 'search', server: null, state: 'new', parts: [] }, ['agent.py']],
  [
    'a removed tool, by what main has',
    { kind: 'tool', tool: 'look_up', server: null, state: 'removed', parts: [] },
    ['agent.py'],
  ],
  ['new lines of a prompt', PROMPT, ['desk.md']],
  [
    'lines that are gone, by what main has',
    { kind: 'prompt_text', lines: ['- Refund only what arrived broken.'] },
    ['desk.md'],
  ],
  ['a text of no file', { kind: 'prompt_text', lines: ['+ Drawn at run time.'] }, undefined],
  ['another setting', { kind: 'setting', name: 'temperature', before: 0, after: 1 }, undefined],
] satisfies readonly (readonly [string, RunDifference, readonly string[] | undefined])[])(
  'files of the change carry %s',
  async (_, change, files) => {
    expect((await named([change])).changes).toEqual([files === undefined ? change : { ...change, files }]);
  },
);

test.each([
  ['a schema', '{\n"look": {\n"orderId": {"type": "string"}}', '{\n"look": {\n"orderNumber": {"type": "string"}}', 3],
  ['a signature', 'def look(orderId: str)', 'import re\ndef look(orderNumber: str)', 2],
  ['a default', 'look = (orderId = 1)', 'look = (orderNumber = 1)', 1],
  ['nothing, but in values', 'look "orderId"', 'look "orderNumber"', null],
  ['two places', 'look orderId: 1', 'look orderNumber: 1\nrefund orderNumber: 2', null],
  ['a file that still has the old name', 'look orderId: 1', 'look orderId: 1\norderNumber: 1', null],
  ['a longer name', 'look orderId: 1', 'look orderNumberOf: 1', null],
])('the line that renames an argument is that of %s', async (_, main, here, line) => {
  const changes = [{ kind: 'tool', tool: 'look', server: null, state: 'changed', parts: ['parameters'] }] as const;
  const renamed = { tool: 'look', from: 'orderId', to: 'orderNumber' };
  const source = { ...SOURCE, files: commit({ 'a.txt': main }, []), change: commit({ 'a.txt': here }, []) };
  const [change] = await carriedBy(changes, { changed: { files: ['a.txt'] }, source }, new Set(), [renamed]);
  const place = line === null ? {} : { renamed: { ...renamed, file: 'a.txt', line } };
  expect(change).toEqual({ ...changes[0], ...place, files: ['a.txt'] });
  if (change === undefined || line === null) return;
  const { name, files } = namedChange(change, { diff_url: 'https://github.example/files' });
  expect(name).toBe('the tool look (parameters: orderId → orderNumber)');
  expect(files.map(({ path, url }) => [path, url?.slice(-2)])).toEqual([[`a.txt:${line}`, `R${line}`]]);
});

test('the file of a prompt is not named twice', async () => {
  const file = { kind: 'prompt_file', before: 'desk.md', after: 'desk.md' } as const;
  expect((await named([file, PROMPT])).changes).toEqual([{ ...PROMPT, files: ['desk.md'] }]);
  expect((await named([file])).changes).toEqual([file]);
});

test('nothing is read if the files of the change are unknown, or no file could carry it', async () => {
  expect((await named([PROMPT], { problem: 'unknown' })).read).toEqual([]);
  expect((await named([PROMPT], null)).changes).toEqual([PROMPT]);
  expect((await named([{ kind: 'hidden_treatment', before: 'a', after: 'b' }])).read).toEqual([]);
});
