import { describe, expect, test } from 'vitest';
import { hashTools, listedTools } from '#trials/mcp/tool-hashes.ts';
import { callResultOf, recordedResult, resultFor } from '#trials/mcp/tool-result.ts';

const value = (result: Parameters<typeof callResultOf>[0]['result'], content = 'text') => ({
  status: 'ok' as const,
  content,
  result,
});

describe('the answer of a mock', () => {
  test('is text, and an error is one that the model reads', () => {
    expect(callResultOf(value('fine', 'fine'), null)).toEqual({ content: [{ type: 'text', text: 'fine' }] });
    expect(callResultOf({ status: 'error', content: 'no', result: 'no' }, { type: 'object' })).toEqual({
      content: [{ type: 'text', text: 'no' }],
      isError: true,
    });
  });

  test('has the structure that the tool promises, which clients insist on', () => {
    const wrapped = { type: 'object', properties: { result: {} } };
    expect(callResultOf(value({ id: 1 }), { type: 'object' })['structuredContent']).toEqual({ id: 1 });
    expect(callResultOf(value(3), wrapped)['structuredContent']).toEqual({ result: 3 });
    expect(callResultOf(value({ id: 1 }), null)).not.toHaveProperty('structuredContent');
  });

  test('says that it is one where the protocol of the request demands that', () => {
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    expect(resultFor(meta, { content: [] })).toEqual({ resultType: 'complete', content: [] });
    expect(resultFor({ _meta: {} }, { content: [] })).toEqual({ content: [] });
  });

  test('is taken as it is if it is a result itself', () => {
    const whole = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] };
    expect(callResultOf(value(whole), null)).toBe(whole);
  });
});

test('the record of an answer is its text, else its items without their data', () => {
  expect(
    recordedResult({
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }).result,
  ).toBe('a\nb');
  expect(recordedResult({ content: [{ type: 'image', data: 'AAAA' }], isError: true })).toEqual({
    status: 'error',
    result: [{ type: 'image', data: '4 characters' }],
  });
  expect(recordedResult({ content: [], structuredContent: { id: 1 } }).result).toEqual({ id: 1 });
});

test('hashes of a tool change with what its model reads, part by part, and with nothing else', () => {
  const hash = (tool: object) => hashTools(listedTools('shop', { tools: [JSON.parse(JSON.stringify(tool))] }));
  const tool = { name: 'refund', description: 'Refunds', inputSchema: { type: 'object' }, _meta: { at: 1 } };
  expect(hash({ ...tool, _meta: { at: 2 } })).toEqual(hash(tool));
  const parts = (changed: object) => {
    const [before, after] = [hash(tool), hash(changed)].map((all) => all['shop']?.['refund'] ?? {});
    return Object.keys(before ?? {}).filter((part) => before?.[part] !== after?.[part]);
  };
  expect(parts({ ...tool, description: 'Pays back' })).toEqual(['description']);
  expect(parts({ ...tool, inputSchema: { type: 'object', required: ['id'] } })).toEqual(['arguments']);
  expect(parts({ ...tool, annotations: { readOnlyHint: true } })).toEqual(['other']);
});

test('entries that can be no tool are left out', () => {
  expect(listedTools('shop', { tools: [{}, 3, { name: '__proto__' }, { name: '' }] })).toEqual([]);
  expect(listedTools('shop', {})).toEqual([]);
});
