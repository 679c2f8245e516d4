import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Case } from '#cases/suite/case.ts';
import { pathText } from '#common/document/path-text.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { danglingRules } from '#config/problems/dangling-rules.ts';
import { unprovableFloors } from '#config/problems/unprovable-floors.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { expectSaid } from '#test/support/said.ts';
import { validCase } from '../cases/suite/read-case.ts';
import { LEAST, validConfig } from './read-config.ts';

function policy(gate: string): Policy {
  return validConfig(`${LEAST}gate: ${gate}\n`).gate;
}

/** `count` cases that expect one tool call each, and have these keys besides. */
function suite(count: number, keys: object = {}): readonly Case[] {
  return Array.from({ length: count }, (_, index) =>
    validCase(JSON.stringify({ id: `c${index}`, input: 'x', expect: { tools: ['a'] }, ...keys })),
  );
}

describe('the policy', () => {
  test('without a word is the default', () => {
    expect(defaultPolicy()).toEqual({
      method: 'statistical',
      confidence: 0.95,
      pass_rate: { min: null, max_drop: 0.02, rule_out: 'auto', min_mode: 'point' },
      tool_recall: { min: null, max_drop: 0.02, rule_out: null, min_mode: 'point' },
      total_tokens: { max_increase: 0.1 },
      cost_usd: { max_increase: 0.1 },
      latency_ms: null,
      case_pass_rate: null,
      tags: {},
      never_fail: [],
      on_inconclusive: 'warn',
    });
    expect(policy('{}')).toEqual(defaultPolicy());
    expect(policy('{pass_rate: {}, tool_recall: {}, total_tokens: {}}')).toEqual(defaultPolicy());
  });

  const FLOOR = { min: 0.5, max_drop: null, rule_out: null, min_mode: 'point' };
  const DROP = { min: null, max_drop: 0.02, rule_out: null, min_mode: 'point' };

  test.each([
    ['a floor of recall', '{tool_recall: {min: 0.5}}', { tool_recall: FLOOR }],
    [
      'a floor of recall below a tag',
      '{tags: {a: {tool_recall: {min: 0.5}}}}',
      { tags: { a: { tool_recall: FLOOR } } },
    ],
    ['a floor', '{method: threshold, pass_rate: {min: 0.5}}', { pass_rate: FLOOR, tool_recall: null, cost_usd: null }],
    [
      'one rule alone',
      '{method: threshold, total_tokens: {}}',
      { total_tokens: { max_increase: 0.1 }, cost_usd: null },
    ],
    ['an empty rule', '{method: threshold, pass_rate: {}}', { pass_rate: DROP }],
    ['a guard', '{method: threshold, never_fail: [a]}', { pass_rate: { ...FLOOR, min: null }, tool_recall: null }],
  ])('has no rule that nobody wrote: %s', (_, gate, expected) => {
    expect(policy(gate)).toMatchObject(expected);
  });

  test('reads every key', () => {
    const gate = `
  method: threshold
  pass_rate: {min: 0.9, max_drop: 0.05, rule_out: 0.1, min_mode: confident}
  confidence: 0.9
  tool_recall: {min: 0.95, max_drop: 0, min_mode: point}
  total_tokens: {max_increase: 0.2}
  cost_usd: {max_increase: 0}
  latency_ms: {max_increase: 1}
  case_pass_rate: {min: 0.8}
  metrics: {tool_precision: {min: 0.9}, phrase_recall: {min: 1, min_mode: confident}}
  tags: {refund: {pass_rate: {min: 0.5, max_drop: 0.1, rule_out: 0.2}, tool_recall: {min: 0.95}, total_tokens: {}, cost_usd: {}, latency_ms: {}}}
  never_fail: [safety, refund/cracked, "check:limits", "check:no_tools"]
  on_inconclusive: fail`;
    expect(policy(gate)).toEqual({
      method: 'threshold',
      confidence: 0.9,
      pass_rate: { min: 0.9, max_drop: 0.05, rule_out: 0.1, min_mode: 'confident' },
      tool_recall: { min: 0.95, max_drop: 0, rule_out: null, min_mode: 'point' },
      total_tokens: { max_increase: 0.2 },
      cost_usd: { max_increase: 0 },
      latency_ms: { max_increase: 1 },
      case_pass_rate: { min: 0.8 },
      metrics: { tool_precision: { min: 0.9, min_mode: 'point' }, phrase_recall: { min: 1, min_mode: 'confident' } },
      tags: {
        refund: {
          pass_rate: { min: 0.5, max_drop: 0.1, rule_out: 0.2, min_mode: 'point' },
          tool_recall: { min: 0.95, max_drop: null, rule_out: null, min_mode: 'point' },
          total_tokens: { max_increase: 0.1 },
          cost_usd: { max_increase: 0.1 },
          latency_ms: { max_increase: 0.25 },
        },
      },
      never_fail: ['safety', 'refund/cracked', 'check:limits', 'check:no_tools'],
      on_inconclusive: 'fail',
    });
  });

  test.each(['warn', 'fail', 'review'])('takes %s for undecided runs', (word) => {
    expect(policy(`{on_inconclusive: ${word}}`)).toEqual({ ...defaultPolicy(), on_inconclusive: word });
  });

  test('gates cost and time only when they are written', () => {
    expect(policy('{cost_usd: {}, latency_ms: {}}')).toMatchObject({
      cost_usd: { max_increase: 0.1 },
      latency_ms: { max_increase: 0.25 },
    });
  });

  test('switches gates off by false', () => {
    expect(
      policy('{tool_recall: false, total_tokens: false, cost_usd: false, latency_ms: false, case_pass_rate: false}'),
    ).toEqual({
      ...defaultPolicy(),
      tool_recall: null,
      total_tokens: null,
      cost_usd: null,
    });
  });

  test('of a tag gates only what is written', () => {
    expect(policy('{tags: {refund: {pass_rate: {min: 0.5}}}}').tags['refund']).toEqual({
      pass_rate: { min: 0.5, max_drop: null, rule_out: null, min_mode: 'point' },
      tool_recall: null,
      total_tokens: null,
      cost_usd: null,
      latency_ms: null,
    });
  });
});

