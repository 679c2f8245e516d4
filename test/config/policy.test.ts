import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import { pathText } from '#common/document/path-text.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { danglingRules } from '#config/problems/dangling-rules.ts';
import { unprovableFloors } from '#config/problems/unprovable-floors.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { validCase } from '../cases/suite/read-case.ts';
import { LEAST, validConfig } from './read-config.ts';

function policy(gate: string): Policy {
  return validConfig(`${LEAST}gate: ${gate}\n`).gate;
}

/** `count` cases that expect one tool call each. */
function suite(count: number, rest = ''): readonly Case[] {
  return Array.from({ length: count }, (_, index) =>
    validCase(`{id: "c${index}", input: x, expect: {tools: [a]} ${rest}}`),
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

describe('floors that no run can prove', () => {
  test.each<[gate: string, cases: readonly Case[], trials: number, lines: readonly string[]]>([
    ['{}', suite(1), 1, []],
    ['{pass_rate: {min: 0.9}}', suite(7), 5, []],
    [
      '{pass_rate: {min: 0.9}}',
      suite(17),
      2,
      [
        "gate.pass_rate.min: 34 trials that all pass can't prove a floor of 0.9; it takes 35 trials: give each of the 17 cases 3, or add cases",
      ],
    ],
    [
      '{pass_rate: {min: 0.95}}',
      suite(24),
      3,
      [
        "gate.pass_rate.min: 72 trials that all pass can't prove a floor of 0.95; it takes 73 trials: give each of the 24 cases 4, or add cases",
      ],
    ],
    [
      '{pass_rate: {min: 1}}',
      suite(50),
      50,
      ['gate.pass_rate.min: no number of trials can prove a floor of 1; a floor such as 0.95 can be proven'],
    ],
    [
      '{tool_recall: {min: 0.9}}',
      [...suite(2), ...suite(9).map((evalCase) => ({ ...evalCase, expect: { completes: true as const } }))],
      5,
      [
        "gate.tool_recall.min: 10 trials that all pass can't prove a floor of 0.9; it takes 35 trials: give each of the 2 cases 18, or add cases",
      ],
    ],
    [
      '{tags: {hero: {pass_rate: {min: 0.5}, tool_recall: {max_drop: 0.1}}}}',
      [...suite(1, ', tags: [hero]'), ...suite(9)],
      3,
      [
        "gate.tags.hero.pass_rate.min: 3 trials that all pass can't prove a floor of 0.5; it takes 4 trials: give the case 4, or add cases",
      ],
    ],
    ['{tags: {hero: {pass_rate: {min: 0.5}}}}', suite(9), 3, []],
    [
      '{pass_rate: {min: 0.99}}',
      suite(2),
      5,
      [
        "gate.pass_rate.min: 10 trials that all pass can't prove a floor of 0.99; it takes 381 trials: add cases (50 trials per case are the most)",
      ],
    ],
    [
      '{pass_rate: {min: 0.9}}',
      [...suite(6), ...suite(1, ', trials: 2')],
      5,
      [
        "gate.pass_rate.min: 28.8 trials that all pass can't prove a floor of 0.9; it takes 35 trials: give each of the 7 cases 5, or add cases",
      ],
    ],
    [
      '{tags: {hero: {tool_recall: {min: 0.9}}}}',
      suite(7, ', tags: [hero]'),
      4,
      [
        "gate.tags.hero.tool_recall.min: 28 trials that all pass can't prove a floor of 0.9; it takes 35 trials: give each of the 7 cases 5, or add cases",
      ],
    ],
  ])('%s, %#', (gate, cases, trials, lines) => {
    const found = unprovableFloors(policy(gate), cases, trials);
    expect(found.map(({ path, message }) => `${pathText(path)}: ${message}`)).toEqual(lines);
  });
});

test('rules and entries that name nothing in the suite are said, each in its place, with the name that was probably meant', () => {
  const cases = suite(2, ', tags: [hero]');
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
