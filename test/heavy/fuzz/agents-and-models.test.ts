import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { readAnswer } from '#judge/read-answer.ts';
import { readJudgement } from '#runner/agents/checks/read-judgement.ts';
import { readServerAnswer } from '#runner/agents/http/read-server-answer.ts';
import { readRecordedRow } from '#runner/agents/recorded/recorded-row.ts';
import { parseAgentLine } from '#runner/agents/turn/protocol.ts';
import { always } from '#test/support/always.ts';
import { worded } from '#test/support/worded.ts';
import { cutAt, inOnePiece, TOLD } from '#test/wire/protocols/told-answers.ts';
import { createExchange } from '#trials/mcp/exchange.ts';
import { readRpcMessages as readRpc } from '#trials/mcp/json-rpc.ts';
import { mergeMcpCalls } from '#trials/mcp/merge-calls.ts';
import { hashTools, listedTools } from '#trials/mcp/tool-hashes.ts';
import { readMessages } from '#trials/messages/read-messages.ts';
import { readUsage } from '#trials/messages/read-usage.ts';
import { createEventCutter } from '#wire/gateway/answers/stream-events.ts';
import { createFrameText, framesOf } from '#wire/protocols/event-frames.ts';
import { formatOf } from '#wire/protocols/providers.ts';
import { changedValue, FUZZ, inTime, mutated } from './mutations.ts';

const ID = 'refund#1.1';
const CALL = {
  name: 'issue_refund',
  arguments: { order_id: 'A1', amount: 19.99 },
  status: 'ok',
  result: { done: true },
};

/** Lines that agents print: the protocol's own, and what they say besides. */
const LINES = [
  {
    id: ID,
    output: 'Refunded 19.99.',
    tool_calls: [CALL],
    usage: { input_tokens: 10, output_tokens: 5 },
    session: [1],
  },
  { id: ID, type: 'result', output: 'ok', plan: [CALL], metadata: { escalated: true }, state: { 'order.status': 'x' } },
  { id: ID, output: null, messages: TOLD.map(([, { whole }]) => whole), retrieved: ['kb-1', { id: 'kb-2' }] },
  { id: ID, type: 'error', message: 'no', fault: 'infra' },
  { id: ID, type: 'log', message: 'working' },
  { type: 'ready', protocol: 1, concurrency: 4, accepts: ['cancel', 'end', 'shutdown', 'reset'] },
  { id: ID, type: 'reset' },
];

const ROWS = [
  { case_id: 'a', trial: 1, output: 'x', tool_calls: [CALL], latency_ms: 12 },
  { case_id: 'a', turns: [{ output: 'x' }, { output: 'y', usage: { input_tokens: 1 } }], end: { kind: 'completed' } },
  { case_id: 'a', trial: 2, state: 'complete', trajectory: { turns: [{ output: 'x' }], log: '', stderr: '' } },
];

const anyLine = (lines: readonly JsonObject[]) =>
  fc.oneof(
    mutated(lines.map((line) => jsonText(line))),
    changedValue(lines).map((value) => jsonText(value)),
  );

describe('a line of an agent', () => {
  test('is a result, an error, a log or invalid with a reason', () => {
    always(
      fc.property(anyLine(LINES), (text) => {
        const line = inTime(() => parseAgentLine(text, (id) => id === ID));
        if (line.kind === 'invalid') expect(line.problem).not.toBe('');
        if (line.kind === 'error') expect(line.message).not.toBe('');
      }),
      { ...FUZZ, numRuns: 4000 },
    );
  });

  test('by HTTP is a reply, whatever its status and type', () => {
    const headers = fc.constantFrom({}, { 'content-type': 'application/json' }, { 'content-type': 'text/html' });
    const status = fc.constantFrom(200, 201, 204, 302, 400, 500, 503);
    always(
      fc.property(anyLine(LINES), headers, status, (body, sent, code) => {
        const answer = { kind: 'answered', status: code, headers: sent, body, latency_ms: 1 } as never;
        expect(inTime(() => readServerAnswer(answer, 1)).kind).toMatch(/^(?:result|error|invalid)$/);
      }),
      { ...FUZZ, numRuns: 2000 },
    );
  });

  test('of a recorded file is a row, or unreadable with a reason', () => {
    always(
      fc.property(anyLine(ROWS), (text) => {
        const reading = inTime(() => readRecordedRow(text));
        if (reading.kind === 'unreadable') expect(reading.problem).not.toBe('');
      }),
      { ...FUZZ, numRuns: 4000 },
    );
  });

  test('of a custom check is a judgement, or leaves the trial unjudged with a reason', () => {
    const good = [{ passed: true, score: 0.5, reason: 'well done' }, { passed: false }];
    always(
      fc.property(anyLine(good), (text) => {
        const { passed, reason } = worded(inTime(() => readJudgement(text)));
        expect(passed === null || typeof passed === 'boolean').toBe(true);
        expect(reason).not.toBe('');
      }),
      { ...FUZZ, numRuns: 2000 },
    );
  });
});

