import { describe, expect, test } from 'vitest';
import { isQuoteOf } from '#domain/judge/quote.ts';
import { readAnswer } from '#domain/judge/read-answer.ts';

const polite = { id: 'polite', ask: 'Is it polite?', sees: ['answer'] } as const;
const short = { id: 'short', ask: 'Is it short?', sees: ['answer'] } as const;
const blocks = [{ part: 'answer', title: 'answer', text: 'Thank you,  “dear”\ncustomer.' }] as const;
const read = (text: string) => readAnswer(text, [polite], blocks);

describe('an answer', () => {
  test('may stand in a code block, and its keys in any order', () => {
    const votes = [{ verdict: 'met', evidence: 'Thank you', problem: null }];
    expect(read('{"evidence": "Thank you", "verdict": "met"}')).toEqual({ votes });
    expect(read('```json\n{"verdict": "met", "evidence": "Thank you"}\n```')).toEqual({ votes });
  });

  test.each(['none', 'None.', '', '"none"', '—'])('has no evidence if it says %j', (evidence) => {
    expect(read(JSON.stringify({ evidence, verdict: 'not_met' }))).toEqual({
      votes: [{ verdict: 'not_met', evidence: null, problem: null }],
    });
  });

  test.each([
    ['met', 'it is not JSON'],
    ['{"evidence": "none", "verdict": "met"} indeed', 'it is not JSON'],
    ['{"evidence": "none", "verdict": "yes"}', 'verdict: expected one of met, not_met, cannot_tell'],
    ['{"verdict": "met"}', 'evidence: expected a text'],
    ['{"evidence": "none", "verdict": 1}', 'verdict: expected one of met, not_met, cannot_tell'],
    ['[]', 'the answer: Invalid input: expected object, received array'],
    ['null', 'the answer: Invalid input: expected object, received null'],
  ])('%s can not be read, and the problem says why', (text, problem) => {
    expect(read(text)).toEqual({ problem });
  });

  test('to several criteria has all of them', () => {
    const one = { evidence: 'none', verdict: 'met' };
    const both = readAnswer(
      JSON.stringify({ short: { ...one, verdict: 'not_met' }, polite: one }),
      [polite, short],
      blocks,
    );
    expect(both).toMatchObject({ votes: [{ verdict: 'met' }, { verdict: 'not_met' }] });
    expect(readAnswer(JSON.stringify({ polite: one }), [polite, short], blocks)).toHaveProperty('problem');
  });
});

describe('a quote', () => {
  test.each([
    ['Thank you, "dear" customer.', true],
    ['“Thank you”', true],
    ['| customer.', true],
    ['thank you', false],
    ['Thank you … customer', false],
    ['""', false],
  ])('%s: %j', (quote, found) => {
    expect(isQuoteOf(quote, blocks[0].text)).toBe(found);
  });

  test('of JSON may be written without its escapes', () => {
    expect(isQuoteOf('he said "no"\nand left', String.raw`{"note":"he said \"no\"\nand left"}`)).toBe(true);
  });
});
