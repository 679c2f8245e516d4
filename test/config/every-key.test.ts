import { expect, test } from 'vitest';
import { validCase } from '../cases/suite/read-case.ts';
import { LEAST, validConfig } from './read-config.ts';

const COMMAND = 'command: [python, agent.py]';

test.each<[key: string, text: string]>([
  ['agent.recorded', LEAST.replace(COMMAND, 'recorded: runs.jsonl')],
  ['agent.openai', LEAST.replace(COMMAND, 'openai: {model: x}')],
  ['agent.anthropic', LEAST.replace(COMMAND, 'anthropic: {model: x}')],
  ['agent.http', LEAST.replace(COMMAND, 'http: {url: "http://127.0.0.1:1"}')],
  ['agent.module', LEAST.replace(COMMAND, 'module: ./agent.ts')],
  ['agent.command', LEAST.replace(COMMAND, 'command: [node]')],
  ['agent.mode', LEAST.replace(COMMAND, `${COMMAND}, mode: one-shot`)],
  ['agent.record', LEAST.replace(COMMAND, `${COMMAND}, record: true`)],
  ['agent.setup', LEAST.replace(COMMAND, `${COMMAND}, setup: [x]`)],
  ['agent.env', LEAST.replace(COMMAND, `${COMMAND}, env: {A: b}`)],
  ['agent.needs', LEAST.replace(COMMAND, `${COMMAND}, needs: [A]`)],
  ['agent.overlay', LEAST.replace(COMMAND, `${COMMAND}, overlay: {.claude/skills/a: skills/a}`)],
  ['agents', `${LEAST}agents: {with: {overlay: {.claude/skills/a: skills/a}}, without: {}}`],
  ['cases', LEAST.replace('evals/*.yml', 'evals/refunds.jsonl')],
  ['cases[].dialect.args', LEAST.replace('evals/*.yml', '{file: evals/*.yml, dialect: {args: ignore}}')],
  ['trials', `${LEAST}trials: 7`],
  ['trials.min', `${LEAST}trials: {min: 2, max: 10}`],
  ['trials.max', `${LEAST}trials: {min: 3, max: 12}`],
  ['concurrency', `${LEAST}concurrency: 4`],
  ['defaults.tags', `${LEAST}defaults: {tags: [a]}`],
  ['defaults.expect', `${LEAST}defaults: {expect: {completes: true}}`],
  ...[
    'metadata: {a: 1}',
    'context: {a: 1}',
    'history: [{role: user, content: x}]',
    'mocks: {t: {value: 1}}',
    'trials: 4',
    'simulated_user: {max_turns: 3}',
  ].map((written): [string, string] => [`defaults.${written}`, `${LEAST}defaults: {${written}}`]),
  ['limits.trial_timeout', `${LEAST}limits: {trial_timeout: 1s}`],
  ['limits.max_steps', `${LEAST}limits: {max_steps: 2}`],
  ['limits.max_tool_calls', `${LEAST}limits: {max_tool_calls: 2}`],
  ['usage.estimate', `${LEAST}usage: {estimate: chars/4}`],
  ['embedding.openai', `${LEAST}embedding: {openai: {model: x}}`],
  ['variants', `${LEAST}variants: [typos]`],
  ['variants.kinds', `${LEAST}variants: {kinds: [{empty: {expect: {completes: true}}}]}`],
  ['variants.model', `${LEAST}variants: {model: {openai: {model: x}}}`],
  ['variants.file', `${LEAST}variants: {file: v.json}`],
  ['judge.anthropic', `${LEAST}judge: {anthropic: {model: x}}`],
  ...[
    'openai: {model: x}',
    'openai: {model: x, api: responses}',
    'openai: {model: x, temperature: 1}',
    'openai: {model: x, base_url: "http://127.0.0.1:1"}',
    'anthropic: {model: x}, votes: 5',
    'anthropic: {model: x}, calls: together',
    'anthropic: {model: x}, calibration: error.json',
    'anthropic: {model: x}, uncalibrated: allow',
    'anthropic: {model: x}, audit: {openai: {model: y}}',
  ].map((written): [string, string] => [`judge: {${written}}`, `${LEAST}judge: {${written}}`]),
  ['prices', `${LEAST}prices: {x: {input: 3, output: 15}}`],
  ['replay', `${LEAST}replay: auto`],
  ['replay.folder', `${LEAST}replay: {folder: answers}`],
  ['simulated_user.openai', `${LEAST}simulated_user: {openai: {model: x}}`],
  ['simulated_user.anthropic', `${LEAST}simulated_user: {anthropic: {model: x}}`],
  ['gate.method', `${LEAST}gate: {method: threshold, pass_rate: {max_drop: 0.02}}`],
  ['gate.confidence', `${LEAST}gate: {confidence: 0.9}`],
  ['gate.pass_rate.min', `${LEAST}gate: {pass_rate: {min: 0.9}}`],
  ['gate.pass_rate.min_mode', `${LEAST}gate: {pass_rate: {min: 0.9, min_mode: confident}}`],
  ['gate.pass_rate.max_drop', `${LEAST}gate: {pass_rate: {max_drop: 0}}`],
  ['gate.pass_rate.rule_out', `${LEAST}gate: {pass_rate: {rule_out: 0.1}}`],
  ['gate.tool_recall.min', `${LEAST}gate: {tool_recall: {min: 0.9}}`],
  ['gate.tool_recall.max_drop', `${LEAST}gate: {tool_recall: {max_drop: 0}}`],
  ['gate.total_tokens', `${LEAST}gate: {total_tokens: {max_increase: 0}}`],
  ['gate.cost_usd', `${LEAST}gate: {cost_usd: {max_increase: 0}}`],
  ['gate.latency_ms', `${LEAST}gate: {latency_ms: {max_increase: 0}}`],
  ['gate.tags', `${LEAST}gate: {tags: {refund: {tool_recall: {min: 0.95}}}}`],
  ['gate.never_fail', `${LEAST}gate: {never_fail: [safety]}`],
  ['gate.case_pass_rate', `${LEAST}gate: {case_pass_rate: {min: 0.8}}`],
  ['gate.metrics', `${LEAST}gate: {metrics: {tool_precision: {min: 0.9}}}`],
  ['gate.on_inconclusive', `${LEAST}gate: {on_inconclusive: fail}`],
  ['gate.on_inconclusive', `${LEAST}gate: {on_inconclusive: review}`],
])('config key %s changes what is read', (_, text) => {
  expect(validConfig(text)).not.toEqual(validConfig(LEAST));
});

