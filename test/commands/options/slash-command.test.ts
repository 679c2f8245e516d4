import { describe, expect, test } from 'vitest';
import { readSlashCommand, SLASH_WORDS } from '#commands/action/command-on-github.ts';
import { commandAnswer } from '#report/outputs/command-words.ts';

describe('the command of a comment', () => {
  test.for<[body: string, inputs: object]>([
    ['/eval', {}],
    ['  /eval  \r\nplease, because main moved', {}],
    [
      '/eval cases=refund-*,hi trials=3-10 agents=small,large run-all',
      { cases: 'refund-*,hi', trials: '3-10', agents: 'small,large', 'run-all': 'true' },
    ],
    ['/eval run-all=false', { 'run-all': 'false' }],
  ])('%j is understood', ([body, inputs]) => expect(readSlashCommand(body)).toEqual({ inputs }));

  test.for(['', 'try /eval', '/evaluate', '/EVAL', 'x\n/eval'])('%j is none', (body) =>
    expect(readSlashCommand(body)).toBeNull(),
  );

  test.for<[body: string, words: string]>([
    ['/eval trails=3', '`trails` is not a word of this command; did you mean `trials`?'],
    ['/eval budget=3', '`budget` is not a word of this command'],
    ['/eval trials=many', '`trials` is &quot;many&quot;; expected a whole number from 1 to 50'],
    ['/eval trials', '`trials` has no value'],
    ['/eval cases=', '`cases` has no value'],
    ['/eval run-all=yes', '`run-all` is &quot;yes&quot;; expected &quot;true&quot; or &quot;false&quot;'],
    ['/eval cases=a cases=b', '`cases` is there twice'],
  ])('%j is answered with what is wrong and with the words there are', ([body, words]) => {
    const read = readSlashCommand(body);
    const answer = read !== null && 'problems' in read ? commandAnswer(read.problems, SLASH_WORDS) : '';
    const plain = answer.replaceAll(/<\/?code>/g, '`').replaceAll('"', '&quot;');
    expect(plain).toContain(words);
    expect(plain).toContain('The words are `/eval, cases=refund-');
  });
});
