import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject, type Json } from '#common/json.ts';
import { schemaFiles } from '../../scripts/json-schemas.ts';
import { LEAST } from './read-config.ts';

const ROOT = join(import.meta.dirname, '../..');

const FILES = schemaFiles();

const VALIDATORS = new Map(
  FILES.map(({ file, text }) => {
    const schema: Schema = JSON.parse(text);
    return [file, new Validator(schema, '7')];
  }),
);

function accepts(file: string, text: string): boolean | undefined {
  return VALIDATORS.get(file)?.validate(parse(text)).valid;
}

/** Keys below `properties`, at any depth, that have no description. */
function undescribed(schema: Json, path = ''): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((item: Json, index) => undescribed(item, `${path}/${index}`));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const below = undescribed(value, `${path}/${key}`);
    if (key !== 'properties' || !isJsonObject(value)) return below;
    const bare = Object.entries(value).filter(
      ([, property]) => !isJsonObject(property) || property['description'] === undefined,
    );
    return [...below, ...bare.map(([name]) => `${path}/${name}`)];
  });
}

describe('the published schemas', () => {
  test('are those of the code; run `npm run schema` after a change', () => {
    for (const { file, text } of FILES) expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
  });

  test('are the same bytes every time', () => {
    expect(schemaFiles()).toEqual(FILES);
  });

  test.each(FILES.map(({ file, text }) => [file, text]))('%s says what it is', (_, text) => {
    const schema: Json = JSON.parse(text);
    expect(isJsonObject(schema) ? [schema['$schema'], typeof schema['title']] : []).toEqual([
      'http://json-schema.org/draft-07/schema#',
      'string',
    ]);
  });

  // Results are written by machines; the others by people, or for people to read.
  test.each(FILES.filter(({ file }) => !file.includes('results')))(
    '$file helps editors: every key has a description',
    ({ text }) => {
      expect(undescribed(JSON.parse(text))).toEqual([]);
    },
  );
});

describe('editors accept', () => {
  test.each([
    LEAST,
    `${LEAST}trials: 3\nlimits: {trial_timeout: 500ms}\ngate: {pass_rate: {min: 0.9, rule_out: auto}, total_tokens: false, tags: {a b: {tool_recall: {min: 1}}}}`,
    'version: 1\nagent: {recorded: runs.jsonl}\ncases: [{file: a.json, dialect: {args: ignore}}]\ndefaults: {expect: {limits: {max_latency: 10s}}}',
    LEAST.replace(
      'command: [python, agent.py]',
      'openai: {model: m, tools: t.yml, mocks: {a: {table: [{args: {b: {$any: true}}, value: 1}, {fault: slow, delay: 1s}]}}}',
    ),
    LEAST.replace('command: [python, agent.py]', 'http: {url: "http://127.0.0.1:1", start: [a]}, record: true'),
    LEAST.replace('command: [python, agent.py]', 'module: {file: a.ts, export: b}, record: {tool_calls: wire}'),
    `${LEAST}replay: off\nprices: {m: {input: 1, output: 2}}\nsimulated_user: {anthropic: {model: m}}`,
    `${LEAST}replay: {mode: auto, folder: a}`,
    `${LEAST}trials: {min: 3, max: 10}`,
  ])('config %#', (text) => {
    expect(accepts('schema/agent-eval.schema.json', text)).toBe(true);
  });

  test.each([
    'cases: [{id: a, input: "", expect: {no_tools: true}}]',
    'cases: [{id: a/b, turns: [{input: x, expect: {tools: [c, {name: d, args: {e: {$any: true}}}, {parallel: [f, {name: g}]}]}}]}]',
    'cases: [{id: a, input: x, expect: {plan: {calls: [b]}, custom: [{module: ./c.js}], state: {order.status: refunded}}}]',
    'cases: [{id: a, simulated_user: {persona: b, goal: c}, expect: {completes: true}}]',
    'cases: [{id: a, input: x, simulated_user: {persona: b, goal: c, max_turns: 3}, mocks: {t: {fault: timeout}}}]',
  ])('cases %#', (text) => {
    expect(accepts('schema/cases.schema.json', text)).toBe(true);
  });

  test('accepts of a case, of a derived case and of a metric', () => {
    const entries = [
      '{case: refund-late, reason: the old tool is gone, until: 2026-12-31}',
      '{case: refund-late~languages-pt-BR, reason: words, until: 2026-12-31}',
      '{metric: total_tokens, tag: refund, up_to: 0.3, reason: a longer policy, until: 2026-12-31}',
    ];
    expect(accepts('schema/agent-eval-accepts.schema.json', `[${entries.join(', ')}]`)).toBe(true);
  });
});

describe('editors underline', () => {
  test.each([
    LEAST.replace('version: 1', 'version: 2'),
    LEAST.replace('command', 'comand'),
    LEAST.replace('{command: [python, agent.py]}', '{command: [a], recorded: b}'),
    `${LEAST}trials: 0`,
    `${LEAST}trials: {min: 3}`,
    `${LEAST}gate: {pass_rate: {min: 90}}`,
    `${LEAST}limits: {trial_timeout: 60}`,
    LEAST.replace('command: [python, agent.py]', 'openai: {model: m}, http: {url: "http://127.0.0.1:1"}'),
    `${LEAST}simulated_user: {openai: {model: a}, anthropic: {model: b}}`,
  ])('config %#', (text) => {
    expect(accepts('schema/agent-eval.schema.json', text)).toBe(false);
  });

  test.each([
    'cases: []',
    'cases: [{id: a, input: x, turns: [{input: y}]}]',
    'cases: [{id: a, turns: [{input: y}], simulated_user: {persona: b, goal: c}}]',
    'cases: [{id: a, input: x, expect: {tools: []}}]',
    'cases: [{id: a, input: x, expect: {tools: [{nam: b}]}}]',
  ])('cases %#', (text) => {
    expect(accepts('schema/cases.schema.json', text)).toBe(false);
  });

  test.each([
    '{case: a, until: 2026-12-31}',
    '{case: a, reason: words, until: tomorrow}',
    '{reason: words, until: 2026-12-31}',
    '{metric: total_tokens, reason: words, until: 2026-12-31}',
    '{case: a, metric: total_tokens, up_to: 0.3, reason: words, until: 2026-12-31}',
  ])('accepts %#', (entry) => {
    expect(accepts('schema/agent-eval-accepts.schema.json', `[${entry}]`)).toBe(false);
  });
});
