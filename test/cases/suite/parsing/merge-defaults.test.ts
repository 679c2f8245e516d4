import { describe, expect, test } from 'vitest';
import type { CaseDefaults } from '#cases/suite/parsing/merge-defaults.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject } from '#common/json.ts';
import { readCase, validCase } from '../read-case.ts';

/** Defaults are written in the words of a case; so are these. */
function defaultsOf(expectations: string, more = ''): CaseDefaults {
  const parsed = parseDocuments(`{expect: ${expectations}${more}}`, 'defaults.yml');
  const [document] = 'documents' in parsed ? parsed.documents : [];
  if (!isJsonObject(document?.value)) throw new Error('no mapping');
  return document.value;
}

function linesOf(text: string, defaults: CaseDefaults): readonly string[] {
  const read = readCase(text, defaults);
  return 'issues' in read ? read.issues.map(formatIssue) : [];
}

describe('a case and the defaults of its suite', () => {
  test('expectations that the case does not write come from the defaults', () => {
    const merged = validCase('{id: a, input: x, expect: {no_tools: true}}', defaultsOf('{response: {contains: [b]}}'));
    expect(Object.keys(merged.expect).sort()).toEqual(['no_tools', 'response']);
    expect(merged.expect.response?.contains).toEqual(['b']);
  });

  test('an expectation of the case does not drop what the defaults forbid: they are merged value by value, lists united', () => {
    const merged = validCase(
      '{id: a, input: x, expect: {tools: {calls: [b], forbidden: [send_mail], max_calls: 2}, response: {contains: [c], not_contains: [sorry]}}}',
      defaultsOf(
        '{tools: {forbidden: ["delete_*", send_mail], max_calls: 9, before: [[b, c]]}, response: {not_contains: [password], contains: [d], case_sensitive: true}}',
      ),
    );
    expect(merged.expect.tools).toMatchObject({
      order: 'any',
      forbidden: ['delete_*', 'send_mail'],
      max_calls: 2,
      before: [['b', 'c']],
    });
    expect(merged.expect.tools?.calls).toHaveLength(1);
    expect(merged.expect.response).toMatchObject({
      contains: ['d', 'c'],
      not_contains: ['password', 'sorry'],
      case_sensitive: true,
    });
  });

  test('a list of calls, which is short for a mapping, is merged like one', () => {
    const merged = validCase(
      '{id: a, input: x, expect: {tools: [b]}}',
      defaultsOf('{tools: {forbidden: ["delete_*"]}}'),
    );
    expect(merged.expect.tools).toMatchObject({ forbidden: ['delete_*'], allow_extra: true });
    expect(merged.expect.tools?.calls).toHaveLength(1);
  });

  test('the calls that a case writes replace those of the defaults, as do single values; fields and checks of one’s own add up', () => {
    const merged = validCase(
      '{id: a, input: x, expect: {tools: [b], metadata: {escalated: true}, state: {a: 1}, retrieved: {ids: [x], k: 3}, custom: [{module: b.js}]}}',
      defaultsOf(
        '{tools: {calls: [log], order: in_order}, metadata: {escalated: false, lang: en}, state: {b: 2}, retrieved: {ids: [y], k: 5}, custom: [{module: a.js}]}',
      ),
    );
    expect(merged.expect.tools).toMatchObject({ order: 'in_order', calls: [{ call: { name: 'b' } }] });
    expect(merged.expect.metadata).toEqual({ escalated: true, lang: 'en' });
    expect(merged.expect.state).toEqual({ a: 1, b: 2 });
    expect(merged.expect.retrieved).toEqual({ ids: ['x'], k: 3, min_hits: 1 });
    expect(merged.expect.custom?.map((one) => 'module' in one && one.module)).toEqual(['a.js', 'b.js']);
  });

  test('defaults take what a case takes, and each key is merged by its nature', () => {
    const merged = validCase(
      '{id: a, simulated_user: {goal: g, max_turns: 3}, metadata: {a: {b: 1}}, context: {user: {id: 1}}, mocks: {t: {value: 1}}}',
      defaultsOf(
        '{completes: true}',
        ', trials: 4, history: [{role: user, content: hi}], metadata: {a: {c: 2}}, context: {user: {id: 9, lang: en}}, mocks: {t: {value: 2}, u: {value: 3}}, simulated_user: {persona: p, max_turns: 9}',
      ),
    );
    expect(merged).toMatchObject({
      trials: 4,
      history: [{ role: 'user', content: 'hi' }],
      metadata: { a: { b: 1, c: 2 } },
      context: { user: { id: 1, lang: 'en' } },
      simulated_user: { persona: 'p', goal: 'g', max_turns: 3 },
    });
    expect(Object.keys(merged.mocks).sort()).toEqual(['t', 'u']);
    expect(merged.mocks['t']).toMatchObject({ rows: [{ answer: { value: 1 } }] });
  });

  test('defaults say how users are played, never that one is', () => {
    const defaults = defaultsOf('{completes: true}', ', simulated_user: {persona: p, goal: g}');
    expect(validCase('{id: a, input: x}', defaults).simulated_user).toBeNull();
  });

  test('what contradicts the defaults is refused where the case stands, and said to be so', () => {
    expect(
      linesOf('{id: a, input: x, expect: {tools: [delete_user]}}', defaultsOf('{tools: {forbidden: ["delete_*"]}}')),
    ).toEqual([
      'c.yml:1:1: expects "delete_user", which "delete_*" under `defaults` of the config forbids, so no trial could pass; remove one of them',
    ]);
    expect(linesOf('{id: a, input: x, expect: {tools: [b, c]}}', defaultsOf('{tools: {max_calls: 1}}'))).toEqual([
      'c.yml:1:35: expect.tools.max_calls: with what `defaults` of the config adds: 2 calls are expected and only 1 allowed; raise it',
    ]);
    expect(linesOf('{id: a, input: x, expect: {tools: [b, 7]}}', defaultsOf('{tools: {forbidden: [c]}}'))).toEqual([
      expect.stringMatching(/^c\.yml:1:39: expect\.tools\[1\]: expected the name of a tool/),
    ]);
  });

  test('no_tools of the defaults stays beside tools that only forbid', () => {
    const forbids = '{tools: {forbidden: [b]}}';
    expect(
      Object.keys(validCase(`{id: a, input: x, expect: ${forbids}}`, defaultsOf('{no_tools: true}')).expect).sort(),
    ).toEqual(['no_tools', 'tools']);
    expect(
      Object.keys(validCase('{id: a, input: x, expect: {no_tools: true}}', defaultsOf(forbids)).expect).sort(),
    ).toEqual(['no_tools', 'tools']);
  });

  test('tools of the case win over no_tools of the defaults, and the other way round', () => {
    expect(
      Object.keys(validCase('{id: a, input: x, expect: {tools: [b]}}', defaultsOf('{no_tools: true}')).expect),
    ).toEqual(['tools']);
    expect(
      Object.keys(validCase('{id: a, input: x, expect: {no_tools: true}}', defaultsOf('{tools: [b]}')).expect),
    ).toEqual(['no_tools']);
  });

  test('turns take no defaults', () => {
    const merged = validCase('{id: a, turns: [{input: x}]}', defaultsOf('{completes: true}'));
    expect(merged.turns).toEqual([{ input: 'x', expect: null }]);
    expect(merged.expect).toEqual({ completes: true });
  });

  test('defaults that demand nothing are none', () => {
    const read = readCase('{id: a, input: x}', { tags: ['all'] });
    expect('issues' in read ? read.issues.map(formatIssue) : []).toEqual([
      expect.stringContaining('a case without any expectation'),
    ]);
  });
});
