import { expect, test } from 'vitest';
import { parseCase } from '#cases/suite/parsing/parse-case.ts';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { validCase } from '../read-case.ts';

test.each([
  '{id: a, input: "", expect: {completes: true}}',
  '{id: a, name: n, tags: [t], metadata: {m: [1, null]}, context: {c: {}}, history: [{role: user, content: x}], input: x, trials: 3, expect: {no_tools: true}}',
  '{id: a, turns: [{input: x, expect: {tools: [b]}}, {input: y}], expect: {limits: {max_steps: 2, max_latency: 90s, max_cost_usd: 0}}}',
  '{id: a, turns: [{input: x, expect: {completes: true}}]}',
  '{id: a, input: x, simulated_user: {persona: p, goal: g, stop: [bye]}, expect: {completes: true}}',
  '{id: a, simulated_user: {persona: p, goal: g}, expect: {completes: true}}',
  '{id: a, input: x, mocks: {t: {value: null}, u: {table: [{args: {a: {$any: true}}, value: {}}, {fault: error}]}, v: {module: m.js}, w: {fault: slow}, x: {fault: malformed}, y: {fault: timeout}}, expect: {completes: true}}',
  '{id: a, input: x, expect: {tools: {order: in_order, allow_extra: false, min_matched: 0.5, calls: [b, {name: c, args: {}}, {name: d, args: {x: {$approx: 1}}, args_match: includes, status: ok}, {name: e, args_match: ignore}, {parallel: [f, g]}]}}}',
  '{id: a, input: x, expect: {tools: {forbidden: ["*"], before: [[a, b]], min_calls: 1, max_calls: 9}, plan: [{name: b}]}}',
  '{id: a, input: x, expect: {no_tools: true, tools: {forbidden: [b]}}}',
  '{id: a, input: x, expect: {response: {contains: [b], not_contains: [c], matches: ["^d"], case_sensitive: true}}}',
  '{id: a, input: x, expect: {response: {equals: "", json_schema: {}}}}',
  '{id: a, input: x, expect: {response: {similar: {to: some words, rouge_1: {min: 0.1}, rouge_l: {min: 0.2}, bleu: {min: 0.3}}}}}',
  '{id: a, input: x, expect: {response: {similar: {to: [some, words], levenshtein: {min: 1}, token_f1: {min: 0.5}, embedding: {min: 0.6}}}}}',
  '{id: a, input: x, variants: false, expect: {completes: true}}',
  '{id: a, input: x, variants: [typos, {casing: {count: 2, seed: 5}}, whitespace, {paraphrase: {count: 3}}, {injection: {text: t, expect: {no_tools: true}}}, empty, {very_long: {characters: 200}}, {languages: {to: [de, pt-BR]}}], expect: {completes: true}}',
  '{id: a, input: x, expect: {metadata: {m: null}, state: {a.b: 1}, retrieved: {ids: [a, b], k: 3}, custom: [{command: [c]}, {module: d.js}]}}',
])('a case that is written out is the same case when it is read again: %s', (text) => {
  const evalCase = validCase(text);
  const again = parseCase(writeCase(evalCase), {
    document: { file: 'c.yml', value: null, locate: () => ({ line: 1, column: 1 }) },
    path: [],
  });
  expect(again).toEqual({ case: evalCase });
});