const known = TOLD.map(([, { whole }]) => whole);
const conversation: readonly JsonObject[] = [
  { role: 'user', content: 'Refund A1' },
  { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"order":"A1"}' } }] },
  { role: 'tool', tool_call_id: 'c1', content: '{"total":19.99}' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'refund', input: { amount: 19.99 } }] },
  { type: 'function_call', call_id: 'f1', name: 'look', arguments: '{}' },
  { type: 'ai', data: { content: 'done', tool_calls: [{ name: 'x', args: {}, id: '1' }] } },
  { role: 'assistant', content: 'Done.' },
  ...known,
];
test('messages of a foreign format are an account of calls, or unreadable with a reason', () => {
  always(
    fc.property(changedValue([conversation]), fc.boolean(), (value, first) => {
      if (!Array.isArray(value)) return;
      const messages = value.filter(isJsonObject);
      const sent = { input: 'Refund A1', before: [{ role: 'user', content: 'hi' }], first };
      const reading = inTime(() => readMessages(messages, sent, first ? null : messages.slice(0, 2)));
      if (reading.kind === 'unreadable') expect(reading.problem).not.toBe('');
      else for (const call of reading.account.tool_calls ?? []) expect(call.name).not.toBe('');
    }),
    { ...FUZZ, numRuns: 4000 },
  );
});

const crossed: readonly JsonObject[] = [
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'refund', arguments: { amount: 19.99 } } },
  { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'done' }], structuredContent: { ok: true } } },
  { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'kb://1' } },
  { jsonrpc: '2.0', id: 2, error: { code: -32_602, message: 'unknown' } },
  {
    jsonrpc: '2.0',
    id: 3,
    result: { tools: [{ name: 'refund', inputSchema: {}, outputSchema: { type: 'object' } }] },
  },
];
test('what crosses to a server of the Model Context Protocol is calls with names and sizes, or passed over', () => {
  const texts = fc.array(anyLine([...crossed, [...crossed] as never]), { minLength: 1, maxLength: 6 });
  always(
    fc.property(texts, (lines) => {
      const exchange = createExchange('shop');
      const into = { since_ms: 0, calls: [], reads: [] };
      inTime(() => {
        for (const message of lines.flatMap((line) => readRpc(line) ?? [])) {
          exchange.ask(message, 1, into);
          exchange.answer(message, 2);
          if (message.kind === 'result') hashTools(listedTools('shop', message.result));
        }
        exchange.failOpen('the server ended', 3);
      });
      const told = { name: 'mcp__shop__refund', arguments: { amount: 19.99 }, status: null, result: null, step: 1 };
      const calls = inTime(() => mergeMcpCalls([told], into.calls));
      expect(calls.length).toBeGreaterThanOrEqual(Math.max(1, into.calls.length));
    }),
    { ...FUZZ, numRuns: 2000 },
  );
});

const counts: readonly JsonObject[] = [
  { prompt_tokens: 8, completion_tokens: 4, total_tokens: 15, completion_tokens_details: { reasoning_tokens: 3 } },
  { input_tokens: 3, cache_read_input_tokens: 4, cache_creation_input_tokens: 1, output_tokens: 4 },
  { prompt_tokens: '8', completion_tokens: '4', prompt_cache_hit_tokens: 5, cached_tokens: 5 },
  { prompt_tokens: 3, prompt_tokens_details: { cached_tokens: 900, cache_creation_tokens: 2 }, completion_tokens: 4 },
];
test('counts of a provider are no whole below its parts', () => {
  always(
    fc.property(changedValue(counts), (value) => {
      const usage = inTime(() => readUsage(value));
      if (usage === null) return;
      const { input_tokens, output_tokens, total_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens } =
        usage;
      const isPart = (part: number, whole: number | null) => whole === null || part <= whole;
      expect(isPart((cache_read_tokens ?? 0) + (cache_write_tokens ?? 0), input_tokens)).toBe(true);
      expect(isPart(reasoning_tokens ?? 0, output_tokens)).toBe(true);
      if (output_tokens !== null) expect(isPart((input_tokens ?? 0) + output_tokens, total_tokens)).toBe(true);
    }),
    { ...FUZZ, numRuns: 4000 },
  );
});

