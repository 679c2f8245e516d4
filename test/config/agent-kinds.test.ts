import { describe, expect, test } from 'vitest';
import { linesOf, validConfig } from './read-config.ts';

const config = (agent: string, rest = '') => `version: 1\nagent: ${agent}\ncases: [a.yml]\n${rest}`;
const agentOf = (agent: string) => validConfig(config(agent)).agent;

const PROGRAM = { record: null, mcp: null, setup: [], env: {}, needs: [] };
const MODEL = {
  model: 'm',
  prompt: null,
  tools: null,
  mocks: {},
  temperature: null,
  top_p: null,
  max_output_tokens: null,
  base_url: null,
  extra: {},
  needs: [],
};

const OPENAI = { kind: 'openai', api: 'chat', seed: false, parallel_tool_calls: null };

const NOT_BUILT_IN =
  'there is no built-in agent of this kind; write `openai` or `anthropic`, `openai` with the `base_url` of a compatible server, or a program with `record: true`';

describe('each kind of agent, with the least it needs, gets the defaults', () => {
  test.each([
    ['{command: [a]}', { kind: 'command', command: ['a'], mode: 'worker', isolate: false, ...PROGRAM }],
    ['{openai: {model: m}}', { key: 'openai', ...OPENAI, ...MODEL }],
    ['{ollama: {model: m}}', { key: 'ollama', ...OPENAI, ...MODEL, base_url: 'http://127.0.0.1:11434/v1' }],
    ['{anthropic: {model: m}}', { key: 'anthropic', kind: 'anthropic', ...MODEL, cache: true }],
    [
      '{http: {url: "http://127.0.0.1:8080/turn"}}',
      {
        kind: 'http',
        url: 'http://127.0.0.1:8080/turn',
        start: null,
        ready_url: null,
        ready_timeout_ms: 30_000,
        headers: {},
        concurrency: 1,
        ...PROGRAM,
      },
    ],
    ['{module: ./agent.ts}', { kind: 'module', file: './agent.ts', export: 'default', isolate: false, ...PROGRAM }],
    ['{module: {file: a.mjs}}', { kind: 'module', file: 'a.mjs', export: 'default', isolate: false, ...PROGRAM }],
    ['{recorded: runs.jsonl}', { kind: 'recorded', file: 'runs.jsonl', needs: [] }],
  ])('%s', (written, read) => {
    expect(agentOf(written)).toEqual(read);
    expect(linesOf(config(written))).toEqual([]);
  });
});

describe('isolate', () => {
  test.each(['true', 'false', 'reset'])('%s is read of workers and modules', (written) => {
    const isolate = written === 'reset' ? written : written === 'true';
    for (const kind of ['command: [a]', 'module: a.js'])
      expect(agentOf(`{${kind}, isolate: ${written}}`)).toMatchObject({ isolate });
  });

  test.each([
    ['command: [a, "{input}"]', 'has no effect on a one-shot program, which is started for every turn; remove the key'],
    ['command: [a], mode: one-shot', 'has no effect on a one-shot program'],
    ['http: {url: "http://localhost:1"}', 'has no effect on a server; remove the key'],
    ['openai: {model: m}', 'remove the key'],
  ])('is refused where no process answers several trials of ours: %s', (kind, message) => {
    for (const written of ['true', 'reset'])
      expect(linesOf(config(`{${kind}, isolate: ${written}}`)).join()).toContain(message);
  });
});

describe('record', () => {
  test.each([
    ['true', { tool_calls: 'auto', ignore_tools: [] }],
    ['{}', { tool_calls: 'auto', ignore_tools: [] }],
    ['false', null],
    ['{tool_calls: agent}', { tool_calls: 'agent', ignore_tools: [] }],
    ['{ignore_tools: ["respond_*"]}', { tool_calls: 'auto', ignore_tools: ['respond_*'] }],
  ])('%s', (written, read) => {
    for (const kind of ['command: [a], mode: one-shot', 'http: {url: "http://localhost:1"}', 'module: a.js'])
      expect(agentOf(`{${kind}, record: ${written}}`)).toMatchObject({ record: read });
  });
});

