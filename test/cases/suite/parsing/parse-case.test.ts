import { describe, expect, test } from 'vitest';
import { parseCase } from '#cases/suite/parsing/parse-case.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { problemsOf } from '#test/common/document/problems-of.ts';
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

describe('what is refused, each line as people read it', () => {
  const RE2 = 'not a regular expression in RE2 syntax: ';
  const NOT_IN_RE2 = '; write it without look-around and back-references';

  test.each<[what: string, text: string, ...lines: string[]]>([
    ['a case that is no mapping', '[a]', 'c.yml:1:1: expected a mapping, found a list'],
    [
      'a case without a demand',
      '{id: a, input: x, expect: {}}',
      'c.yml:1:1: a case without any expectation would always pass; write what must hold under `expect`, at least `completes: true` (it answers) or `no_tools: true`; or compare what the agent calls with main: `behaviour: report` in the config',
    ],
    [
      'a case that has no effect',
      '{id: a, expect: {completes: true}}',
      'c.yml:1:1: gives the agent nothing to answer; write `input` (it may be empty), `turns` or `simulated_user`',
    ],
    [
      'input beside turns',
      '{id: a, input: x, turns: [{input: y}], expect: {completes: true}}',
      "c.yml:1:26: turns: can't be combined with `input`; keep `input` for a single turn or `turns` for several",
    ],
    [
      'an id with a space',
      '{id: a b, input: x}',
      'c.yml:1:6: id: expected an id of 1–128 letters, digits and . _ / -, found the text "a b"',
    ],
    [
      'an id that is a number',
      '{id: 7, input: x}',
      'c.yml:1:6: id: expected an id of 1–128 letters, digits and . _ / -, found 7; put it in quotes: "7"',
    ],
    [
      'a simulated user without a goal',
      '{id: a, simulated_user: {persona: x, max_turns: 0}}',
      'c.yml:1:25: simulated_user.goal: missing; expected a text',
      'c.yml:1:49: simulated_user.max_turns: expected at least 1, found 0',
    ],
    [
      'a simulated user beside turns',
      '{id: a, turns: [{input: x}], simulated_user: {persona: x, goal: y}}',
      "c.yml:1:46: simulated_user: can't be combined with `turns`; keep written turns or a simulated user",
    ],
    [
      'a simulated user who never speaks',
      '{id: a, input: x, simulated_user: {persona: x, goal: y, max_turns: 1}}',
      'c.yml:1:35: simulated_user: `input` is the only turn of `max_turns: 1`, so the user never speaks; allow more turns',
    ],
    [
      'the model of a simulated user, in the case',
      '{id: a, simulated_user: {persona: x, goal: y, openai: {model: m}}}',
      'c.yml:1:47: simulated_user.openai: the model belongs in the config, under `simulated_user`; this key describes the user whom it plays',
    ],
    [
      'a mock that answers nothing',
      '{id: a, input: x, mocks: {b: {}}}',
      'c.yml:1:30: mocks.b: answers nothing; write `value` or `fault`',
    ],
    [
      'a tag that looks like a check',
      '{id: a, input: x, tags: ["check:x"]}',
      'c.yml:1:26: tags[0]: expected a tag of 1–128 characters on one line that does not start with "check:", found the text "check:x"',
    ],
    [
      'too many trials',
      '{id: a, input: x, trials: 51}',
      'c.yml:1:27: trials: expected a whole number from 1 to 50, found 51',
    ],
    [
      'adaptive trials',
      '{id: a, input: x, trials: {min: 3, max: 10}}',
      'c.yml:1:27: trials: a case takes one number of trials, and {min, max} is only for the config; write a number such as 5',
    ],
  ])('%s', (_, text, ...lines) => {
    expect(problemsOf(readCase(text))).toEqual(lines);
  });

  test.each<[expectation: string, ...lines: string[]]>([
    [
      'judge: [{use: groundd}, {id: grounded, ask: x}, {id: A, ask: x}, {use: grounded, ask: x}, {id: a, ask: x, sees: []}]',
      '42: judge[0].use: no ready criterion has this name; did you mean grounded?',
      '57: judge[1].id: is the name of a ready criterion; write {use: grounded}, or choose another name',
      '81: judge[2].id: a name of a criterion begins with a small letter, followed by at most 63 of a-z, 0-9, `_`, `-`',
      '114: judge[3].ask: a ready criterion has its own; remove the key, or remove `use` and write all of them',
      '140: judge[4].sees: shows the judge nothing; name at least one part, such as [answer]',
    ],
    ['judge: [{use: grounded}, {use: grounded}]', '53: judge[1]: grounded is asked twice; keep one'],
    [
      'judge: [{criteria: x}]',
      '36: judge[0].ask: missing; expected a question that is answered with yes or no',
      '36: judge[0].id: missing; expected a name for the criterion',
      '37: judge[0].criteria: write the question under `ask`, with an `id`',
    ],
    [
      'response: {judge: is polite}',
      '39: response.judge: a model judges by `expect: {judge: [{id: …, ask: …}]}`, a question that is answered with yes or no',
    ],
    [
      'similar: {to: y}',
      '28: similar: similarity is demanded of the answer: write `response: {similar: {to: …, rouge_l: {min: 0.5}}}`',
    ],
    ['tols: [a]', '28: tols: unknown key; did you mean tools?'],
    ['no_tools: false', '38: no_tools: expected true; remove the key where it is not demanded, found false'],
    ['completes: yes', '39: completes: expected true; remove the key where it is not demanded, found the text "yes"'],
    ['tools: [a], no_tools: true', '50: no_tools: contradicts `tools`; keep one of them'],
    ['tools: []', '35: tools: an empty list demands nothing; to demand that no tool is called write `no_tools: true`'],
    [
      'tools: {calls: []}',
      '43: tools.calls: an empty list demands nothing; to demand that no tool is called write `no_tools: true`',
    ],
    [
      'tools: lookup',
      '35: tools: expected a list of calls, or a mapping with `calls`, `forbidden`, `max_calls` …, found the text "lookup"',
    ],
    [
      'tools: {}',
      '35: tools: demands nothing; write at least one of calls, before, forbidden, min_calls, max_calls, or `no_tools: true` in its place',
    ],
    ["tools: {forbidden: ['[z-a]']}", '48: tools.forbidden[0]: expected a glob such as delete_*; this one is broken'],
    [
      'tools: {allow_extra: false}',
      '35: tools: demands nothing; write at least one of calls, before, forbidden, min_calls, max_calls, or `no_tools: true` in its place',
    ],
    [
      'tools: {forbidden: [a], order: exact}',
      '59: tools.order: has no effect without `calls`; add them or remove this key',
    ],
    [
      'tools: {calls: [a], order: exact, allow_extra: true}',
      '75: tools.allow_extra: order exact allows no extra calls; remove this key or write `order: in_order`',
    ],
    ['tools: {calls: [a], allow_extras: false}', '48: tools.allow_extras: unknown key; did you mean allow_extra?'],
    ['tools: {calls: [a, b], max_calls: 1}', '62: tools.max_calls: 2 calls are expected and only 1 allowed; raise it'],
    [
      'tools: {min_calls: 3, max_calls: 2}',
      '61: tools.max_calls: no run has at least 3 and at most 2 calls; swap them',
    ],
    [
      'tools: {calls: [a], min_matched: 50}',
      '61: tools.min_matched: expected a rate from 0 to 1, found 50; rates are 0–1: write 0.5',
    ],
    [
      'tools: {before: [a, b]}',
      '45: tools.before[0]: expected a pair such as [search_flights, search_hotels], found the text "a"',
      '48: tools.before[1]: expected a pair such as [search_flights, search_hotels], found the text "b"',
    ],
    ['tools: [5]', '36: tools[0]: expected the name of a tool, {name, args, …}, or {parallel: […]}, found 5'],
    [
      'tools: [{name: a, arguments: {}}]',
      '46: tools[0].arguments: unknown key; known keys: name, args, args_match, status',
    ],
    [
      'tools: [{name: a, args_match: includes}]',
      '58: tools[0].args_match: there are no `args` to compare; add them or remove this key',
    ],
    [
      'tools: [{parallel: [a]}]',
      '47: tools[0].parallel: expected at least two calls that share a model turn; write a single one without `parallel`',
    ],
    ['plan: []', '34: plan: an empty list demands nothing; remove the key'],
    [
      'plan: [{name: a, status: ok}]',
      '45: plan[0].status: a planned step has not run and has no status; remove the key',
    ],
    [
      'plan: {calls: [{parallel: [a, b]}]}',
      '43: plan.calls[0].name: missing; expected the name of a tool',
      '44: plan.calls[0].parallel: planned steps have an order but no common turn; list them one by one',
    ],
    [
      'response: {}',
      '38: response: demands nothing; write at least one of contains, not_contains, matches, equals, json_schema, similar',
    ],
    [
      'response: {contains: refund}',
      '49: response.contains: expected a list of texts such as ["refund"], found the text "refund"',
    ],
    ['response: {not_contains: [""]}', '54: response.not_contains[0]: expected a text that is not empty'],
    [
      'response: {similar: {to: "", rouge_l: {min: 0.5}}}',
      '53: response.similar.to: an empty text is similar to nothing; write the text to compare with',
    ],
    [
      'response: {similar: {to: "!?", rouge_l: {min: 0.5}}}',
      '68: response.similar.rouge_l: "!?" has no word that rouge_l compares; write another text, or another measure',
    ],
    [
      'response: {similar: {to: y, bleu: {min: 0}}}',
      '68: response.similar.bleu.min: every answer reaches 0; write the similarity (above 0, at most 1) that is needed',
    ],
    [
      'response: {similar: {to: y, metric: bleu, min: 0.5}}',
      '56: response.similar.metric: the measure is a key of its own: write `rouge_l: {min: 0.5}`',
      '70: response.similar.min: belongs to a measure: write `rouge_l: {min: 0.5}`',
    ],
    [
      'response: {equals: x, similar: {to: y}}',
      '59: response.similar: names no measure; write at least one of rouge_1, rouge_l, bleu, levenshtein, token_f1, embedding',
    ],
    [
      'response: {equals: x, case_sensitive: true}',
      '66: response.case_sensitive: has no effect without `contains` or `not_contains`; remove the key',
    ],
    [
      'response: {matches: ["(?=a)", "(a)\\\\1", "["]}',
      `49: response.matches[0]: ${RE2}invalid or unsupported Perl syntax: \`(?=\`${NOT_IN_RE2}`,
      `58: response.matches[1]: ${RE2}invalid escape sequence: \`\\1\`${NOT_IN_RE2}`,
      `68: response.matches[2]: ${RE2}missing closing ]: \`[\``,
    ],
    [
      'response: {json_schema: {properties: {pattern: {pattern: "^(?=a)"}}, patternProperties: {"(": {}}}}',
      '85: response.json_schema.properties.pattern.pattern: not a regular expression in RE2 syntax: invalid or unsupported Perl syntax: `(?=`; write it without look-around and back-references',
      '122: response.json_schema.patternProperties["("]: not a regular expression in RE2 syntax: missing closing ): `(`',
    ],
    ['metadata: {}', '38: metadata: demands nothing; write at least one field or remove the key'],
    [
      'metadata: {$any: true}',
      '45: metadata.$any: a matcher stands for one value, not for the whole mapping; put it below the key that it judges',
    ],
    ['state: {$.order: 1}', '45: state["$.order"]: paths start with a key; write it without "$."'],
    [
      'retrieved: {ids: [a, b], k: 1, min_hits: 2}',
      '69: retrieved.min_hits: no more than 1 can be found among the first k; lower it',
    ],
    [
      'retrieved: {ids: [a], k: 5, min_hits: 2}',
      '66: retrieved.min_hits: no more than 1 can be found among these ids; lower it',
    ],
    [
      'limits: {}',
      '36: limits: demands nothing; write at least one of max_input_tokens, max_output_tokens, max_total_tokens, max_steps, max_latency, max_cost_usd',
    ],
    [
      'limits: {max_latency: 10}',
      '50: limits.max_latency: expected a duration with its unit, such as 60s, 500ms, 2m or 1h, found 10',
    ],
    ['custom: [check.py]', '37: custom[0]: expected {command: […]} or {module: ./check.js}, found the text "check.py"'],
    [
      'custom: [{command: python check.py}]',
      '47: custom[0].command: expected a list of program and arguments such as [python, agent.py], found the text "python check.py"; write it as a list, word by word: [python, check.py]',
    ],
    [
      'custom: [{module: ../check.js}]',
      '46: custom[0].module: a path may not leave the working directory with ".."; name a file below the working directory',
    ],
  ])('expect: {%s}', (expectation, ...lines) => {
    expect(problemsOf(readCase(`{id: a, input: x, expect: {${expectation}}}`))).toEqual(
      lines.map((line) => `c.yml:1:${line.replace(': ', ': expect.')}`),
    );
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
