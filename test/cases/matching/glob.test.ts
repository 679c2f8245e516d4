import { describe, expect, test } from 'vitest';
import { compileGlob, type GlobKind, isGlob } from '#cases/matching/glob.ts';
import { expectSaid } from '#test/support/said.ts';

const KINDS: readonly GlobKind[] = ['name', 'id', 'path'];

describe('a glob', () => {
  test('fits those of the names below it that the golden file says', () => {
    return expectSaid(new URL('golden/globs.txt', import.meta.url), (text) => {
      const [, kind = '', glob = '', names = ''] = /^(\w+) (.*)\n(.*)$/.exec(text) ?? [];
      const matches = compileGlob(glob, KINDS.find((known) => known === kind) ?? expect.fail(kind));
      return [JSON.stringify(JSON.parse(names).filter(matches))];
    });
  });

  test('that RE2 refuses is no glob, and matches the text that equals it', () => {
    expect(isGlob('[z-a]*', 'name')).toBe(false);
    expect(compileGlob('[z-a]*', 'name')('[z-a]*')).toBe(true);
    expect(compileGlob('[z-a]*', 'name')('z')).toBe(false);
    expect(isGlob('{a,b}/[c-d]*', 'path')).toBe(true);
  });
});
