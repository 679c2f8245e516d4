import { describe, expect, test } from 'vitest';
import { readCase } from '../read-case.ts';

describe('what a results file can not hold', () => {
  const nested = (levels: number): string => (levels === 1 ? '{}' : `{a: ${nested(levels - 1)}}`);
  const tags = (count: number) => `[${Array.from({ length: count }, (_, i) => `t${i}`).join(', ')}]`;

  test.each([
    [`name: ${'n'.repeat(1001)}`, 'name', /expected at most 1000 characters, found 1001/],
    [`tags: ${tags(201)}`, 'tags', /expected at most 200 entries, found 201/],
    [`metadata: ${nested(41)}`, 'metadata', /nested more than 40 levels deep/],
  ])('is refused where it is written (%#)', (line, path, message) => {
    const read = readCase(`id: a\n${line}\ninput: hi\nexpect: {completes: true}\n`);
    expect(read).toMatchObject({ issues: [{ path, line: 2, message: expect.stringMatching(message) }] });
  });

  test.each([`name: ${'n'.repeat(1000)}`, `tags: ${tags(200)}`, `metadata: ${nested(40)}`])(
    'ends there (%#)',
    (line) => {
      expect(readCase(`id: a\n${line}\ninput: hi\nexpect: {completes: true}\n`)).toHaveProperty('case');
    },
  );
});
