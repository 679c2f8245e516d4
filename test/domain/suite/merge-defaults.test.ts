import { describe, expect, test } from 'vitest';
import { formatIssue } from '#domain/document/format-issue.ts';
import type { CaseDefaults } from '#domain/suite/merge-defaults.ts';
import { readCase, validCase } from './read-case.ts';

/** Defaults are written in the words of a case; so are these. */
function defaultsOf(expectations: string, tags: readonly string[] = []): CaseDefaults {
  return { tags, expect: validCase(`{id: defaults, input: x, expect: ${expectations}}`).expect };
}

describe('a case and the defaults of its suite', () => {
  test('expectations that the case does not write come from the defaults', () => {
    const merged = validCase('{id: a, input: x, expect: {no_tools: true}}', defaultsOf('{response: {contains: [b]}}'));
    expect(Object.keys(merged.expect).sort()).toEqual(['no_tools', 'response']);
    expect(merged.expect.response?.contains).toEqual(['b']);
  });

  test('an expectation of the case replaces that of the defaults whole', () => {
    const merged = validCase(
      '{id: a, input: x, expect: {response: {equals: c}}}',
      defaultsOf('{response: {contains: [b]}}'),
    );
    expect(merged.expect.response).toMatchObject({ contains: [], equals: 'c' });
  });

  test('limits are merged one by one', () => {
    const merged = validCase(
      '{id: a, input: x, expect: {limits: {max_steps: 9, max_latency: 1s}}}',
      defaultsOf('{limits: {max_steps: 3, max_total_tokens: 100}}'),
    );
    expect(merged.expect.limits).toEqual({ max_steps: 9, max_latency_ms: 1000, max_total_tokens: 100 });
  });

  test('tools of the case win over no_tools of the defaults, and the other way round', () => {
    expect(
      Object.keys(validCase('{id: a, input: x, expect: {tools: [b]}}', defaultsOf('{no_tools: true}')).expect),
    ).toEqual(['tools']);
    expect(
      Object.keys(validCase('{id: a, input: x, expect: {no_tools: true}}', defaultsOf('{tools: [b]}')).expect),
    ).toEqual(['no_tools']);
  });

  test('tags of both count, each once', () => {
    const merged = validCase(
      '{id: a, input: x, tags: [own, both], expect: {no_tools: true}}',
      defaultsOf('{completes: true}', ['all', 'both']),
    );
    expect(merged.tags).toEqual(['all', 'both', 'own']);
  });

  test('turns take no defaults', () => {
    const merged = validCase('{id: a, turns: [{input: x}]}', defaultsOf('{completes: true}'));
    expect(merged.turns).toEqual([{ input: 'x', expect: null }]);
    expect(merged.expect).toEqual({ completes: true });
  });

  test('defaults that demand something are enough of an expectation', () => {
    expect(validCase('{id: a, input: x}', defaultsOf('{completes: true}')).expect).toEqual({ completes: true });
  });

  test('defaults that demand nothing are none', () => {
    const read = readCase('{id: a, input: x}', { tags: ['all'], expect: {} });
    expect('issues' in read ? read.issues.map(formatIssue) : []).toEqual([
      expect.stringContaining('a case without any expectation'),
    ]);
  });
});