test('floors that no run can prove are told, with what would prove them', () => {
  return expectSaid(new URL('golden/floors.txt', import.meta.url), (text) => {
    const { gate, trials, suite: rows } = parse(text);
    const cases = rows.flatMap(([count, keys]: Parameters<typeof suite>) => suite(count, keys));
    const found = unprovableFloors(policy(JSON.stringify(gate)), cases, trials);
    return found.map(({ path, message }) => `${pathText(path)}: ${message}`);
  });
});

test('rules and entries that name nothing in the suite are said, each in its place, with the name that was probably meant', () => {
  const cases = suite(2, { tags: ['hero'] });
  const rules =
    '{tags: {hero: {total_tokens: {}}, refnd: {total_tokens: {}}}, never_fail: [hero, c1, "check:limits", safety, heroo]}';
  const meant = { reason: 'flaky', until: '2026-12-31' };
  const quarantine = ['c1', 'c11', 'elsewhere'].map((id) => ({ case: id, ...meant }));
  const found = danglingRules({ ...policy(rules), quarantine }, cases);
  expect(found.map(({ path, message }) => `${pathText(path)}: ${message}`)).toEqual([
    'gate.tags.refnd: no case has this tag, so the rule gates nothing; correct it or remove it',
    'gate.never_fail[3]: no case has "safety" as id or tag, so the rule guards nothing; correct it or remove it',
    'gate.never_fail[4]: no case has "heroo" as id or tag, so the rule guards nothing; did you mean hero?',
    'quarantine[1].case: no case has the id "c11", so the entry has no effect; did you mean c1?',
    'quarantine[2].case: no case has the id "elsewhere", so the entry has no effect; correct it or remove it',
  ]);
});
