import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { treatmentOf } from '#config/fingerprint.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { declaredSettings } from '#gate/baseline/pairing/declared-settings.ts';

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

describe('programs', () => {
  test.each<[string, JsonObject]>([
    [
      'command: [python, agent.py, --model, gpt-5, --top-p=0.5, --verbose]',
      { command: { model: 'gpt-5', 'top-p': '0.5' } },
    ],
    ['command: [sh, -c, "TEMPERATURE=0 python agent.py -model x"]', { command: { TEMPERATURE: '0', model: 'x' } }],
    ['command: [agent, --model, --seed, "7"]', { command: { model: '', seed: '7' } }],
    ['command: [agent, --model, a, --model, b]', { command: { model: 'b' } }],
    ['command: [python, -m, model, model_agent.py]', {}],
    [
      '{command: [agent], env: {OPENAI_MODEL: m, MAX_TOKENS: "9", LOG_LEVEL: info, REMODELED: "1"}}',
      { env: { OPENAI_MODEL: 'm', MAX_TOKENS: '9' } },
    ],
    ['{module: agent.ts, env: {topP: "1"}}', { env: { topP: '1' } }],
    [
      'http: {url: "http://127.0.0.1:80/turn?model=m&user=u", headers: {x-model: h, x-user: u}}',
      { url: { model: 'm' }, headers: { 'x-model': 'h' } },
    ],
    ['http: {url: "http://127.0.0.1:80/model", start: [serve, --seed, "1"]}', { start: { seed: '1' } }],
    ['recorded: model.jsonl', {}],
  ])('%s', (agent, declared) => {
    expect(declaredIn(agent)).toEqual(declared);
  });
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
  const written = agent.startsWith('{') ? agent : `{${agent}}`;
  const parsed = parseConfig(`version: 1\nagent: ${written}\ncases: [a.yml]\n`, 'agent-eval.yml');
  if (!('config' in parsed)) throw new Error(JSON.stringify(parsed));
  return declaredSettings(treatmentOf(parsed.config).values);
}
