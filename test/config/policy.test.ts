import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Case } from '#cases/suite/case.ts';
import { pathText } from '#common/document/path-text.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { danglingRules } from '#config/problems/suite-problems.ts';
import { unprovableFloors } from '#config/problems/unprovable-floors.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { differences } from '#test/support/differences.ts';
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
      on_inconclusive: 'auto',
    });
  });

  test('differs from the default in what is written', () => {
    return expectSaid(new URL('golden/policies.txt', import.meta.url), (gate) =>
      differences(defaultPolicy(), policy(gate)),
    );
  });
});

test('floors that no run can prove are reported, with what would prove them', () => {
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
