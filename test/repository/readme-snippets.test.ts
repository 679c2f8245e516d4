import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildTurnLine, parseAgentLine } from '#adapters/agents/protocol.ts';
import { readRecordedRow } from '#adapters/agents/recorded/recorded-row.ts';
import { resultFieldsSchema } from '#adapters/agents/result/result-fields.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import { parseCases } from '#domain/dialects/parse-cases.ts';
import { parseDocuments } from '#domain/document/parse-documents.ts';
import { isJsonObject, type Json } from '#domain/json.ts';
import { matchers } from '#domain/matching/matchers/registry.ts';
import { parseTools } from '#domain/tools/parse-tools.ts';
import { runCli } from '#test/support/run-cli.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';
import { schemaFiles } from '../../scripts/json-schemas.ts';
import { starterFiles } from '../../src/cli/starter-files.ts';
import { type FencedBlock, fencedBlocks, inlineCode } from './support/markdown.ts';
import { schemaKeys, writtenKeys } from './support/schema-keys.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const blocks = fencedBlocks(readme);
const of = (kind: string) => blocks.filter((block) => kindOf(block) === kind);

test('every fenced block is of a kind that is tested below', () => {
  const kinds = ['cases', 'config', 'python', 'result line', 'sh', 'steps', 'tools', 'turn line', 'workflow'];
  expect([...new Set(blocks.map(kindOf))].sort()).toEqual(kinds);
});

describe('workflows', () => {
  test.each(of('workflow'))('GitHub accepts the one at line $line', async ({ text }) => {
    expect(await workflowProblems(text)).toEqual([]);
  });

  test.each(of('steps'))('GitHub accepts the steps at line $line', async ({ text }) => {
    const job = 'on: pull_request\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n';
    expect(await workflowProblems(job + text.replaceAll(/^/gm, '      '))).toEqual([]);
  });

  test.each([...of('workflow'), ...of('steps')])('line $line sets only inputs that the action has', ({ text }) => {
    const own = stepsOf(text).filter(({ uses }) => uses === 'org/agent-eval-action@v1');
    expect(own).toHaveLength(1);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(own[0]?.with ?? {})));
  });

  test('run when, and with the rights with which, the workflow that init writes runs', () => {
    const written = starterFiles('python').find(({ path }) => path.startsWith('.github/workflows/'))?.text ?? '';
    const frame = ({ on, permissions, concurrency }: Frame) => ({ on, permissions, concurrency });
    expect(of('workflow').map(({ text }) => frame(parse(text)))).toEqual([frame(parse(written))]);
  });
});

describe('configs', () => {
  test.each(of('config'))('the one at line $line is read without a problem or a warning', ({ text }) => {
    expect(parseConfig(text, 'agent-eval.yml')).toMatchObject({ warnings: [], config: { version: 1 } });
  });

  test('name every key there is', () => {
    expect(undocumented('schema/agent-eval.schema.json', [...of('config'), ...of('cases')])).toEqual([]);
  });
});

describe('cases', () => {
  test.each(of('cases'))('those at line $line are read without a problem', ({ text }) => {
    const { cases, issues } = readCases(text);
    expect(issues).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });

  test('name every key there is', () => {
    expect(undocumented('schema/cases.schema.json', [...of('cases'), ...of('config')])).toEqual([]);
  });

  test('every matcher is named in the text', () => {
    const named = inlineCode(readme).flatMap((text) => text.match(/\$\w+/g) ?? []);
    expect([...matchers.keys()].filter((key) => !named.includes(key))).toEqual([]);
  });
});

test.each(of('tools'))('the tools at line $line are read without a problem or a warning', ({ text }) => {
  expect(parseTools(text, 'tools.yml')).toMatchObject({ warnings: [], tools: [{}] });
});

test('every kind of agent has its example', () => {
  const kinds = of('config').map(({ text }) => {
    const parsed = parseConfig(text, 'agent-eval.yml');
    return 'config' in parsed ? parsed.config.agent.kind : '';
  });
  expect([...new Set(kinds)].sort()).toEqual(['anthropic', 'command', 'http', 'module', 'openai', 'recorded']);
});

