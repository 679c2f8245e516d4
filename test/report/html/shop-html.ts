import { deflateRawSync } from 'node:zlib';
import type { JsonObject } from '#common/json.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import type { HtmlInput, ShownTrajectory } from '#report/html/data/html-input.ts';
import { rowWith } from '#test/gate/history/rows.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import { reportOf, type Situation } from '../report-of.ts';
import { MUG, mixed, SHOP_IDS, SILENT, shopHere, shopMain, WRONG_AMOUNT } from '../shop.ts';

/** The HTML report's input of a situation, with the trajectories of both sides by the id of their trial. */
export function htmlInputOf(
  situation: Situation,
  trajectories: {
    readonly here?: HtmlInput['here'];
    readonly main?: HtmlInput['here'];
    readonly segments?: HtmlInput['segments'];
    readonly history?: readonly HistoryRow[];
  } = {},
): HtmlInput {
  const { candidate, baseline, facts } = situation;
  const runs = typeof baseline === 'string' ? [] : 'schema_version' in baseline ? [baseline] : baseline;
  return {
    report: reportOf(situation),
    comparison: compare(candidate, runs, typeof baseline === 'string' ? baseline : null),
    here: trajectories.here ?? new Map(),
    main: runs.map(() => trajectories.main ?? new Map()),
    cases: facts?.cases ?? [],
    segments: trajectories.segments ?? new Map(),
    history: trajectories.history ?? [],
    pack: (text) => deflateRawSync(text).toString('base64'),
  };
}

/** A call as an agent made it. */
export function madeCall(name: string, args: JsonObject, more: Partial<ToolCall> = {}): ToolCall {
  return { name, arguments: args, status: 'ok', result: { done: true }, step: 1, ...more };
}

/** One turn of which only these facts are known. */
function turnOf(facts: Partial<TurnRecord>): TurnRecord {
  return {
    turn: 1,
    input: 'My mug is cracked.',
    output: 'Done.',
    tool_calls: [],
    plan: null,
    metadata: null,
    state: null,
    retrieved: null,
    usage: null,
    steps: null,
    latency_ms: null,
    ...facts,
  };
}

/** A trajectory of these turns, stored whole. */
export function wholeTrajectory(
  ...turns: readonly Partial<TurnRecord>[]
): Extract<ShownTrajectory, { state: 'complete' | 'redacted' }> {
  const records = turns.map((turn, index) => turnOf({ turn: index + 1, ...turn }));
  return { state: 'complete', end: { kind: 'completed' }, trajectory: { turns: records, log: '', stderr: '' } };
}

/** The shop after a change of its prompt: one case refunds too much, one forgets what to say, one is flaky. */
export function shopHtml(): HtmlInput {
  const stored = { each: () => ({}) };
  const cases = {
    [MUG.id]: mixed(0, 5, WRONG_AMOUNT),
    'order/coupon': mixed(2, 3, SILENT),
    'order/address': mixed(4, 1, SILENT),
  };
  const candidate = withIds(shopHere({ ...stored, cases, about: { [MUG.id]: { name: MUG.name } } }));
  const baseline = withIds(shopMain({ trials: 15, about: { [MUG.id]: { name: MUG.name } } }));
  return htmlInputOf(
    { candidate, baseline, facts: { cases: [MUG] } },
    {
      here: shopTrajectories('here', 5),
      main: shopTrajectories('main', 15),
      segments: SEGMENTS,
      history: shopHistory(),
    },
  );
}

/** The same results, each trial with the id of its trajectory. */
export function withIds<Results extends ReturnType<typeof shopHere>>(results: Results): Results {
  const cases = results.cases.map((item) => ({
    ...item,
    trials: item.trials.map((trial) => ({
      ...trial,
      trajectory: `${item.id}#${trial.index}`,
      trajectory_state: 'complete' as const,
    })),
  }));
  return { ...results, cases };
}

