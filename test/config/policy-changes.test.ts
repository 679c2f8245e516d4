import { describe, expect, test } from 'vitest';
import { type PolicyChange, policyChanges, priceChanges, withPolicyOf } from '#config/policy-changes.ts';
import { changedKey } from '#report/reasons/changed-key.ts';
import { expectSaid } from '#test/support/said.ts';
import { LEAST, validConfig } from './read-config.ts';

const configOf = (text: string) => validConfig(`${LEAST}${text}\n`);
const keyWords = (change: PolicyChange) => changedKey(change, 'main');
const told = (base: string, head: string) => policyChanges(configOf(base), configOf(head)).map(keyWords);

describe('what a change does to its policy', () => {
  test('is reported key by key, with the values on main and here', () => {
    return expectSaid(new URL('golden/policy-changes.txt', import.meta.url), (head) => told('', head));
  });

  test('defaults that are written out, other words for the same, and everything else of a config are no change of it', () => {
    expect(told('', 'gate: {pass_rate: {max_drop: 0.02}, confidence: 0.95}')).toEqual([]);
    expect(told('gate: {never_fail: [a, b]}', 'gate: {never_fail: [b, a]}')).toEqual([]);
    expect(told('', 'concurrency: 1\ndefaults: {tags: [x]}')).toEqual([]);
  });

  test('a tag called like a part of every object is a key like others', () => {
    const rule = '{pass_rate: {min: 0.5}}';
    expect(told('', `gate: {tags: {constructor: ${rule}}}`)).toHaveLength(1);
  });

  test('is without force: policy, trials and limits of the other config stand in for its own, and nothing else', () => {
    const base = configOf('gate: {pass_rate: {min: 0.9}}\ntrials: 5\nlimits: {max_steps: 3}\nconcurrency: 2');
    const head = configOf('gate: {pass_rate: {min: 0.1}}\ntrials: 1\nconcurrency: 7');
    const ruled = withPolicyOf(head, base);
    expect(policyChanges(base, ruled)).toEqual([]);
    expect(ruled).toMatchObject({ concurrency: 7, cases: head.cases, agent: head.agent });
  });

  test('a judge of main judges whatever the change says, and a first one is the change’s own', () => {
    const judge = (text: string) => configOf(text === '' ? '' : `judge: {${text}}`);
    const [strict, easy] = [judge('openai: {model: strict}, votes: 5'), judge('anthropic: {model: easy}')];
    expect(withPolicyOf(easy, strict).judge).toEqual(strict.judge);
    expect(withPolicyOf(judge(''), strict).judge).toEqual(strict.judge);
    expect(withPolicyOf(easy, judge('')).judge).toEqual(easy.judge);
    expect(policyChanges(strict, easy).map(keyWords)).toEqual([
      'judge.model: strict on main, easy here',
      'judge.provider: openai on main, anthropic here',
      'judge.votes: 5 on main, 3 here',
    ]);
  });

  test('prices are listed separately: they apply at once', () => {
    const prices = (input: number) => configOf(`prices: {m: {input: ${input}, output: 1}}`);
    expect(priceChanges(prices(3), prices(1)).map(keyWords)).toEqual(['prices.m.input: 3 on main, 1 here']);
    expect(policyChanges(prices(3), prices(1))).toEqual([]);
  });
});