describe('the agent protocol', () => {
  test('the line that an agent gets has the fields that it gets', () => {
    const [line] = of('turn line').map(({ text }) => JSON.parse(text));
    const { id, trial, session, deadline_ms, messages } = line;
    const [refund] = readCases(`cases: [{id: refund, input: "${line.input}", expect: {completes: true}}]`).cases;
    if (refund === undefined) throw new Error('no case');
    const state = { messages: messages.slice(0, -1), session, deadline_ms };
    expect(line).toEqual(buildTurnLine({ case: refund, index: trial, seed: line.seed }, line.turn, state));
    expect(of('result line').map(({ text }) => JSON.parse(text).id)).toEqual([id]);
  });

  test('the line that an agent answers with is read, and names every field that is', () => {
    const [text = ''] = of('result line').map((block) => block.text);
    expect(parseAgentLine(text, () => true)).toMatchObject({ kind: 'result' });
    // `messages` stand for the calls and the usage, `steps` for those that can't be told from them.
    const { id: _, ...fields } = JSON.parse(text);
    expect([...Object.keys(fields), 'messages', 'steps'].sort()).toEqual(Object.keys(resultFieldsSchema.shape).sort());
  });

  test('the other lines that the text shows are read', () => {
    const shown = inlineCode(readme).filter((text) => /^\{"(id|type)"/.test(text));
    expect(shown.map((text) => parseAgentLine(text, () => true))).toEqual([
      { kind: 'error', id: '…', fault: 'agent', message: '…' },
      { kind: 'ready', concurrency: 4, accepts: new Set(['cancel', 'end', 'shutdown']) },
    ]);
    expect(readme).toContain('`"kind":"infra"`');
    expect(parseAgentLine('{"id":"1","type":"error","kind":"infra"}', () => true)).toMatchObject({ fault: 'infra' });
  });

  test('the recorded lines that the text shows are read', () => {
    const shown = inlineCode(readme).filter((text) => text.startsWith('{"case_id"'));
    const turns = [expect.objectContaining({ fields: expect.objectContaining({ output: '…' }) })];
    expect(shown.map(readRecordedRow)).toEqual([
      { kind: 'read', row: expect.objectContaining({ case_id: 'refund', trial: 1, turns }) },
      { kind: 'read', row: expect.objectContaining({ case_id: 'refund', trial: null, turns }) },
    ]);
  });
});

test('the set-up as written passes its first case, with the worker as written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  try {
    const files = {
      'agent-eval.yml': of('config')[0]?.text ?? '',
      'evals/refunds.yml': of('cases')[0]?.text ?? '',
      'evals/agent.py': `${MY_AGENT}\n${of('python')[0]?.text}`,
    };
    for (const [path, text] of Object.entries(files)) {
      expect(readme).toContain(path);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const env = { OPENAI_API_KEY: 'sk-of-nobody' };
    const ended = await runCli(folder, ['run', '--pass-env', 'OPENAI_API_KEY'], { env });
    expect(ended).toMatchObject({ exitCode: 0, survivors: [] });
    const [one] = JSON.parse(readFileSync(join(folder, 'agent-eval-results/results.json'), 'utf8')).cases;
    expect(one.trials).toHaveLength(5);
    for (const trial of one.trials)
      expect(trial).toMatchObject({ outcome: 'passed', tool_recall: 1, usage: { total_tokens: 850 } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** An agent of somebody's own, as the worker calls it: it answers with the messages of OpenAI's chat API. */
const MY_AGENT = `
class Answer:
    text = "I refunded the mug: 19.99."
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "lookup_order", "arguments": "{\\"order_id\\": \\"A89268\\"}"}},
        ], "usage": {"prompt_tokens": 400, "completion_tokens": 25, "total_tokens": 425}},
        {"role": "tool", "tool_call_id": "1", "content": "{}"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "2", "type": "function", "function": {"name": "issue_refund", "arguments": "{\\"order_id\\": \\"A89268\\", \\"amount\\": 19.99}"}},
        ], "usage": {"prompt_tokens": 400, "completion_tokens": 25, "total_tokens": 425}},
        {"role": "tool", "tool_call_id": "2", "content": "{}"},
    ]

def my_agent(input):
    return Answer()
`;

type Frame = { readonly on?: unknown; readonly permissions?: unknown; readonly concurrency?: unknown };
type Step = { readonly uses?: string; readonly with?: object };

function kindOf({ language, text }: FencedBlock): string {
  if (language === 'json') return JSON.parse(text).type === 'turn' ? 'turn line' : 'result line';
  if (language !== 'yaml') return language;
  const value: Json = parse(text);
  if (Array.isArray(value)) return isJsonObject(value[0]) && 'parameters' in value[0] ? 'tools' : 'steps';
  const mapping = isJsonObject(value) ? value : {};
  return 'jobs' in mapping ? 'workflow' : 'version' in mapping ? 'config' : 'cases';
}

function stepsOf(text: string): readonly Step[] {
  const value = parse(text);
  return Array.isArray(value) ? value : Object.values<{ steps: Step[] }>(value.jobs).flatMap(({ steps }) => steps);
}

function readCases(text: string) {
  const parsed = parseDocuments(text, 'evals/readme.yml');
  return 'issues' in parsed ? { cases: [], issues: parsed.issues } : parseCases(parsed.documents, {});
}

/** Keys of a schema that none of the blocks writes. Where one language is used in several places, one place is enough. */
function undocumented(file: string, written: readonly FencedBlock[]): readonly string[] {
  const schema = schemaFiles().find((one) => one.file === file)?.text ?? 'null';
  const named = new Set(written.flatMap(({ text }) => [...writtenKeys(parse(text))].map(canonical)));
  const keys = [...schemaKeys(JSON.parse(schema))].filter((key) => key !== '$schema' && !key.endsWith('*'));
  expect(keys.length).toBeGreaterThan(100);
  return [...new Set(keys.map(canonical))].filter((key) => !named.has(key));
}

function canonical(path: string): string {
  return path
    .replace(/^gate\.tags\.[^.]+\./, 'gate.')
    .replace(/^prices\.[^.]+\./, 'prices.')
    .replace(/^(agent|simulated_user)\.anthropic\./, '$1.openai.')
    .replace(/^.*\bmocks\.[^.]+\.(table\.)?/, 'mocks.')
    .replace(/^.*\bexpect\./, 'expect.')
    .replace(/^expect\.plan\./, 'expect.tools.')
    .replace(/\.parallel\./, '.')
    .replace(/^expect\.tools\.(name|args|args_match|status|parallel)\b/, 'expect.tools.calls.$1');
}
