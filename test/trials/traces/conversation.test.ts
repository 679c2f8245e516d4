import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import type { JsonObject } from '#common/json.ts';
import { STORY, TOLD } from '#test/fixtures/traces.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { exportRequest, keyValues, TRACE, type WrittenSpan } from '#test/support/otlp.ts';
import { chooseTrace } from '#trials/traces/choose-trace.ts';
import { readOtlp } from '#trials/traces/otlp/read-otlp.ts';

function chosen(requests: readonly JsonObject[], wanted: string | null = null) {
  const parsed = parseDocuments(requests.map((request) => JSON.stringify(request)).join('\n'), 'trace.jsonl');
  mustBeRead(parsed);
  const { traces, issues } = readOtlp(parsed.documents);
  expect(issues).toEqual([]);
  return chooseTrace(traces, wanted);
}

function told(spans: readonly WrittenSpan[]) {
  const read = chosen([exportRequest(spans)]);
  mustBeRead(read);
  return read.conversation;
}

const chat = (id: string, messages: readonly JsonObject[], more: Partial<WrittenSpan> = {}): WrittenSpan => ({
  id,
  attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': JSON.stringify(messages) },
  ...more,
});
const user = (content: string) => ({ role: 'user', parts: [{ type: 'text', content }] });
const assistant = (content: string) => ({ role: 'assistant', parts: [{ type: 'text', content }] });
const call = (name: string) => ({ role: 'assistant', parts: [{ type: 'tool_call', name, arguments: {} }] });

test.each(Object.entries(TOLD))('%s tells the input, the calls once each, and the answer', (_, spans) => {
  const { turns, notes } = told(spans);
  expect(notes).toEqual([]);
  expect(turns).toMatchObject([STORY]);
  expect(turns[0]?.calls).toHaveLength(STORY.calls.length);
});

/** What instrumentations of these versions wrote when OpenAI's and Vercel's SDKs held the conversation against a server of ours. */
const RECORDED = new URL('../../fixtures/recorded-traces/', import.meta.url);

test.each(readdirSync(RECORDED).sort())('%s, as the instrumentation itself wrote it, tells the same', (file) => {
  const lines = readFileSync(new URL(file, RECORDED), 'utf8').trim().split('\n');
  const read = chosen(lines.map((line) => JSON.parse(line)));
  expect(read).toMatchObject({ conversation: { turns: [STORY], notes: [] } });
  expect('conversation' in read && read.conversation.turns[0].calls).toHaveLength(STORY.calls.length);
});

test('log records tell what events of spans tell, in the order of their times', () => {
  const record = (time: number, eventName: string, body: JsonObject) => ({
    ...{ traceId: TRACE, spanId: 'a', timeUnixNano: String(time), eventName },
    body: { kvlistValue: { values: keyValues(body) } },
  });
  const logs = [
    record(3, 'gen_ai.choice', { index: 1, message: { content: 'Not this.' } }),
    record(2, 'gen_ai.choice', { index: 0, message: { content: 'Hello.' } }),
    record(1, 'gen_ai.user.message', { content: 'Hi' }),
  ];
  const spans = exportRequest([{ id: 'a', attributes: { 'gen_ai.operation.name': 'chat' } }]);
  const read = chosen([spans, { resourceLogs: [{ scopeLogs: [{ logRecords: logs }] }] }]);
  expect(read).toMatchObject({ conversation: { turns: [{ input: 'Hi', calls: [], answer: 'Hello.' }] } });
});

describe('of a conversation', () => {
  test('each text of the user that was answered begins a turn, with the calls that followed it', () => {
    const { turns } = told([chat('a', [user('One'), call('a'), assistant('1'), user('Two'), user('now'), call('a')])]);
    expect(turns).toMatchObject([
      { input: 'One', calls: [{ name: 'a' }], answer: '1' },
      { input: 'Two\n\nnow', calls: [{ name: 'a' }], answer: null },
    ]);
  });

  test('the same call twice counts twice, and once more for none of its repetitions', () => {
    const twice = [user('Hi'), call('a'), call('a')];
    expect(told([chat('a', twice), chat('b', [...twice, assistant('Done')])]).turns[0]?.calls).toHaveLength(2);
  });

  test('side conversations and agents inside of tools are left out, and named', () => {
    const tool = { id: 't', attributes: { 'gen_ai.tool.name': 'ask_expert' } };
    const { turns, notes } = told([
      chat('g', [user('Is this harmful?'), assistant('no')]),
      chat('a', [user('Hi'), call('ask_expert')]),
      tool,
      chat('n', [user('Be an expert'), call('inner')], { parent: 't' }),
    ]);
    expect(turns).toMatchObject([{ input: 'Hi', calls: [{ name: 'ask_expert' }] }]);
    expect(turns[0]?.calls).toHaveLength(1);
    expect(notes).toEqual(['1 other conversation of the same trace: left out', '1 span inside of tools: left out']);
  });

  test('a message that can not be read is named', () => {
    const { notes } = told([chat('a', [user('Hi'), { role: 'oracle', parts: [] }])]);
    expect(notes).toEqual(["gen_ai.input.messages[1] can't be read; it is left out"]);
  });
});

describe('a trace is chosen', () => {
  const [first, second] = ['1111aaaa', '2222bbbb'];
  const file = [
    exportRequest([chat('a', [user('Hi')], { trace: first })]),
    exportRequest([chat('a', [user('Ho')], { trace: second })]),
  ];

  test('by its id or its beginning', () => {
    expect(chosen(file, '2222')).toMatchObject({
      trace: { id: second, line: 2 },
      conversation: { turns: [{ input: 'Ho' }] },
    });
  });

  test('by nothing else if there are several, or if none has it: an error lists them', () => {
    const several = '2 traces have a conversation; choose one by --trace:';
    expect(chosen(file)).toEqual({ problem: `${several}\n  1111aaaa  1 span, "Hi"\n  2222bbbb  1 span, "Ho"` });
    expect(chosen(file, '3')).toEqual({ problem: 'no trace "3"; the file has these:\n  1111aaaa\n  2222bbbb' });
  });

  test('only if it holds what was said', () => {
    const silent = [{ id: 'a', attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' } }];
    expect(chosen([exportRequest(silent)])).toEqual({
      problem: expect.stringContaining('recorded without the content'),
    });
    const foreign = [{ id: 'a', attributes: { 'http.method': 'GET' } }];
    expect(chosen([exportRequest(foreign)])).toEqual({
      problem: expect.stringContaining('no span of an agent among 1 span'),
    });
  });
});

test('what is no export request is an error with its line', () => {
  const parsed = parseDocuments('{"resourceSpans": []}\n{"spans": []}', 'trace.jsonl');
  mustBeRead(parsed);
  expect(readOtlp(parsed.documents).issues).toMatchObject([{ file: 'trace.jsonl', line: 2, severity: 'error' }]);
});
