import { test } from 'vitest';
import { lineWords } from '#report/reasons/line-words.ts';
import { expectSaid } from '#test/support/said.ts';
import { explained } from './told-situations.ts';

test('the result of a search for lines has the words of the golden file', () => {
  return expectSaid(new URL('line-words.txt', import.meta.url), (text) => [lineWords(explained(JSON.parse(text)))]);
});