/** Hash, then kind, label and text of what the shop's model is shown. */
const SEGMENTS: ReadonlyMap<string, RequestSegment> = new Map(
  (
    [
      [
        's1',
        'system',
        '',
        'You are the support agent of a shop.\n\nLook up the order before you do anything.\nRefund only the items that the customer complains about.\nNever promise what you can’t do.\nBe short.',
      ],
      [
        's2',
        'system',
        '',
        'You are the support agent of a shop.\n\nLook up the order before you do anything.\nRefund whatever the customer asks for, to keep everybody happy.\nNever promise what you can’t do.\nBe short.',
      ],
      ['t1', 'tool', 'lookup_order', '{"description":"Finds an order"}'],
      ['t2', 'tool', 'issue_refund', '{"description":"Refunds an amount"}'],
      ['m1', 'message', 'user', 'My mug is cracked.'],
      [
        'm2',
        'message',
        'tool',
        '{"order_id":"A89268","items":[{"name":"mug","price":19.99},{"name":"plate","price":20}]}',
      ],
    ] as const
  ).map(([hash, kind, label, text]) => [hash, { hash, kind, label, text }]),
);

function shopTrajectories(side: 'main' | 'here', trials: number): HtmlInput['here'] {
  const ids = SHOP_IDS.flatMap((id) => Array.from({ length: trials }, (_, index) => [id, index + 1] as const));
  return new Map(
    ids.map(([id, trial]) => [
      `${id}#${trial}`,
      id === MUG.id ? mugTrajectory(side, trial) : otherTrajectory(id, trial),
    ]),
  );
}

function mugTrajectory(side: 'main' | 'here', trial: number): ShownTrajectory {
  const order = {
    order_id: 'A89268',
    items: [
      { name: 'mug', price: 19.99 },
      { name: 'plate', price: 20 },
    ],
  };
  const system = side === 'main' ? 's1' : 's2';
  const model = (step: number, started: number, request: readonly string[]) => ({
    step,
    model: 'small-model-2',
    started_ms: started,
    duration_ms: 420 + 30 * (trial % 3),
    usage: {
      input_tokens: 310 + 120 * step,
      output_tokens: 42,
      total_tokens: 352 + 120 * step,
      cost_usd: 0.0004 * step,
      estimated: false,
    },
    request,
  });
  const whole = wholeTrajectory({
    output: side === 'main' ? 'I refunded 19.99 for the mug.' : 'I refunded your whole order of 39.99. Anything else?',
    tool_calls: [
      madeCall('find_customer', { email: 'ada@example.org' }, { result: { customer: 'C-17' }, step: 1 }),
      madeCall('list_orders', { customer: 'C-17' }, { result: ['A89268'], step: 1 }),
      madeCall('lookup_order', { order_id: 'A89268' }, { result: order, step: 1 }),
      ...(side === 'here' && trial % 2 === 0
        ? []
        : [madeCall('check_policy', { reason: 'cracked' }, { result: 'ok', step: 2 })]),
      madeCall(
        'issue_refund',
        {
          order_id: 'A89268',
          amount: side === 'main' ? 19.99 : 39.99,
          ...(side === 'here' && { reason: 'the mug arrived cracked' }),
        },
        { result: { refunded: true, id: `R-${trial}` }, step: 2 },
      ),
    ],
    model_calls: [
      model(1, 20, [system, 't1', 't2', 'm1']),
      model(2, 900, [system, 't1', 't2', 'm1', 'm2']),
      model(3, 1500, [system, 't1', 't2', 'm1', 'm2']),
    ],
    latency_ms: 2000,
    steps: 3,
  });
  return { ...whole, trajectory: { ...whole.trajectory, log: 'opened the order\n' } };
}

function otherTrajectory(id: string, trial: number): ShownTrajectory {
  return wholeTrajectory({
    input: `A question about ${id}`,
    output: `An answer about ${id}.`,
    tool_calls: [madeCall('search_help', { topic: id, page: trial % 2 })],
  });
}

function shopHistory(): readonly HistoryRow[] {
  return Array.from({ length: 24 }, (_, index): HistoryRow => {
    const scored = 125;
    const passed = Math.round(scored * (index < 9 ? 0.93 : 0.97) - (index % 4));
    return rowWith({
      sha: `${index + 10}`.repeat(20),
      date: `2026-02-${String(index + 1).padStart(2, '0')}T02:00:00.000Z`,
      run_id: String(index),
      event: 'push',
      run_url: `https://github.com/acme/shop/actions/runs/${index}`,
      models: ['small-model-2'],
      epoch: index < 9 ? 'a' : 'b',
      began: index === 9 ? 'better' : null,
      cases: { [MUG.id]: [index % 5 === 0 ? 4 : 5, 5] },
      passed,
      scored,
      total_tokens: 100_000 + 900 * index,
      cost_usd: 0.4,
    });
  });
}
