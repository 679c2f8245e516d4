import { describe, expect, test } from 'vitest';
import { namedFiles } from '#config/base-rules/cases-of-main.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { type ReadableConfig, readCasesOfMain } from '#runner/base-side/read-cases-of-main.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';

describe('case files of main', () => {
  test.each<[string, string, string, readonly string[], readonly string[]]>([
    ['beside the config', '', 'agent-eval.yml', ['a.yml', 'b/c.yml'], ['a.yml', 'b/c.yml']],
    ['in a folder of the config', '', 'evals/agent-eval.yml', ['evals/a.yml', 'a.yml'], ['evals/a.yml']],
    ['from a working directory', 'apps/one', 'agent-eval.yml', ['a.yml', 'b/c.yml'], ['a.yml', 'b/c.yml']],
    ['a folder up', 'apps/one', '../two/agent-eval.yml', ['../two/a.yml', 'a.yml'], ['../two/a.yml']],
    ['that the config of main does not name', '', 'agent-eval.yml', ['other.txt', 'b/c/d.yml'], []],
  ])('%s are read when main’s config names them', async (_, folder, config, asked, read) => {
    const asYml = { cases: ['./*.yml', 'b/*.yml'] };
    const told: string[] = [];
    const found = await readCasesOfMain(
      asked,
      mainOf(asYml, folder, config, (path) => {
        told.push(path);
        return { text: caseText('x') };
      }),
    );
    expect(told).toHaveLength(read.length);
    expect([...found.known.keys()]).toEqual(read.length > 0 ? ['x'] : []);
    expect([...found.settled].toSorted(), 'a file that it does not name holds no case of main').toEqual(
      asked.toSorted(),
    );
  });

  test('are settled when they are not there, and unread with the reason when they can not be had or used', async () => {
    const answers = {
      'a.yml': { text: caseText('a') },
      'gone.yml': { absent: true },
      'locked.yml': { problem: 'could not be read: 500' },
      'broken.yml': { text: 'cases: [' },
      'half.yml': { text: JSON.stringify({ cases: [{ id: 'fine', input: 'x' }, { id: 'no input' }] }) },
    } as const;
    const names = Object.keys(answers);
    const of = (path: string) =>
      Object.entries(answers).find(([name]) => name === path)?.[1] ?? { absent: true as const };
    const found = await readCasesOfMain(names, mainOf({ cases: ['*.yml'] }, '', 'agent-eval.yml', of));
    expect([...found.settled]).toEqual(['a.yml', 'gone.yml']);
    expect(found.unread).toEqual([
      'locked.yml could not be read: 500',
      "broken.yml can't be used",
      "half.yml can't be used",
    ]);
  });

  test('are read up to a number, and the report says how many are left', async () => {
    let asked = 0;
    const names = Array.from({ length: 203 }, (_, i) => `${i}.yml`);
    const of = () => {
      asked += 1;
      return { absent: true } as const;
    };
    const found = await readCasesOfMain([...names, ...names], mainOf({ cases: ['*.yml'] }, '', 'agent-eval.yml', of));
    expect(asked).toBe(200);
    expect(found.unread).toEqual(['3 more case files are beyond the 200 that are read']);
  });

  test('are read as main’s entry says: ids with their prefix, without the rows that it leaves out', async () => {
    const text = `${JSON.stringify({ id: 'a', input: 'A?', expected_tools: [] })}\n{"id": "broken"\n`;
    const entry = { file: '*.jsonl', id_prefix: '{stem}/', skip: 'unreadable' };
    const main = mainOf({ cases: [entry] }, '', 'agent-eval.yml', () => ({ text }));
    const found = await readCasesOfMain(['rows.jsonl'], main);
    expect([...found.known.keys()]).toEqual(['rows/a']);
    expect(found.unread).toEqual([]);
  });

  test('that the config names without a glob are known of without a run', () => {
    const main = mainOf({ cases: ['./a.yml', 'b/*.yml', 'c/d.yml'] }, '', 'evals/agent-eval.yml', () => ({
      absent: true,
    }));
    expect(namedFiles(main)).toEqual(['evals/a.yml', 'evals/c/d.yml']);
  });
});

type Answer = Awaited<ReturnType<ReadableConfig['source']['files']['read']>>;

function mainOf(facts: object, folder: string, config_path: string, answer: (path: string) => Answer): ReadableConfig {
  const text = JSON.stringify({ version: 1, agent: { command: ['agent'] }, ...facts });
  const parsed = parseConfig(text, config_path);
  mustBeRead(parsed);
  const place = { path: config_path, folder };
  return {
    base: parsed.config,
    place,
    config_path,
    source: {
      files: {
        sha: 'b'.repeat(40),
        read: async (path) => answer(path),
        list: async () => ({ problem: 'are too many' }),
      },
      folder,
      places: [place],
      side_branch: null,
      workflow: { path: 'w.yml', here: null },
    },
  };
}

function caseText(id: string): string {
  return JSON.stringify({ cases: [{ id, input: 'hi', expect: { completes: true } }] });
}