const OPENAI = 'model: m, tools: t.yml';
const ANTHROPIC = 'model: m, tools: t.yml';
const HTTP = 'url: "http://127.0.0.1:1"';

test.each([
  ['openai', OPENAI, 'api: responses'],
  ['openai', OPENAI, 'prompt: p.md'],
  ['openai', OPENAI, 'mocks: {a: {value: 1}}'],
  ['openai', OPENAI, 'temperature: 0'],
  ['openai', OPENAI, 'top_p: 1'],
  ['openai', OPENAI, 'max_output_tokens: 100'],
  ['openai', OPENAI, 'seed: true'],
  ['openai', OPENAI, 'parallel_tool_calls: false'],
  ['openai', OPENAI, 'base_url: "http://127.0.0.1:11434/v1"'],
  ['openai', OPENAI, 'extra: {reasoning_effort: low}'],
  ['anthropic', ANTHROPIC, 'prompt: p.md'],
  ['anthropic', ANTHROPIC, 'mocks: {a: {fault: timeout}}'],
  ['anthropic', ANTHROPIC, 'temperature: 0'],
  ['anthropic', ANTHROPIC, 'top_p: 1'],
  ['anthropic', ANTHROPIC, 'max_output_tokens: 100'],
  ['anthropic', ANTHROPIC, 'base_url: "http://127.0.0.1:11434"'],
  ['anthropic', ANTHROPIC, 'cache: false'],
  ['anthropic', ANTHROPIC, 'extra: {thinking: {type: disabled}}'],
  ['http', HTTP, 'start: [node, server.js]'],
  ['http', HTTP, 'ready_url: "http://127.0.0.1:1/health"'],
  ['http', HTTP, 'ready_timeout: 1s'],
  ['http', HTTP, 'headers: {X-Team: a}'],
  ['http', HTTP, 'concurrency: 4'],
  ['module', 'file: a.ts', 'export: agent'],
])('agent.%s: {%s} means something else with %s', (kind, least, key) => {
  const read = (keys: string) => validConfig(LEAST.replace(COMMAND, `${kind}: {${keys}}`));
  expect(read(`${least}, ${key}`)).not.toEqual(read(least));
});