describe('what is refused, each line as people read it', () => {
  const MODEL_KEY = 'with `record` the agent gets a dummy key, and the recorder holds the real one: ';

  test.each<[agent: string, lines: readonly string[]]>([
    [
      '{openai: {model: m}, command: [a], module: a.js}',
      [
        '17: agent.openai: an agent has exactly one kind, found command too; keep one of them',
        '51: agent.module: an agent has exactly one kind, found command too; keep one of them',
      ],
    ],
    [
      '{command: [a, "{mcp_config}"]}',
      ['18: agent.command: nothing stands for {mcp_config} without `mcp`; name the file of MCP servers, or remove it'],
    ],
    [
      '{http: {url: "http://127.0.0.1:1"}, mcp: m.json}',
      [
        '49: agent.mcp: a server that already runs has its own MCP servers; write `start` under `http`, or remove the key',
      ],
    ],
    [
      '{http: {url: "http://127.0.0.1:1", start: [a], concurrency: 2}, mcp: m.json}',
      [
        '77: agent.mcp: which turn calls a server can be told for one turn at a time only; remove `concurrency` under `http`',
      ],
    ],
    [
      '{openai: {model: m}, mcp: m.json}',
      ['34: agent.mcp: has no effect on a built-in agent, which is not a program; remove the key'],
    ],
    [
      '{openai: {model: m, api: responses, seed: true}}',
      ['50: agent.openai.seed: the Responses API takes no seed; remove the key or write `api: chat`'],
    ],
    [
      '{openai: {model: m, mocks: {a: {value: 1}}, parallel_tool_calls: true}}',
      [
        '35: agent.openai.mocks: has no effect without `tools`; name the file of the tool schemas or remove this key',
        '73: agent.openai.parallel_tool_calls: has no effect without `tools`; name the file of the tool schemas or remove this key',
      ],
    ],
    [
      '{openai: {model: m, temperature: 3, top_p: 2, max_output_tokens: 0}}',
      [
        '41: agent.openai.temperature: expected at most 2, found 3',
        '51: agent.openai.top_p: expected at most 1, found 2',
        '73: agent.openai.max_output_tokens: expected at least 1, found 0',
      ],
    ],
    [
      '{openai: {model: m, base_url: "localhost:11434"}}',
      [
        '38: agent.openai.base_url: expected an address such as http://127.0.0.1:11434/v1, found the text "localhost:11434"; it begins with http:// or https:// and names a host',
      ],
    ],
    [
      '{openai: {model: m, base_url: "https://me:secret@example.com/v1"}}',
      ['38: agent.openai.base_url: a user name or password in an address would be stored with the config; remove it'],
    ],
    [
      '{openai: {model: m, base_url: "https://example.com/v1?api-version=1"}}',
      ['38: agent.openai.base_url: a base URL has no query and no fragment; end it with its path'],
    ],
    [
      '{openai: {model: m, extra: {messages: [], temperature: 1, n: 2, reasoning_effort: low}}}',
      [
        '46: agent.openai.extra.messages: is decided by the conversation; remove the key',
        '63: agent.openai.extra.temperature: has a key of its own; write `temperature` beside `extra`',
        '69: agent.openai.extra.n: is decided by the conversation; remove the key',
      ],
    ],
    [
      '{openai: {model: m}, mode: worker, record: true, setup: [a], env: {A: b}}',
      ['35: agent.mode', '51: agent.record', '64: agent.setup', '74: agent.env'].map(
        (place) => `${place}: has no effect on a built-in agent, which is not a program; remove the key`,
      ),
    ],
    [
      '{anthropic: {model: m, seed: true, temperature: 1.5, extra: {max_tokens: 9}}}',
      [
        '31: agent.anthropic.seed: the Messages API takes no seed; remove the key',
        '56: agent.anthropic.temperature: expected at most 1, found 1.5',
        '81: agent.anthropic.extra.max_tokens: has a key of its own; write `max_output_tokens` beside `extra`',
      ],
    ],
    ['{gemini: {model: m}}', [`9: agent.gemini: ${NOT_BUILT_IN}`]],
    ['{bedrock: {model: m}, needs: [A]}', [`9: agent.bedrock: ${NOT_BUILT_IN}`]],
    [
      '{http: {url: "http://127.0.0.1:1/#x"}, mode: worker}',
      [
        '21: agent.http.url: a fragment (#…) is never sent; remove it',
        '53: agent.mode: has no effect on a server; remove the key',
      ],
    ],
    [
      '{http: {url: "http://127.0.0.1:1"}, env: {A: b}}',
      [
        '49: agent.env: a server that already runs has its own environment; write `start` under `http`, or remove the key',
      ],
    ],
    [
      '{http: {url: "http://127.0.0.1:1", headers: {Host: a, "a b": c, X: 5, Y: "a\\nb"}}}',
      [
        '53: agent.http.headers.Host: this header is written for each request; remove it',
        '62: agent.http.headers["a b"]: expected the name of a header, found the text "a b"',
        '75: agent.http.headers.X: expected a text, found 5; put it in quotes: "5"',
        '81: agent.http.headers.Y: expected one line of ASCII, as headers are',
      ],
    ],
    [
      '{module: agent.py}',
      ['17: agent.module: expected a file of JavaScript or TypeScript (.js, .mjs, .cjs, .ts, .mts, .cts)'],
    ],
    [
      '{command: [a], record: {tool_calls: agent, traces: true}, env: {OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1"}}',
      [
        '59: agent.record.traces: with `tool_calls: agent` only the agent’s own list counts; remove one of them',
        '101: agent.env.OTEL_EXPORTER_OTLP_ENDPOINT: with `record: {traces: true}` the recorder provides it; remove it here',
      ],
    ],
    [
      '{http: {url: "http://127.0.0.1:1"}, record: {traces: true}}',
      [
        '52: agent.record: a server that already runs sends its traces elsewhere; write `start` under `http`, or remove `traces`',
      ],
    ],
    [
      '{http: {url: "http://127.0.0.1:1", start: [a], concurrency: 2}, record: {traces: true}}',
      [
        '80: agent.record: whose traces a server sends can be told for one turn at a time only; remove `concurrency` under `http`, or `traces`',
      ],
    ],
    [
      '{command: [a], record: {tool_calls: agent, ignore_tools: [b]}}',
      [
        '65: agent.record.ignore_tools: has no effect with `tool_calls: agent`, which reads no tools from the wire; remove the key',
      ],
    ],
    [
      '{command: [a], record: {ignore_tools: ["[z-a]"]}, env: {OPENAI_API_KEY: x}}',
      [
        '47: agent.record.ignore_tools[0]: expected a glob such as delete_*; this one is broken',
        `80: agent.env.OPENAI_API_KEY: ${MODEL_KEY}set it with \`env\` on the step of the workflow, and remove it here`,
      ],
    ],
    [
      '{command: [a], record: true, env: {ANTHROPIC_API_KEY: x, OPENAI_API_BASE: "http://b", OPENAI_BASE_URL: c}}',
      [
        `62: agent.env.ANTHROPIC_API_KEY: ${MODEL_KEY}set it with \`env\` on the step of the workflow, and remove it here`,
        '82: agent.env.OPENAI_API_BASE: the recorder provides it; to send the calls elsewhere write OPENAI_BASE_URL',
        '111: agent.env.OPENAI_BASE_URL: expected an address such as http://127.0.0.1:11434/v1, found the text "c"; it begins with http:// or https:// and names a host',
      ],
    ],
  ])('agent: %s', (agent, lines) => {
    expect(linesOf(config(agent))).toEqual(lines.map((line) => `a.yml:2:${line}`));
  });

  test.each([
    '{command: [a], record: false, env: {OPENAI_API_KEY: x, OPENAI_BASE_URL: y}}',
    '{command: [a], env: {OPENAI_API_KEY: x}}',
    '{command: [a], record: true, env: {OPENAI_BASE_URL: "https://llm.example.com/v1", MODEL: m}}',
    '{http: {url: "http://127.0.0.1:1"}, setup: [./start.sh], env: {A: b}}',
    '{http: {url: "https://agents.example.com/turn?v=1", headers: {Authorization: "Bearer x"}}, record: true}',
    '{openai: {model: m, extra: {max_tokens: 5}}}',
  ])('agent: %s is fine', (agent) => {
    expect(linesOf(config(agent))).toEqual([]);
  });

  test.each([
    '{openai: {model: "$MODEL"}}',
    '{anthropic: {model: m, base_url: "http://127.0.0.1/${PATH}"}}',
    '{http: {url: "http://127.0.0.1:1", headers: {Authorization: "Bearer ${TOKEN}"}}}',
    '{http: {url: "http://127.0.0.1:1", start: [node, "$HOME/a.js"]}}',
    '{module: a.ts, env: {A: "$HOME"}}',
  ])('agent: %s looks like a variable, which is told', (agent) => {
    expect(linesOf(config(agent))).toEqual([expect.stringContaining(' stays as it is: nothing is filled in here')]);
  });
});

