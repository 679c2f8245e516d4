import { expect, test } from 'vitest';
import { findPhrases } from '#trials/checks/response/find-phrases.ts';

test.each([
  ['a curly apostrophe', "I don't know", 'Sorry, I don\u2019t know.'],
  ['curly quotation marks', 'the "Pro" plan', 'Take the \u201cPro\u201d plan'],
  ['a no-break space', '20 euros', 'It is 20\u00a0euros'],
  ['a soft hyphen', 'cancellation', 'the cancel\u00adlation'],
  ['a space without a width', 'refund', 're\u200bfund'],
  ['a line break', 'we can not help', 'We can\nnot   help'],
  ['a hyphen that does not break', 'one-way', 'a one\u2011way ticket'],
  ['a sign with a selector of its variant', 'done \u2714', 'Done \u2714\ufe0f'],
  ['an apostrophe of full width', "I don't know", 'I don\uff07t know'],
  ['a separator of vowels', 'refund', 're\u180efund'],
  ['a colour of a terminal', "I don't know", "I \u001b[1mdon't\u001b[0m know"],
  ['a control character', 'refund', 're\u0000fund'],
  ['an accent of its own', 'caf\u00e9', 'the cafe\u0301'],
  ['the same in the phrase', 'don\u2019t', "I don't"],
])('a phrase is found whatever the typesetting: %s', (_, phrase, answer) => {
  expect(findPhrases([phrase], answer, false)).toEqual([phrase]);
});

test.each([
  ['other words', "I don't know", "I don't"],
  ['a dash is no hyphen', '5-10', 'from 5\u201310'],
  ['words that nothing divides', 'can not', 'cannot'],
])('a phrase is not found in %s', (_, phrase, answer) => {
  expect(findPhrases([phrase], answer, false)).toEqual([]);
});
