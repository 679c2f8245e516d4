import { describe, expect, test } from 'vitest';
import { htmlText } from '#report/html/markup/html-text.ts';
import { timeline } from '#report/html/opened/timeline.tsx';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { madeCall, wholeTrajectory } from './shop-html.ts';

/** The rows of the waterfall: what, and how long. */
function rowsOf(calls: readonly ToolCall[]): readonly string[] {
  const model = (step: number, started_ms: number) => {
    return { step, model: null, started_ms, duration_ms: 100, usage: null, request: null };
  };
  const { trajectory } = wholeTrajectory({
    tool_calls: calls,
    model_calls: [model(1, 0), model(2, 400)],
    latency_ms: 500,
  });
  const rows = htmlText(timeline(trajectory)).split('<tr class=').slice(1);
  return rows.map((row) =>
    row
      .replace(/^[^>]*>/, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

describe('the waterfall of a trial', () => {
  test('has a row for each tool whose time is known', () => {
    const calls = [madeCall('search', {}, { duration_ms: 250 }), madeCall('refund', {}, { duration_ms: 40 })];
    expect(rowsOf(calls)).toEqual(['model 1 100 ms', 'tool: search 250 ms', 'tool: refund 40 ms', 'model 2 100 ms']);
  });

  test('gives the time between two model calls to the only tool, and to several together if none was measured', () => {
    expect(rowsOf([madeCall('search', {})])).toEqual(['model 1 100 ms', 'tool: search 300 ms', 'model 2 100 ms']);
    expect(rowsOf([madeCall('search', {}), madeCall('refund', {}, { duration_ms: 40 })])).toEqual([
      'model 1 100 ms',
      'tools, together: search, refund 300 ms',
      'model 2 100 ms',
    ]);
  });

  test('calls the time of no tool the agent’s', () => {
    expect(rowsOf([])).toEqual(['model 1 100 ms', 'agent 300 ms', 'model 2 100 ms']);
  });

  test('shows calls and reads of MCP servers that no model asked for, when they were made', () => {
    const alone = { server: 'shop', step: null, status: 'ok', result: 'done' } as const;
    const { trajectory } = wholeTrajectory({
      tool_calls: [{ ...alone, name: 'refund', arguments: {}, started_ms: 30, duration_ms: 20 }],
      mcp_reads: [
        {
          server: 'shop',
          kind: 'resource',
          name: 'shop://hours',
          status: 'ok',
          started_ms: 5,
          duration_ms: 4,
          bytes: 9,
        },
      ],
    });
    expect(htmlText(timeline(trajectory)).match(/(?:resource|tool): [^<]*/g)).toEqual([
      'resource: shop://hours',
      'tool: refund',
    ]);
  });
});