const CASE = 'id: a\ninput: x\nexpect: {completes: true}\n';
const expecting = (expectation: string) => CASE.replace('completes: true', `completes: true, ${expectation}`);

test.each<[key: string, text: string]>([
  ['id', CASE.replace('id: a', 'id: b')],
  ['name', `${CASE}name: A`],
  ['metadata', `${CASE}metadata: {a: 1}`],
  ['tags', `${CASE}tags: [a]`],
  ['context', `${CASE}context: {a: 1}`],
  ['history', `${CASE}history: [{role: user, content: x}]`],
  ['input', CASE.replace('input: x', 'input: y')],
  ['turns', CASE.replace('input: x', 'turns: [{input: x}, {input: y}]')],
  ['turns[].expect', CASE.replace('input: x', 'turns: [{input: x, expect: {no_tools: true}}]')],
  ['simulated_user', `${CASE}simulated_user: {persona: x, goal: y}`],
  ['mocks', `${CASE}mocks: {a: {value: 1}}`],
  ['trials', `${CASE}trials: 5`],
  ['expect.tools', expecting('tools: [a]')],
  ['expect.response.contains', expecting('response: {contains: [a]}')],
  ['expect.response.not_contains', expecting('response: {not_contains: [a]}')],
  ['expect.response.matches', expecting('response: {matches: [a]}')],
  ['expect.response.equals', expecting('response: {equals: a}')],
  ['expect.response.json_schema', expecting('response: {json_schema: {type: object}}')],
  ['expect.response.similar', expecting('response: {similar: {to: word, rouge_l: {min: 0.5}}}')],
  ['variants', `${CASE}variants: [typos]`],
  ['variants: false', `${CASE}variants: false`],
  ['expect.plan', expecting('plan: {order: in_order, calls: [a]}')],
  ['expect.metadata', expecting('metadata: {escalated: true}')],
  ['expect.state', expecting('state: {order.status: refunded}')],
  ['expect.retrieved', expecting('retrieved: {ids: [a], k: 1}')],
  ['expect.limits', expecting('limits: {max_cost_usd: 0.02}')],
  ['expect.judge', expecting('judge: [{id: a, ask: b}]')],
  ['expect.judge[].use', expecting('judge: [{use: grounded}]')],
  ['expect.judge[].sees', expecting('judge: [{id: a, ask: b, sees: [tools]}]')],
  ['expect.no_tools', expecting('no_tools: true')],
  ['expect.custom', expecting('custom: [{module: ./a.js}]')],
])('case key %s changes what is read', (_, text) => {
  expect(validCase(text)).not.toEqual(validCase(CASE));
});

const TOOLS = 'tools: {calls: [{name: a, args: {x: 1}}, b]';

test.each([
  [`${TOOLS}, order: in_order}`],
  [`${TOOLS}, allow_extra: false}`],
  [`${TOOLS}, before: [[a, b]]}`],
  [`${TOOLS}, forbidden: [c]}`],
  [`${TOOLS}, min_calls: 1}`],
  [`${TOOLS}, max_calls: 3}`],
  [`${TOOLS}, min_matched: 0.5}`],
  ['tools: {calls: [{name: a, args: {x: 1}, args_match: includes}, b]}'],
  ['tools: {calls: [{name: a, args: {x: 1}, status: ok}, b]}'],
  ['tools: {calls: [{parallel: [{name: a, args: {x: 1}}, b]}]}'],
])('expect.%s means something else than the calls alone', (tools) => {
  expect(validCase(expecting(tools))).not.toEqual(validCase(expecting(`${TOOLS}}`)));
});
