import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgentPaths, changeParts, versionWithout } from '#gate/lines/change-parts.ts';
import { fileWithout, hunksOf, splitFile } from '#gate/lines/split-change.ts';
import { always } from '#test/support/always.ts';

const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.constantFrom('\n', '\r\n')), { maxLength: 8 })
  .chain((lines) => fc.constantFrom(lines.flat().join(''), `${lines.flat().join('')}end`));
const side = fc.option(text, { nil: null });

describe('a file of a change', () => {
  test('is the base byte for byte without all its hunks, and the change with all of them', () => {
    always(
      fc.property(side, side, (base, head) => {
        const file = splitFile({ path: 'a', base, head });
        expect(fileWithout(file, new Set(hunksOf(file)))).toBe(base);
        expect(fileWithout(file, new Set())).toBe(head);
      }),
    );
  });

  test.each<[string, string | null, string | null, readonly string[]]>([
    ['as many new lines as old ones', 'a\nb\nc\n', 'a\nx\ny\n', ['2-2 "b\n" "x\n"', '3-3 "c\n" "y\n"']],
    ['a removal, at the line after it', 'a\nb\nc\n', 'a\nc\n', ['2-2 "b\n" ""']],
    ['an addition', 'a\n', 'a\nb\nc\n', ['2-3 "" "b\nc\n"']],
    ['one line for two', 'a\nb\n', 'x\n', ['1-1 "a\nb\n" "x\n"']],
    ['a new file', null, 'a\nb\n', ['whole "" "a\nb\n"']],
    ['a deleted file', 'a\n', null, ['whole "a\n" ""']],
    ['a binary file', 'a\0', 'b\0', ['whole "a\0" "b\0"']],
    ['the end of the last line', 'a', 'a\n', ['1-1 "a" "a\n"']],
    ['other line ends', 'a\r\nb\r\n', 'a\nb\r\n', ['1-1 "a\r\n" "a\n"']],
    ['nothing', 'a\n', 'a\n', []],
  ])('is split: %s', (_, base, head, hunks) => {
    const found = hunksOf(splitFile({ path: 'a', base, head }));
    expect(
      found.map(({ lines, removed, added }) => {
        const place = lines === null ? 'whole' : `${lines.first}-${lines.last}`;
        return `${place} "${removed}" "${added}"`;
      }),
    ).toEqual(hunks);
  });
});

test('a file of which nearly every line differs is one hunk: a diff of it would take minutes', () => {
  const side = (of: string) => Array.from({ length: 30_000 }, (_, line) => `${of}${line}\n`).join('');
  const file = splitFile({ path: 'a', base: side('a'), head: side('b') });
  expect(hunksOf(file)).toMatchObject([{ lines: null }]);
});

describe('the parts of a change', () => {
  const agent: AgentPaths = {
    prompt: ['prompt.md'],
    tools: ['tools.yml'],
    config: 'agent-eval.yml',
    others: new Set(['evals/cases.yml']),
    is_program: true,
    isIgnored: (path) => path === 'notes.txt',
    seen: (path, text) => (path === 'agent-eval.yml' ? (text?.replace(/#.*/g, '') ?? null) : text),
  };
  const file = (path: string, base = 'a\n', head = 'b\n') => splitFile({ path, base, head });
  const paths = (...files: readonly string[]) =>
    changeParts(
      files.map((path) => file(path)),
      agent,
    ).map(({ hunks }) => hunks.map(({ path }) => path).join(' '));

  test('come as prompts, tools, config, code and packages, which are one', () => {
    expect(paths('package.json', 'src/a.ts', 'agent-eval.yml', 'package-lock.json', 'tools.yml', 'prompt.md')).toEqual([
      'prompt.md',
      'tools.yml',
      'agent-eval.yml',
      'src/a.ts',
      'package-lock.json package.json',
    ]);
  });

  test('are not what no agent reads', () => {
    const aside = ['README.md', 'docs/a.md', '.github/workflows/a.yml', 'test/a.ts', 'src/a.test.ts', 'test_a.py'];
    expect(paths(...aside, 'evals/cases.yml', 'notes.txt', 'agent-eval-accepts.yml')).toEqual([]);
  });

  test('of a built-in agent are its prompt, its tools and the config, and nowhere what does not reach the agent', () => {
    const model = { ...agent, is_program: false };
    expect(changeParts([file('prompt.md'), file('src/a.ts')], model)).toHaveLength(1);
    const config = file('agent-eval.yml', 'a # old\nb\n', 'a # new\nc\n');
    expect(changeParts([config], agent)).toMatchObject([{ hunks: [{ removed: 'b\n', added: 'c\n' }] }]);
  });

  test('are at most forty: neighbours of a file are put together', () => {
    const lines = (of: string) => Array.from({ length: 100 }, (_, i) => `${of}${i}\n`).join('');
    const files = [file('a.ts', lines('a'), lines('b')), file('b.ts')];
    const parts = changeParts(files, agent);
    expect(parts).toHaveLength(40);
    expect(parts.filter(({ hunks }) => new Set(hunks.map(({ path }) => path)).size > 1)).toEqual([]);
    expect(versionWithout(files, parts).get('a.ts')).toBe(lines('a'));
    expect(versionWithout(files, []).get('a.ts')).toBe(lines('b'));
  });
});
