import { expect, test } from 'vitest';
import { gitBlobSha } from '#config/base-rules/commit-listing.ts';

test.each([
  ['', 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'],
  ['hello\n', 'ce013625030ba8dba906f756967f9e9ca394464a'],
])('the hash of %j is that of git hash-object', (text, sha) => {
  expect(gitBlobSha(text)).toBe(sha);
});

test('the length is that of the bytes, not of the characters', () => {
  expect(gitBlobSha('é\n')).toBe('c6003325155f475bd7c87731607525dce73be9cf');
});
