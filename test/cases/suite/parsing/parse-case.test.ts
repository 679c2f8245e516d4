import { describe, expect, test } from 'vitest';
import { parseCase } from '#cases/suite/parsing/parse-case.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { problemsOf } from '#test/common/document/problems-of.ts';
import { expectSaid } from '#test/support/said.ts';
import { readCase, validCase } from '../read-case.ts';

const NAMED = { args: null, args_match: 'exact', status: null } as const;

describe('a case', () => {
  test('reads every key', () => {
    const text = `
id: refund/cracked-mug_1.a
name: "Cracked mug: refund only the mug"
metadata: {failure_type: grounding}
tags: [refund, hero]
context: {order: {order_id: A89268, total: 39.99}}
history: [{role: user, content: "My mug is cracked."}, {role: assistant, content: "Could you send a photo?"}]
input: "Sure, here's the photo."
simulated_user: {persona: In a hurry, goal: A refund, max_turns: 5, stop: [goodbye]}
mocks: {issue_refund: {fault: timeout}}
trials: 7
expect:
  tools:
    order: in_order
    allow_extra: false
    calls:
      - {name: issue_refund, args: {order_id: A89268, amount: {$approx: 19.99}}, args_match: exact, status: ok}
      - {name: lookup_order, args: {order_id: A89268}, args_match: includes}
      - {name: notify, args_match: ignore}
      - {parallel: [a, {name: b, status: error}]}
      - c
    before: [[search_flights, search_hotels]]
    forbidden: [delete_*]
    min_calls: 2
    max_calls: 8
    min_matched: 0.5
  response: {contains: [refund], not_contains: ["I don't know", escalat], matches: ["RES-[0-9]+"], equals: "x", json_schema: {type: object}, case_sensitive: true}
  plan: [look_up, {name: refund, args: {id: 1}}]
  metadata: {escalated: true, escalation_priority: high}
  state: {order.status: refunded}
  retrieved: {ids: [kb-12, kb-7], k: 1}
  limits: {max_input_tokens: 5000, max_output_tokens: 2000, max_total_tokens: 7000, max_steps: 6, max_latency: 10s, max_cost_usd: 0.02}
  completes: true
  custom: [{command: [python, checks/refund.py]}, {module: ./checks/refund.js}]
`;
    expect(validCase(text)).toEqual({
      id: 'refund/cracked-mug_1.a',
      name: 'Cracked mug: refund only the mug',
      metadata: { failure_type: 'grounding' },
      tags: ['refund', 'hero'],
      context: { order: { order_id: 'A89268', total: 39.99 } },
      history: [
        { role: 'user', content: 'My mug is cracked.' },
        { role: 'assistant', content: 'Could you send a photo?' },
      ],
      turns: [{ input: "Sure, here's the photo.", expect: null }],
      simulated_user: { persona: 'In a hurry', goal: 'A refund', max_turns: 5, stop: ['goodbye'] },
      mocks: { issue_refund: { kind: 'table', rows: [{ args: null, answer: { kind: 'timeout' } }] } },
      trials: 7,
      source: { file: 'c.yml', line: 2 },
      expect: {
        tools: {
          order: 'in_order',
          allow_extra: false,
          calls: [
            {
              kind: 'call',
              call: {
                name: 'issue_refund',
                args: { order_id: 'A89268', amount: { $approx: 19.99 } },
                args_match: 'exact',
                status: 'ok',
              },
            },
            {
              kind: 'call',
              call: { name: 'lookup_order', args: { order_id: 'A89268' }, args_match: 'includes', status: null },
            },
            { kind: 'call', call: { name: 'notify', args: null, args_match: 'ignore', status: null } },
            {
              kind: 'parallel',
              calls: [
                { name: 'a', ...NAMED },
                { name: 'b', ...NAMED, status: 'error' },
              ],
            },
            { kind: 'call', call: { name: 'c', ...NAMED } },
          ],
          before: [['search_flights', 'search_hotels']],
          forbidden: ['delete_*'],
          min_calls: 2,
          max_calls: 8,
          min_matched: 0.5,
        },
        response: {
          contains: ['refund'],
          not_contains: ["I don't know", 'escalat'],
          matches: ['RES-[0-9]+'],
          equals: 'x',
          json_schema: { type: 'object' },
          case_sensitive: true,
        },
        plan: {
          order: 'any',
          allow_extra: true,
          calls: [
            { kind: 'call', call: { name: 'look_up', ...NAMED } },
            { kind: 'call', call: { name: 'refund', args: { id: 1 }, args_match: 'exact', status: null } },
          ],
          before: [],
          forbidden: [],
          min_calls: null,
          max_calls: null,
          min_matched: 1,
        },
        metadata: { escalated: true, escalation_priority: 'high' },
        state: { 'order.status': 'refunded' },
        retrieved: { ids: ['kb-12', 'kb-7'], k: 1, min_hits: 1 },
        limits: {
          max_input_tokens: 5000,
          max_output_tokens: 2000,
          max_total_tokens: 7000,
          max_steps: 6,
          max_latency_ms: 10_000,
          max_cost_usd: 0.02,
        },
        completes: true,
        custom: [
          { kind: 'command', command: ['python', 'checks/refund.py'] },
          { kind: 'module', module: './checks/refund.js' },
        ],
      },
    });
  });

  test('needs no more than an id, an input and an expectation', () => {
    expect(validCase('{id: a, input: "", expect: {no_tools: true}}')).toEqual({
      id: 'a',
      name: null,
      metadata: {},
      tags: [],
      context: {},
      history: [],
      turns: [{ input: '', expect: null }],
      simulated_user: null,
      mocks: {},
      trials: null,
      source: { file: 'c.yml', line: 1 },
      expect: { no_tools: true },
    });
  });

  test('may have several turns with expectations of their own', () => {
    const { turns, expect: whole } = validCase(
      '{id: a, turns: [{input: x}, {input: y, expect: {completes: true}}, {input: z, expect: {}}]}',
    );
    expect(whole).toEqual({});
    expect(turns).toEqual([
      { input: 'x', expect: null },
      { input: 'y', expect: { completes: true } },
      { input: 'z', expect: null },
    ]);
  });

  test('may leave every word to a simulated user', () => {
    const user = 'simulated_user: {persona: Ada, goal: A refund}';
    const spec = { persona: 'Ada', goal: 'A refund', max_turns: 8, stop: [] };
    expect(validCase(`{id: a, ${user}, expect: {completes: true}}`)).toMatchObject({ turns: [], simulated_user: spec });
    expect(validCase(`{id: a, input: "", ${user}, expect: {completes: true}}`)).toMatchObject({
      turns: [{ input: '', expect: null }],
      simulated_user: spec,
    });
  });

  test('stands where its document has it', () => {
    const parsed = parseDocuments('cases:\n  - {id: a, input: x}\n  - id: b\n    inputs: y\n', 'evals/c.yml');
    const [document] = 'documents' in parsed ? parsed.documents : [];
    if (document === undefined) throw new Error('no document');
    expect(problemsOf(parseCase({ id: 'a', input: 'x' }, { document, path: ['cases', 0] }))).toEqual([
      'evals/c.yml:2:5: cases[0]: a case without any expectation would always pass; write what must hold under `expect`, at least `completes: true` (it answers) or `no_tools: true`; or compare what the agent calls with main: `behaviour: report` in the config',
    ]);
    expect(problemsOf(parseCase({ id: 'b', inputs: 'y' }, { document, path: ['cases', 1] }))).toEqual([
      'evals/c.yml:4:5: cases[1].inputs: unknown key; did you mean input?',
    ]);
  });
});

describe('what is refused is told as people read it', () => {
  test.each<[file: string, textOf: (text: string) => string]>([
    ['cases', (text) => text],
    ['expectations', (expectation) => `{id: a, input: x, expect: {${expectation}}}`],
  ])('%s', (file, textOf) => {
    return expectSaid(new URL(`golden/${file}.txt`, import.meta.url), (text) => problemsOf(readCase(textOf(text))));
  });

  test('everything at once, in the order of the file', () => {
    const text =
      'id: a b\nturns:\n  - input: 5\n    expect: {limits: {max_step: 3}}\ninput: x\nexpect:\n  tools: {calls: [{name: a, args: {x: {$gt: 1}}}], max_calls: 0}\n  response: {similar: {}}\n';
    expect(problemsOf(readCase(text)).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'c.yml:1:5: id:',
      'c.yml:3:3: turns:',
      'c.yml:3:12: turns[0].input:',
      'c.yml:4:23: turns[0].expect.limits.max_step:',
      'c.yml:7:45: expect.tools.calls[0].args.x.$gt:',
      'c.yml:7:63: expect.tools.max_calls:',
      'c.yml:8:23: expect.response.similar.to:',
      'c.yml:8:23: expect.response.similar:',
    ]);
  });
});