describe('a cost gate that can never have a value', () => {
  const OPENAI = '{openai: {model: gpt-x}}';
  const RECORDED = '{command: [a], record: true}';
  const WHAT =
    'no price for gpt-x → cost is unknown; add prices: {gpt-x: {input: …, output: …}} (US dollars per million tokens), or remove this rule';

  test.each<[agent: string, rest: string, lines: readonly string[]]>([
    [OPENAI, 'gate: {cost_usd: {max_increase: 0.1}}', [`4:18: gate.cost_usd: ${WHAT}`]],
    [OPENAI, 'gate: {cost_usd: {}}', [`4:18: gate.cost_usd: ${WHAT}`]],
    [
      OPENAI,
      'gate: {tags: {hero: {cost_usd: {max_increase: 0.1}}, safe: {pass_rate: {min: 0.9}}}}',
      [`4:32: gate.tags.hero.cost_usd: ${WHAT}`],
    ],
    [OPENAI, 'prices: {gpt-y: {input: 1, output: 2}}\ngate: {cost_usd: {}}', [`5:18: gate.cost_usd: ${WHAT}`]],
    [OPENAI, 'prices: {gpt-x-mini: {input: 1, output: 2}}\ngate: {cost_usd: {}}', [`5:18: gate.cost_usd: ${WHAT}`]],
    [
      RECORDED,
      'gate: {cost_usd: {max_increase: 0.1}}',
      [
        '4:18: gate.cost_usd: no price for any model → cost is unknown; add prices: {MODEL: {input: …, output: …}} (US dollars per million tokens), or remove this rule',
      ],
    ],
  ])('%s with %s is refused', (agent, rest, lines) => {
    expect(linesOf(config(agent, `${rest}\n`))).toEqual(lines.map((line) => `a.yml:${line}`));
  });

  test.each([
    ['that nobody wrote', OPENAI, ''],
    ['that is switched off', OPENAI, 'gate: {cost_usd: false}'],
    ['that is switched off for a tag', OPENAI, 'gate: {tags: {a: {cost_usd: false, pass_rate: {min: 0.5}}}}'],
    ['with a price', OPENAI, 'prices: {gpt-x: {input: 1, output: 2}}\ngate: {cost_usd: {}}'],
    [
      'with a price for the dated name',
      OPENAI,
      'prices: {gpt-x-2026-01-31: {input: 1, output: 2}}\ngate: {cost_usd: {}}',
    ],
    [
      'of a dated name with a price for all dates',
      '{anthropic: {model: c-20260131}}',
      'prices: {c: {input: 1, output: 2}}\ngate: {cost_usd: {}}',
    ],
    ['of the wire with any price', RECORDED, 'prices: {m: {input: 1, output: 2}}\ngate: {cost_usd: {}}'],
    ['of an agent that may say what it cost', '{command: [a]}', 'gate: {cost_usd: {}}'],
    ['of imported trajectories', '{recorded: a.jsonl}', 'gate: {cost_usd: {}}'],
  ])('%s is none', (_, agent, rest) => {
    expect(linesOf(config(agent, `${rest}\n`))).toEqual([]);
  });
});