const polite = { id: 'polite', ask: 'Is it polite?', sees: ['answer'] } as const;
const verdict = '{"evidence": "Thank you", "verdict": "not_met"}';
const wrapped = [
  verdict,
  `<think>not_met, or {"verdict": "cannot_tell"}?</think>\n\`\`\`json\n${verdict}\n\`\`\``,
  `Here it is: ${verdict}\nI hope that helps.`,
  `{"draft": {"evidence": "none", "verdict": "cannot_tell"}, "final": ${verdict}}`,
  `[${verdict},]`,
];
const blocks = [{ part: 'answer', title: 'answer', text: 'Thank you, dear customer.' }] as const;
test("a judge's answer is its verdict with a quote of what it was shown, or none: never another one", () => {
  always(
    fc.property(mutated(wrapped), (text) => {
      const read = inTime(() => readAnswer(text, [polite], blocks));
      if ('problem' in read) {
        expect(read.problem).not.toBe('');
        return;
      }
      const [vote] = read.votes;
      expect(read.votes).toHaveLength(1);
      // Spoiled bytes can leave another word than the judge's only where that word is written.
      if (vote?.verdict === 'met') expect(text.toLowerCase()).toMatch(/"\s*met\s*"/);
    }),
    { ...FUZZ, numRuns: 4000 },
  );
});

describe('a streamed answer', () => {
  const bodies = TOLD.map(([name, { endpoint, events }]) => {
    const isLines = endpoint === 'ollama_chat';
    const text = events(inOnePiece)
      .map(({ event, data }) =>
        isLines ? `${data}\n` : `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`,
      )
      .join('');
    return { name, endpoint, text, type: isLines ? 'application/x-ndjson' : 'text/event-stream' };
  });
  test.each(bodies)(
    'of $endpoint ($name) with spoiled bytes, in any pieces, is an answer, broken or incomplete',
    (body) => {
      const pieces = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
      always(
        fc.property(mutated([body.text, ...bodies.map(({ text }) => text)]), pieces, (text, sizes) => {
          const whole = readStream(body, [text]);
          expect(
            readStream(
              body,
              cutAt(text.length, sizes).map(([from, to]) => text.slice(from, to)),
            ),
            'where it is cut makes no difference',
          ).toEqual(whole);
        }),
        { ...FUZZ, numRuns: 600 },
      );
    },
  );

  const framed = bodies.filter(({ endpoint }) => endpoint.startsWith('bedrock'));
  test.each(framed)("of $endpoint in AWS's frames, spoiled within their checksums, is the same", (body) => {
    const lines = TOLD.filter(([name]) => name === body.name).flatMap(([, { events }]) =>
      events(inOnePiece).map(({ event, data }): JsonObject => ({ event: event ?? 'chunk', data: JSON.parse(data) })),
    );
    const type = 'application/vnd.amazon.eventstream';
    const spoilt = fc.array(changedValue(lines), { minLength: 1, maxLength: 12 });
    const pieces = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
    always(
      fc.property(spoilt, pieces, fc.nat(200), (values, sizes, cut) => {
        const bytes = Buffer.from(framesOf(values.map((value) => jsonText(value)).join('\n')));
        const sent = bytes.subarray(0, bytes.length - (cut % (bytes.length + 1)));
        const decode = (parts: readonly Uint8Array[]) => {
          const frames = createFrameText();
          return parts.map((part) => inTime(() => frames.decode(part)));
        };
        const whole = readStream({ ...body, type }, decode([sent]));
        expect(
          readStream({ ...body, type }, decode(cutAt(sent.length, sizes).map(([from, to]) => sent.subarray(from, to)))),
        ).toEqual(whole);
      }),
      { ...FUZZ, numRuns: 400 },
    );
  });

  function readStream({ endpoint, type }: (typeof bodies)[number], pieces: readonly string[]) {
    return inTime(() => {
      const cutter = createEventCutter(type);
      const reader = formatOf(endpoint).stream();
      for (const piece of pieces) for (const event of cutter.feed(piece)) reader.push(event);
      for (const event of cutter.flush()) reader.push(event);
      return [reader.answer(), reader.usage(), reader.error(), reader.isBroken(), reader.ended()];
    });
  }
});
