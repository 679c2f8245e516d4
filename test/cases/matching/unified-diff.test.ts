import { array, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '#cases/matching/unified-diff.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';

describe('the difference of two texts', () => {
  test('is in unified format, with three lines of context, and near changes share a hunk', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
    const after = lines.with(4, 'fifth').with(8, 'ninth').with(18, 'nineteenth');
    const { hunks, added, removed } = unifiedDiff(`${lines.join('\n')}\n`, `${after.join('\n')}\n`);
    expect([added, removed]).toEqual([3, 3]);
    expect(hunks.match(/^@@.*/gm)).toEqual(['@@ -2,11 +2,11 @@', '@@ -16,5 +16,5 @@']);
    expect(hunks).toContain(' line 4\n-line 5\n+fifth\n line 6\n');
  });

  test('of an absent file is every line; of a last line without its end says so', () => {
    expect(unifiedDiff('', 'a\nb\n')).toEqual({ hunks: '@@ -0,0 +1,2 @@\n+a\n+b\n', added: 2, removed: 0 });
    expect(unifiedDiff('a\n', 'a').hunks).toBe('@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n');
    expect(unifiedDiff('a\n', 'a\n').hunks).toBe('');
  });

  test('a text in which very many lines differ is shown as replaced', () => {
    const lines = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at}\n`);
    const [long, other] = [lines(1600, 'a'), lines(1600, 'b')];
    const { hunks, added, removed } = unifiedDiff(
      [...long, 'same\n', 'p\n'].join(''),
      [...other, 'same\n', 'q\n'].join(''),
    );
    expect([added, removed]).toEqual([1602, 1602]);
    expect(hunks.split('\n')[0]).toBe('@@ -1,1602 +1,1602 @@');
    const short = unifiedDiff(
      [...lines(400, 'a'), 'same\n', 'p\n'].join(''),
      [...lines(400, 'b'), 'same\n', 'q\n'].join(''),
    );
    expect([short.added, short.removed]).toEqual([401, 401]);
  });

  test('applied to the one gives the other, and removed and added lines are counted', () => {
    const text = array(constantFrom('a', 'b', 'c'), { maxLength: 30 }).map((lines) =>
      lines.map((line) => `${line}\n`).join(''),
    );
    always(
      property(text, text, (before, after) => {
        const { hunks, added, removed } = unifiedDiff(before, after);
        expect(patched(before, hunks)).toBe(after);
        expect(hunks.match(/^\+/gm)?.length ?? 0).toBe(added);
        expect(hunks.match(/^-/gm)?.length ?? 0).toBe(removed);
      }),
      { numRuns: tries(300) },
    );
  });
});

/** Applies hunks as `patch` does, and insists on the lines that they name. */
function patched(before: string, hunks: string): string {
  const old = before.split('\n').slice(0, -1);
  const out: string[] = [];
  let at = 0;
  for (const line of hunks.split('\n').slice(0, -1)) {
    const start = /^@@ -(\d+),(\d+)/.exec(line);
    if (start !== null) {
      const first = start[2] === '0' ? Number(start[1]) : Number(start[1]) - 1;
      while (at < first) out.push(old[at++] ?? '');
    } else if (line.startsWith('+')) out.push(line.slice(1));
    else {
      expect(old[at]).toBe(line.slice(1));
      if (line.startsWith(' ')) out.push(line.slice(1));
      at += 1;
    }
  }
  return [...out, ...old.slice(at)].map((line) => `${line}\n`).join('');
}
