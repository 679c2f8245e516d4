import { expect, test } from 'vitest';
import { readCase, validCase } from '../cases/suite/read-case.ts';
import { problemsOf } from '../common/document/problems-of.ts';
import { LEAST, linesOf, validConfig } from './read-config.ts';

const COMMAND = 'command: [python, agent.py]';

/** `parsed`: the key changes what is read. `later`: it is refused until it means something. */
type Fate = 'parsed' | 'later';

test.each<[key: string, fate: Fate, text: string]>([
  ['agent.recorded', 'parsed', LEAST.replace(COMMAND, 'recorded: runs.jsonl')],
  ['agent.openai', 'parsed', LEAST.replace(COMMAND, 'openai: {model: x}')],
  ['agent.anthropic', 'parsed', LEAST.replace(COMMAND, 'anthropic: {model: x}')],
  ['agent.http', 'parsed', LEAST.replace(COMMAND, 'http: {url: "http://127.0.0.1:1"}')],
  ['agent.module', 'parsed', LEAST.replace(COMMAND, 'module: ./agent.ts')],
  ['agent.command', 'parsed', LEAST.replace(COMMAND, 'command: [node]')],
  ['agent.mode', 'parsed', LEAST.replace(COMMAND, `${COMMAND}, mode: one-shot`)],
  ['agent.record', 'parsed', LEAST.replace(COMMAND, `${COMMAND}, record: true`)],
  ['agent.setup', 'parsed', LEAST.replace(COMMAND, `${COMMAND}, setup: [x]`)],
  ['agent.env', 'parsed', LEAST.replace(COMMAND, `${COMMAND}, env: {A: b}`)],
  ['agent.needs', 'parsed', LEAST.replace(COMMAND, `${COMMAND}, needs: [A]`)],
  ['agent.overlay', 'parsed', LEAST.replace(COMMAND, `${COMMAND}, overlay: {.claude/skills/a: skills/a}`)],
  ['agents', 'parsed', `${LEAST}agents: {with: {overlay: {.claude/skills/a: skills/a}}, without: {}}`],
  ['cases', 'parsed', LEAST.replace('evals/*.yml', 'evals/refunds.jsonl')],
  ['cases[].dialect.args', 'parsed', LEAST.replace('evals/*.yml', '{file: evals/*.yml, dialect: {args: ignore}}')],
  ['trials', 'parsed', `${LEAST}trials: 7`],
  ['trials.min', 'parsed', `${LEAST}trials: {min: 2, max: 10}`],
  ['trials.max', 'parsed', `${LEAST}trials: {min: 3, max: 12}`],
  ['concurrency', 'parsed', `${LEAST}concurrency: 4`],
  ['defaults.tags', 'parsed', `${LEAST}defaults: {tags: [a]}`],
  ['defaults.expect', 'parsed', `${LEAST}defaults: {expect: {completes: true}}`],
  ...[
    'metadata: {a: 1}',
    'context: {a: 1}',
    'history: [{role: user, content: x}]',
    'mocks: {t: {value: 1}}',
    'trials: 4',
    'simulated_user: {max_turns: 3}',
  ].map((written): [string, Fate, string] => [`defaults.${written}`, 'parsed', `${LEAST}defaults: {${written}}`]),
  ['limits.trial_timeout', 'parsed', `${LEAST}limits: {trial_timeout: 1s}`],
  ['limits.max_steps', 'parsed', `${LEAST}limits: {max_steps: 2}`],
  ['limits.max_tool_calls', 'parsed', `${LEAST}limits: {max_tool_calls: 2}`],
  ['usage.estimate', 'parsed', `${LEAST}usage: {estimate: chars/4}`],
  ['embedding.openai', 'parsed', `${LEAST}embedding: {openai: {model: x}}`],
  ['variants', 'parsed', `${LEAST}variants: [typos]`],
  ['variants.kinds', 'parsed', `${LEAST}variants: {kinds: [{empty: {expect: {completes: true}}}]}`],
  ['variants.model', 'parsed', `${LEAST}variants: {model: {openai: {model: x}}}`],
  ['variants.file', 'parsed', `${LEAST}variants: {file: v.json}`],
  ['judge.anthropic', 'parsed', `${LEAST}judge: {anthropic: {model: x}}`],
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
  ].map((written): [string, Fate, string] => [`judge: {${written}}`, 'parsed', `${LEAST}judge: {${written}}`]),
  ['prices', 'parsed', `${LEAST}prices: {x: {input: 3, output: 15}}`],
  ['replay', 'parsed', `${LEAST}replay: auto`],
  ['replay.folder', 'parsed', `${LEAST}replay: {folder: answers}`],
  ['simulated_user.openai', 'parsed', `${LEAST}simulated_user: {openai: {model: x}}`],
  ['simulated_user.anthropic', 'parsed', `${LEAST}simulated_user: {anthropic: {model: x}}`],
  ['gate.method', 'parsed', `${LEAST}gate: {method: threshold, pass_rate: {max_drop: 0.02}}`],
  ['gate.confidence', 'parsed', `${LEAST}gate: {confidence: 0.9}`],
  ['gate.pass_rate.min', 'parsed', `${LEAST}gate: {pass_rate: {min: 0.9}}`],
  ['gate.pass_rate.min_mode', 'parsed', `${LEAST}gate: {pass_rate: {min: 0.9, min_mode: confident}}`],
  ['gate.pass_rate.max_drop', 'parsed', `${LEAST}gate: {pass_rate: {max_drop: 0}}`],
  ['gate.pass_rate.rule_out', 'parsed', `${LEAST}gate: {pass_rate: {rule_out: 0.1}}`],
  ['gate.tool_recall.min', 'parsed', `${LEAST}gate: {tool_recall: {min: 0.9}}`],
  ['gate.tool_recall.max_drop', 'parsed', `${LEAST}gate: {tool_recall: {max_drop: 0}}`],
  ['gate.total_tokens', 'parsed', `${LEAST}gate: {total_tokens: {max_increase: 0}}`],
  ['gate.cost_usd', 'parsed', `${LEAST}gate: {cost_usd: {max_increase: 0}}`],
  ['gate.latency_ms', 'parsed', `${LEAST}gate: {latency_ms: {max_increase: 0}}`],
  ['gate.tags', 'parsed', `${LEAST}gate: {tags: {refund: {tool_recall: {min: 0.95}}}}`],
  ['gate.never_fail', 'parsed', `${LEAST}gate: {never_fail: [safety]}`],
  ['gate.case_pass_rate', 'parsed', `${LEAST}gate: {case_pass_rate: {min: 0.8}}`],
  ['gate.metrics', 'parsed', `${LEAST}gate: {metrics: {tool_precision: {min: 0.9}}}`],
  ['gate.on_inconclusive', 'parsed', `${LEAST}gate: {on_inconclusive: fail}`],
  ['gate.on_inconclusive', 'parsed', `${LEAST}gate: {on_inconclusive: review}`],
])('config key %s is %s', (_, fate, text) => {
  if (fate === 'later') expect(linesOf(text)).toEqual([expect.stringContaining('not available in this version')]);
  else expect(validConfig(text)).not.toEqual(validConfig(LEAST));
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

test.each<[key: string, fate: Fate, text: string]>([
  ['id', 'parsed', CASE.replace('id: a', 'id: b')],
  ['name', 'parsed', `${CASE}name: A`],
  ['metadata', 'parsed', `${CASE}metadata: {a: 1}`],
  ['tags', 'parsed', `${CASE}tags: [a]`],
  ['context', 'parsed', `${CASE}context: {a: 1}`],
  ['history', 'parsed', `${CASE}history: [{role: user, content: x}]`],
  ['input', 'parsed', CASE.replace('input: x', 'input: y')],
  ['turns', 'parsed', CASE.replace('input: x', 'turns: [{input: x}, {input: y}]')],
  ['turns[].expect', 'parsed', CASE.replace('input: x', 'turns: [{input: x, expect: {no_tools: true}}]')],
  ['simulated_user', 'parsed', `${CASE}simulated_user: {persona: x, goal: y}`],
  ['mocks', 'parsed', `${CASE}mocks: {a: {value: 1}}`],
  ['trials', 'parsed', `${CASE}trials: 5`],
  ['expect.tools', 'parsed', expecting('tools: [a]')],
  ['expect.response.contains', 'parsed', expecting('response: {contains: [a]}')],
  ['expect.response.not_contains', 'parsed', expecting('response: {not_contains: [a]}')],
  ['expect.response.matches', 'parsed', expecting('response: {matches: [a]}')],
  ['expect.response.equals', 'parsed', expecting('response: {equals: a}')],
  ['expect.response.json_schema', 'parsed', expecting('response: {json_schema: {type: object}}')],
  ['expect.response.similar', 'parsed', expecting('response: {similar: {to: word, rouge_l: {min: 0.5}}}')],
  ['variants', 'parsed', `${CASE}variants: [typos]`],
  ['variants: false', 'parsed', `${CASE}variants: false`],
  ['expect.plan', 'parsed', expecting('plan: {order: in_order, calls: [a]}')],
  ['expect.metadata', 'parsed', expecting('metadata: {escalated: true}')],
  ['expect.state', 'parsed', expecting('state: {order.status: refunded}')],
  ['expect.retrieved', 'parsed', expecting('retrieved: {ids: [a], k: 1}')],
  ['expect.limits', 'parsed', expecting('limits: {max_cost_usd: 0.02}')],
  ['expect.judge', 'parsed', expecting('judge: [{id: a, ask: b}]')],
  ['expect.judge[].use', 'parsed', expecting('judge: [{use: grounded}]')],
  ['expect.judge[].sees', 'parsed', expecting('judge: [{id: a, ask: b, sees: [tools]}]')],
  ['expect.no_tools', 'parsed', expecting('no_tools: true')],
  ['expect.custom', 'parsed', expecting('custom: [{module: ./a.js}]')],
])('case key %s is %s', (_, fate, text) => {
  if (fate === 'later')
    expect(problemsOf(readCase(text))).toEqual([expect.stringContaining('not available in this version')]);
  else expect(validCase(text)).not.toEqual(validCase(CASE));
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
