import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { amount, count, duration, hosts, list, names, trials } from '#entry/cli/option-values.ts';

test.each<[what: string, read: (value: string) => unknown, written: string, value: unknown]>([
  ['a list', list, ' a,b,\n,c ', ['a', 'b', 'c']],
  ['names', names, 'OPENAI_API_KEY, MODEL', ['OPENAI_API_KEY', 'MODEL']],
  ['hosts', hosts, 'LLM.example.com, 10.0.0.7:8080', ['llm.example.com', '10.0.0.7:8080']],
  ['a count', count(50), '50', 50],
  ['a number of trials', trials, '5', { min: 5, max: 5 }],
  ['a range of trials', trials, '3-10', { min: 3, max: 10 }],
  ['an amount', amount, '0.25', 0.25],
  ['a duration', duration, '1.5m', 90_000],
])('%s is read: %#', (_, read, written, value) => {
  expect(read(written)).toEqual(value);
});

describe('what is refused says what was expected', () => {
  test.each<[read: (value: string) => unknown, written: string, message: RegExp]>([
    [names, 'A=B', /"A=B" is no name of a variable/],
    [hosts, 'https://a', /"https:\/\/a" is no host; expected names such as llm\.example\.com/],
    [count(50), '51', /whole number from 1 to 50/],
    [count(50), '0', /whole number/],
    [count(50), '1e1', /whole number/],
    [trials, '51', /whole number from 1 to 50/],
    [trials, '10-3', /the smaller one first such as 3-10/],
    [amount, '0', /above 0/],
    [amount, '$2', /without a currency/],
    [duration, '20', /with its unit/],
    [duration, '25h', /at most 24h/],
  ])('%#: %s', (read, written, message) => {
    expect(() => read(written)).toThrow(InvalidArgumentError);
    expect(() => read(written)).toThrow(message);
  });
});
