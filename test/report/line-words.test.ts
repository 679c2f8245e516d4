import { test } from 'vitest';
import { lineWords } from '#report/reasons/line-words.ts';
import { expectSaid } from '#test/support/said.ts';
import { explained } from './told-situations.ts';

test('what a search for lines came to is said in the words of the golden file', () => {
  return expectSaid(new URL('line-words.txt', import.meta.url), (text) => [lineWords(explained(JSON.parse(text)))]);
});
