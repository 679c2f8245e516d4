import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { treatmentOf } from '#config/fingerprint.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { declaredSettings } from '#gate/baseline/pairing/differences.ts';
import { expectSaid } from '#test/support/said.ts';

describe('built-in agents', () => {
  test('model and sampling are declared; prompt, tools and what the provider decides are not', () => {
    expect(
      declaredIn('openai: {model: m, prompt: p.md, tools: t.yml, temperature: 0, extra: {reasoning_effort: low}}'),
    ).toEqual({
      api: 'chat',
      model: 'm',
      temperature: 0,
      seed: false,
      extra: { reasoning_effort: 'low' },
    });
    expect(declaredIn('anthropic: {model: m, max_output_tokens: 9, base_url: "http://127.0.0.1/v1"}')).toEqual({
      model: 'm',
      max_output_tokens: 9,
      base_url: 'http://127.0.0.1/v1',
    });
  });
});

test('settings of programs are declared where their names are whole words', () => {
  return expectSaid(new URL('golden/declared.txt', import.meta.url), (agent) => [JSON.stringify(declaredIn(agent))]);
});

test('a setting that nobody sets is no setting, so that a later version may know more of them', () => {
  expect(declaredSettings({ model: 'm', temperature: null, env: {}, headers: { 'x-user': 'u' } })).toEqual({
    model: 'm',
  });
});

test('nothing that a file may hold throws', () => {
  expect(
    declaredSettings({
      env: ['MODEL'],
      headers: 'model',
      command: 'run --model x',
      start: [1, null, ['a']],
      url: 3,
    }),
  ).toEqual({});
});

function declaredIn(agent: string): JsonObject {
  const mapping = agent.startsWith('{') ? agent : `{${agent}}`;
  const parsed = parseConfig(`version: 1\nagent: ${mapping}\ncases: [a.yml]\n`, 'agent-eval.yml');
  if (!('config' in parsed)) throw new Error(JSON.stringify(parsed));
  return declaredSettings(treatmentOf(parsed.config).values);
}
